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

/** Something to choose. */
interface Choice {
	readonly label: string;
	choose(): void;
}

interface Notice {
	readonly sentence: Sentence;
	readonly choice: Choice | undefined;
}

/** What is true until something is done about it: shown whenever nothing else is told. */
let standing: Notice | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice for a while; one with a choice until it is made, or something else is told. */
export function notify(sentence: Sentence, choice?: Choice): void {
	show({ sentence, choice });
	if (choice === undefined) timer = setTimeout(dismiss, SHOWN_MS);
}

/** Shows a notice that stays: others come in front of it, and go. */
export function notifyStanding(sentence: Sentence, choice: Choice): void {
	standing = { sentence, choice };
	if (!page.notice.classList.contains("shown")) dismiss();
}

function show({ sentence, choice }: Notice): void {
	clearTimeout(timer);
	say(page.noticeText, sentence);
	page.noticeAction.hidden = choice === undefined;
	page.noticeAction.textContent = choice?.label ?? "";
	page.noticeAction.onclick = () => {
		dismiss();
		choice?.choose();
	};
	page.notice.classList.add("shown");
}

/** Ends what is shown. */
function dismiss(): void {
	if (standing === undefined) page.notice.classList.remove("shown");
	else show(standing);
}
