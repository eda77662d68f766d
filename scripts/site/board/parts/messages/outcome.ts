/** Says how many clips there are, or why there are none. */

import { type Results, wordsOf } from "../../data/catalogue.ts";
import { page } from "../../page/page-elements.ts";
import { BuildReplaced } from "../../page/scripts.ts";
import type { Favourites } from "../../state/favourites.ts";
import { HOME, type View } from "../../state/view.ts";
import type { State, Viewer } from "../../state/viewer.ts";
import { type Action, counted, type Sentence, setAction, setSentence } from "./notice.ts";

/** The title in the HTML, which names the clip on a clip page. */
const OWN_TITLE = document.title;
const SITE = page.siteTitle.textContent ?? "";
/** The maximum length of a search in the title of a tab, in characters. */
const MAX_TITLE = 60;

export function titleOf({ name, tags, favourites, board, isClipPage }: View): string {
	if (isClipPage) return OWN_TITLE;
	// In quotes, because anyone can choose this title.
	const titled = board && (board.title ? `“${board.title}”` : "Board");
	const searched = name.trim().slice(0, MAX_TITLE) || tags.join(", ");
	const what = titled ?? (favourites ? "Favourites" : searched);
	return what === "" ? SITE : `${what} – ${SITE}`;
}

/** Puts the state into words. While clips load, the previous message stays. */
export function showOutcome(state: State, viewer: Viewer, favourites: Favourites): void {
	const { view, phase, results } = state;
	if (phase === "reading") return;
	if (phase === "failed") {
		showFailure(state.error, viewer, favourites);
		return;
	}
	const explanation = explained(state);
	const isDone = phase === "done";
	const unknown = results?.unknown ? `, ${results.unknown} not found` : "";
	const found = counted(results?.count ?? 0, view.favourites ? "favourite" : "clip") + unknown;
	setSentence(page.explained, explanation ?? []);
	setSentence(page.said, explanation ? [] : [isDone ? found : "Searching…"]);
	// For screen readers: everyone else can see the search in the field and in the tags.
	setSentence(page.asked, explanation || !isDone ? [] : askedIn(view));
	page.status.classList.toggle("long", explanation !== undefined);
	// Clips that are no longer favourites stay on the board.
	if (phase !== "guessing") page.message.hidden = !isDone || page.board.firstChild !== null;
	if (isDone && results !== undefined) explainAbsence(view, results, viewer);
}

/** Fills in the message, which says why there are no clips. */
function explainAbsence(view: View, { refusal }: Results, viewer: Viewer): void {
	// A name that is not found among the clips with a tag may be found among all clips.
	const name = view.tags.length > 0 ? view.name : "";
	const act = (): void => {
		viewer.step({ ...HOME, name });
		page.search.focus();
	};
	const all = { label: name.trim() === "" ? "Show all clips" : "Search all clips", act };
	const asked = askedIn(view);
	const what = view.favourites ? "favourites" : "clips";
	if (refusal !== undefined) showMessage("No clips shown", [refusal], all);
	else if (asked.length > 0) showMessage(`No ${what} found`, [`No ${what}`, ...asked, "."], all);
	else if (view.board)
		showMessage("No clips on this board", ["This site has none of the board’s clips."], all);
	else if (view.favourites)
		showMessage(
			"No favourites yet",
			["Press ☆ on a clip, and it gets a large button and its own key here."],
			all,
		);
	else showMessage("No clips yet", ["This catalogue is empty."]);
}

/** Says that the clips could not be read, and that the favourites, if any, still work. */
function showFailure(error: unknown, viewer: Viewer, favourites: Favourites): void {
	console.warn(`instants: ${error}`);
	for (const part of [page.explained, page.said, page.asked]) part.replaceChildren();
	page.message.hidden = false;
	if (error instanceof BuildReplaced) {
		const action = { label: "Reload", act: () => location.reload() };
		showMessage("This site has changed", ["Reload the page to see the changes."], action);
		return;
	}
	const title = navigator.onLine ? "This site isn’t answering" : "You’re offline";
	const advice = navigator.onLine ? "Try again in a minute." : "This is not saved on this device.";
	const others = favourites.clips[0]
		? " Your favourites are here: select the star at the top."
		: "";
	const act = (): void => {
		page.message.hidden = true;
		viewer.showAgain();
	};
	showMessage(title, [advice + others], { label: "Try again", act });
	if (page.board.firstChild !== null) page.message.scrollIntoView({ block: "nearest" });
}

/** The explanation that is shown instead of the number of clips. */
function explained({ view, phase, results }: State): Sentence | undefined {
	const name = { name: view.name.trim() || wordsOf(view.clip ?? "") };
	if (phase === "guessing") return ["No exact match for “", name, "”. Looking for similar names…"];
	if (phase !== "done" || results === undefined) return undefined;
	const { count, isGuess, tag } = results;
	if (isGuess) return ["No exact match for “", name, `”. ${counted(count, "similar clip")}`];
	if (tag === undefined) return undefined;
	return ["No name matches “", name, `”. ${counted(count, "clip")} tagged “`, { name: tag }, "”"];
}

/** The search of a view in words, as in “ tagged “drum” for “roll””; empty for all clips. */
function askedIn({ name, tags }: View): Sentence {
	const tagged = tags.flatMap((name, i) => [i === 0 ? " tagged “" : " and “", { name }, "”"]);
	return name.trim() === "" ? tagged : [...tagged, " for “", { name: name.trim() }, "”"];
}

function showMessage(title: string, sentence: Sentence, action?: Action): void {
	page.messageTitle.textContent = title;
	// The message may be followed by clips.
	page.message.classList.toggle("above", page.board.firstChild !== null);
	setSentence(page.messageText, sentence);
	setAction(page.messageAction, action);
}
