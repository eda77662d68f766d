/** Generates HTML: the template tag escapes every value that is not markup already. */

/** HTML, as opposed to plain text. */
export class Markup {
	readonly #html: string;

	constructor(html: string) {
		this.#html = html;
	}

	toString(): string {
		return this.#html;
	}
}

/** The values that a template accepts; lists are joined, and false values are left out. */
type Value = string | Markup | false | undefined | readonly (Markup | undefined)[];

/** HTML with values filled in. Attributes that contain values must be in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
	return new Markup(String.raw({ raw: parts }, ...values.map(escaped)));
}

/** Existing HTML, unchanged. */
export function raw(html: string): Markup {
	return new Markup(html);
}

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text, so that it may also stand in a quoted attribute; leaves markup alone. */
export function escaped(value: Value): string {
	if (value instanceof Markup) return String(value);
	if (Array.isArray(value)) return value.join("");
	return String(value || "").replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
