/** Notices at the bottom of the page, which screen readers announce, and the sentences in them. */
import { page } from "../../page/page-elements.ts";

/** The maximum length of a name in a sentence, in characters. */
const MAX_NAME = 60;

/** Text with names in it. A name that is written from right to left does not reorder the rest. */
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

/** As in “12,345”. */
export const { format: grouped } = new Intl.NumberFormat("en");

/** As in “1 clip” and “12,345 clips”. */
export function counted(count: number, noun: string): string {
	return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** How long a notice without a button stays. */
const SHOWN_MS = 5000;

/** How long a notice offers to undo something. */
export const UNDOABLE_MS = 10_000;

export interface Action {
	readonly label: string;
	act(): void;
}

/** Shows an action on its button, or hides the button when there is none. */
export function setAction(button: HTMLButtonElement, action: Action | undefined): void {
	button.hidden = action === undefined;
	button.textContent = action?.label ?? "";
	button.onclick = () => action?.act();
}

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a notice. By default, a notice without an action stays a few seconds, and a notice with an action until
 * its button is pressed or a new notice comes.
 */
export function notify(
	sentence: Sentence,
	action?: Action,
	shownMs = action === undefined ? SHOWN_MS : undefined,
): void {
	clearTimeout(timer);
	setSentence(page.noticeText, sentence);
	const act = (): void => {
		dismiss();
		action?.act();
	};
	setAction(page.noticeAction, action && { label: action.label, act });
	page.notice.classList.add("shown");
	if (shownMs !== undefined) timer = setTimeout(dismiss, shownMs);
}

function dismiss(): void {
	page.notice.classList.remove("shown");
}
