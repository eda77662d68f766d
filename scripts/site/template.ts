/** Pages with places for what only a build knows: `{{name}}`. */

const SPECIAL: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Text as it stands in HTML, in attributes too. https://html.spec.whatwg.org/multipage/parsing.html#escapingString */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => SPECIAL[character] ?? character);
}

/** Fills every place. Throws an Error when a template names a fact that there is not. */
export function fillTemplate(html: string, facts: Readonly<Record<string, string>>): string {
	return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
		const value = facts[name];
		if (value === undefined) throw new Error(`a template wants {{${name}}}, which is no fact`);
		return escapeHtml(value);
	});
}
