/** Sentences with names in them. */

/** Characters of a name in a sentence. */
const MAX_NAME = 60;

/** Text with names in it. A name may be written from right to left without turning the rest around. */
export type Sentence = readonly (string | { readonly name: string })[];

/** Replaces the content of an element. Names are set as text, never as markup. */
export function setSentence(element: Element, sentence: Sentence): void {
	element.replaceChildren(
		...sentence.map((part) => {
			if (typeof part === "string") return part;
			const name = document.createElement("bdi");
			name.textContent =
				part.name.length > MAX_NAME ? `${part.name.slice(0, MAX_NAME)}…` : part.name;
			return name;
		}),
	);
}

/** As in “1 clip” and “12,345 clips”. */
export function counted(count: number, noun: string): string {
	const grouped = String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
	return `${grouped} ${noun}${count === 1 ? "" : "s"}`;
}
