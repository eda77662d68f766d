/** HTML from text: the template escapes everything, except for the markup that these functions add. */
import { html } from "hono/html";

/** Those that are shown in colour. */
export type CodeLanguage = "bash" | "html" | "javascript" | "json" | "python";

export type Markup = ReturnType<typeof html>;

/** Text with `code` between backticks. */
export function prose(text: string): Markup {
	const parts = text
		.split("`")
		.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
	return html`${parts}`;
}

/** Text with its special characters escaped; markup as it is. */
export function escaped(value: string | Markup): string {
	return String(html`${value}`);
}

const CHARACTERS: Readonly<Record<string, string>> = {
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&#39;": "'",
	"&amp;": "&",
};

/** Escaped text as it is. */
export function unescaped(text: string): string {
	return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => CHARACTERS[name] ?? name);
}

/** A block of code. It scrolls on its own, so the keyboard must be able to reach it. */
export function codeBlock(label: string, code: string, language: CodeLanguage): Markup {
	return html`<pre tabindex="0" role="group" aria-label="${label}"><code class="language-${language}">${code}</code></pre>`;
}
