/** Says how many clips there are, or why there are none. */

import type { Results } from "../../data/catalogue.ts";
import type { Offer } from "../../data/offers.ts";
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
	const { view, phase, results, offers = [] } = state;
	if (phase === "reading") return;
	page.message.classList.toggle("above", phase === "failed" && page.board.firstChild !== null);
	if (phase === "failed") {
		showFailure(state.error, viewer, favourites);
		return;
	}
	const explanation = explained(state);
	setSentence(page.status, explanation ?? countOf(state));
	page.status.classList.toggle("long", explanation !== undefined);
	const isDone = phase === "done";
	// Clips that are no longer favourites stay on the board.
	if (phase !== "guessing") page.message.hidden = !isDone || page.board.firstChild !== null;
	if (phase === "searching" || results === undefined) return;
	page.offers.replaceChildren(...(isDone ? offers.map((offer) => offerItem(offer, viewer)) : []));
	if (isDone) explainAbsence(view, results, viewer);
}

/** A button that leads to another search. */
function offerItem({ count, ...search }: Offer, viewer: Viewer): HTMLElement {
	const item = document.createElement("li");
	const button = document.createElement("button");
	const tags = search.tags.flatMap((name, i) => [i === 0 ? "Tag " : " + ", { name }]);
	const what = search.name === "" ? tags : ["“", { name: search.name }, "”"];
	setSentence(button, [...what, ` · ${counted(count, "clip")}`]);
	button.addEventListener("click", () => viewer.step({ ...HOME, ...search }));
	item.append(button);
	return item;
}

/** Says in the message why there would be no clips. */
function explainAbsence(
	{ name: typed, tags, favourites }: View,
	{ refusal }: Results,
	viewer: Viewer,
): void {
	const act = (): void => {
		viewer.step(HOME);
		page.search.focus();
	};
	const all = { label: "Show all clips", act };
	const name = typed.trim();
	const what = favourites ? "favourite" : "clip";
	if (refusal !== undefined) {
		showMessage("No clips shown", [refusal], all);
	} else if (favourites && name === "") {
		showMessage("No favourites yet", ["Tap ☆ on a clip to keep it here."], all);
	} else if (name === "" && tags.length === 0) {
		showMessage("No clips yet", ["This catalogue is empty."]);
	} else if (tags.length === 0) {
		showMessage(`No ${what}s found`, [`No ${what}’s name matches “`, { name }, "”."], all);
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

function countOf({ view, phase, results }: State): Sentence {
	if (phase === "searching") return ["Searching…"];
	const found = counted(results?.count ?? 0, view.favourites ? "favourite" : "clip");
	const name = view.name.trim();
	const search: Sentence = name === "" ? [] : [" for “", { name }, "”"];
	return [found, { unseen: [...taggedWith(view.tags), ...search] }];
}

/** What the count does not say. */
function explained({ view, phase, results, lacksClip }: State): Sentence | undefined {
	const name = { name: view.name.trim() };
	if (phase === "guessing") return ["No exact match for “", name, "”. Looking for similar names…"];
	if (phase !== "done") return undefined;
	if (lacksClip) return ["The clip in this link is no longer available."];
	if (results?.isGuess !== true) return undefined;
	return ["No exact match for “", name, `”. ${counted(results.count, "similar clip")}`];
}

function taggedWith(tags: View["tags"]): Sentence {
	return tags.flatMap((name, i) => [i === 0 ? " tagged “" : " and “", { name }, "”"]);
}

function showMessage(title: string, sentence: Sentence, action?: Action): void {
	page.messageTitle.textContent = title;
	setSentence(page.messageText, sentence);
	setAction(page.messageAction, action);
}
