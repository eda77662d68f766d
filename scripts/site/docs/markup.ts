/** HTML from text: everything is escaped by the template, and these small pieces are all that is special. */
import { html } from "hono/html";

/** What a template gives, or a list of it. */
export type Markup = ReturnType<typeof html>;

/** Text with `code` between backticks. */
export function prose(text: string): Markup {
	const parts = text
		.split("`")
		.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
	return html`${parts}`;
}

/** A block of code that scrolls inside itself, so that it needs the keyboard's focus. */
export function codeBlock(label: string, code: string): Markup {
	return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
}
