/** Says how many clips there are, or why there are none. */

import { page } from "../../page/page-elements.ts";
import { BuildReplaced } from "../../page/scripts.ts";
import type { Favourites } from "../../state/favourites.ts";
import { HOME, type View } from "../../state/view.ts";
import type { State, Viewer } from "../../state/viewer.ts";
import { type Action, counted, type Sentence, setAction, setSentence } from "./notice.ts";

/** The title in the HTML, which names the clip on a clip page. */
const OWN_TITLE = document.title;
const SITE = page.siteTitle.textContent ?? "";
/** Characters of a search in the title of a tab. */
const MAX_TITLE = 60;

export function titleOf({ name, tags, favourites, isClipPage }: View): string {
	if (isClipPage) return OWN_TITLE;
	const what = favourites ? "Favourites" : name.trim().slice(0, MAX_TITLE) || tags.join(", ");
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
	setSentence(page.status, statusOf(state));
	const isDone = phase === "done";
	// Clips that are no longer favourites stay on the board.
	if (phase !== "guessing") page.message.hidden = !isDone || page.board.firstChild !== null;
	if (!isDone || results === undefined) return;
	explainAbsence(view, viewer);
}

/** Says in the message why there would be no clips. */
function explainAbsence({ name: typed, tags, favourites }: View, viewer: Viewer): void {
	const act = (): void => {
		viewer.step(HOME);
		page.search.focus();
	};
	const all = { label: "Show all clips", act };
	const name = typed.trim();
	const what = favourites ? "favourite" : "clip";
	if (favourites && name === "") {
		showMessage("No favourites yet", ["Tap ☆ on a clip to keep it here."], all);
	} else if (name === "" && tags.length === 0) {
		showMessage("No clips yet", ["This catalogue is empty."]);
	} else if (tags.length === 0) {
		const why = [`No ${what} matches “`, { name }, "”. Try fewer or shorter words."];
		showMessage(`No ${what}s found`, why, all);
	} else {
		const search: Sentence = name === "" ? [] : [" and matches “", { name }, "”"];
		showMessage(`No ${what}s found`, [`No ${what} is`, ...taggedWith(tags), ...search, "."], all);
	}
}

/** Says that the clips could not be read, and that the favourites, if any, still work. */
function showFailure(error: unknown, viewer: Viewer, favourites: Favourites): void {
	console.warn(`instants: ${error}`);
	setSentence(page.status, []);
	page.message.hidden = false;
	if (error instanceof BuildReplaced) {
		const action = { label: "Reload", act: () => location.reload() };
		showMessage("This site has changed", ["Reload the page to see it as it is now."], action);
		return;
	}
	const title = navigator.onLine ? "This site isn’t answering" : "You’re offline";
	const advice = navigator.onLine ? "Try again in a minute." : "This is not saved on this device.";
	const hasFavourites = favourites.clips.length > 0;
	const others = hasFavourites ? " Your favourites are here: select the star at the top." : "";
	const act = (): void => {
		page.message.hidden = true;
		viewer.showAgain();
	};
	showMessage(title, [advice + others], { label: "Try again", act });
	if (page.board.firstChild !== null) page.message.scrollIntoView({ block: "nearest" });
}

function statusOf({ view, phase, results }: State): Sentence {
	const name = { name: view.name.trim() };
	if (phase === "searching") return ["Searching…"];
	if (phase === "needs more letters") return ["Keep typing to search for “", name, "”"];
	if (phase === "guessing") return ["No exact match for “", name, "”. Looking for similar names…"];
	const { count = 0, isGuess } = results ?? {};
	const found = counted(count, view.favourites ? "favourite" : "clip");
	const search: Sentence = name.name === "" ? [] : [" for “", name, "”"];
	if (isGuess) return ["No exact match for “", name, `”. ${counted(count, "similar clip")}`];
	return [found, ...taggedWith(view.tags), ...search];
}

function taggedWith(tags: View["tags"]): Sentence {
	return tags.flatMap((name, i) => [i === 0 ? " tagged “" : " and “", { name }, "”"]);
}

function showMessage(title: string, sentence: Sentence, action?: Action): void {
	page.messageTitle.textContent = title;
	setSentence(page.messageText, sentence);
	setAction(page.messageAction, action);
}
