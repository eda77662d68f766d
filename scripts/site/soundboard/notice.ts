/** What the page tells in passing, in its corner and to screen readers. */
import { page } from "./page-elements.ts";

/** How long a notice without a choice is read. */
const SHOWN_MS = 5000;
/** Of a name in a sentence. */
const MAX_NAME = 60;

/** A sentence: its words, and names in it, which are kept apart from the direction of the rest. */
export type Sentence = readonly (string | { readonly name: string })[];

/** Puts a sentence into an element, as text. */
export function say(element: Element, sentence: Sentence): void {
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

let timer: ReturnType<typeof setTimeout> | undefined;

/** Something to choose. */
interface Choice {
	readonly label: string;
	choose(): void;
}

/** Shows a notice for a while; one with a choice until something else is told. */
export function notify(sentence: Sentence, choice?: Choice): void {
	clearTimeout(timer);
	say(page.noticeText, sentence);
	page.noticeAction.hidden = choice === undefined;
	page.noticeAction.textContent = choice?.label ?? "";
	page.noticeAction.onclick = () => choice?.choose();
	page.notice.classList.add("shown");
	if (choice === undefined) timer = setTimeout(dismiss, SHOWN_MS);
}

function dismiss(): void {
	page.notice.classList.remove("shown");
}
