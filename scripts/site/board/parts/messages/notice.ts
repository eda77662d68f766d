/** Notices at the bottom of the page, which screen readers announce. */
import { page } from "../../page/page-elements.ts";
import { type Sentence, setSentence } from "./sentence.ts";

/** How long a notice without a button stays. */
const SHOWN_MS = 5000;
/** How long people have to change their minds. */
const UNDOABLE_MS = 10_000;
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

/** Shown whenever there is no other notice. */
let standing: readonly [Sentence, Action] | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice for a few seconds; with an action, until it is taken or another notice comes. */
export function notify(sentence: Sentence, action?: Action): void {
	show(sentence, action);
	if (action === undefined) timer = setTimeout(dismiss, SHOWN_MS);
}

/** Shows for some seconds what was done, and offers to undo it. */
export function notifyUndoable(sentence: Sentence, undo: () => void): void {
	show(sentence, { label: "Undo", act: undo });
	timer = setTimeout(dismiss, UNDOABLE_MS);
}

/** Shows a notice that comes back after any other. */
export function notifyStanding(sentence: Sentence, action: Action): void {
	standing = [sentence, action];
	if (!page.notice.classList.contains("shown")) dismiss();
}

function show(sentence: Sentence, action?: Action): void {
	clearTimeout(timer);
	setSentence(page.noticeText, sentence);
	const act = (): void => {
		dismiss();
		action?.act();
	};
	setAction(page.noticeAction, action && { label: action.label, act });
	page.notice.classList.add("shown");
}

function dismiss(): void {
	if (standing === undefined) page.notice.classList.remove("shown");
	else show(...standing);
}
