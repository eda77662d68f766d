/** HTML from text: the template escapes everything, except for the markup that functions made. */
import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** Text with its special characters escaped; markup as it is. */
export function escaped(value: string | Markup): string {
	return String(html`${value}`);
}
