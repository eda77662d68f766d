/** Makes HTML: the template tag escapes every value that is not markup already. */
import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** Escapes text; leaves markup alone. */
export function escaped(value: string | Markup): string {
	return String(html`${value}`);
}
