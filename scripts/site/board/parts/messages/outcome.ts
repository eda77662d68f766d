/** What the page says about the clips it shows: how many there are, or why there are none. */

import type { Results } from "../../data/results.ts";
import { facts, page } from "../../page/page-elements.ts";
import type { View } from "../../state/view.ts";
import { type Action, setAction } from "./notice.ts";
import { counted, type Sentence, setSentence } from "./sentence.ts";

/** The title that the page came with, which names the clip if it is the page of one. */
const OWN_TITLE = document.title;
const SITE = page.siteTitle.textContent ?? "";
/** Characters of a search in the title of a tab. */
const MAX_TITLE = 60;

export function titleOf({ name, tags, favourites, isClipPage }: View): string {
	if (isClipPage) return OWN_TITLE;
	const what = favourites ? "Favourites" : name.trim().slice(0, MAX_TITLE) || tags.join(", ");
	return what === "" ? SITE : `${what} – ${SITE}`;
}

/** Shows how many clips there are, and offers `showAll` when there are none. */
export function showOutcome(view: View, results: Results, showAll: () => void): void {
	const { count, isGuess } = results;
	// Similar names come in the order of their likeness.
	page.order.disabled = !facts.fitsInHand || view.favourites || isGuess || count === 0;
	setSentence(page.status, statusOf(view, results));
	page.message.hidden = count > 0;
	if (count > 0) return;
	const all = { label: "Show all clips", act: showAll };
	const name = view.name.trim();
	if (view.favourites && name === "") {
		const advice = "Tap ☆ on a clip to keep it here.";
		showMessage("No favourites yet", [advice], all);
	} else if (name === "" && view.tags.length === 0) {
		showMessage("No clips yet", ["This catalogue is empty."]);
	} else if (view.tags.length > 0) {
		const search: Sentence = name === "" ? [] : [" and matches “", { name }, "”"];
		const why: Sentence = ["No clip is", ...taggedWith(view), ...search, "."];
		showMessage("No clips found", why, all);
	} else {
		const what = view.favourites ? "No favourite matches “" : "No clip matches “";
		const why = [what, { name }, "”. Try fewer or shorter words."];
		showMessage(view.favourites ? "No favourites found" : "No clips found", why, all);
	}
}

/** Shows that a search is under way. */
export function showSearching(): void {
	page.message.hidden = true;
	setSentence(page.status, ["Searching…"]);
}

/** Shows that nothing was found so far. */
export function showGuessing({ name }: View): void {
	page.order.disabled = true;
	setSentence(page.status, [
		"No exact match for “",
		{ name: name.trim() },
		"”. Looking for similar names…",
	]);
}

/** Shows that more letters are needed. The board stays as it is. */
export function showIncomplete({ name }: View): void {
	setSentence(page.status, ["Keep typing to search for “", { name: name.trim() }, "”"]);
	page.message.hidden = true;
	page.board.ariaBusy = "false";
}

export function showFavouriteCount(count: number): void {
	setSentence(page.status, [counted(count, "favourite")]);
}

/** Shows that the clips could not be read; that favourites are there all the same, if there are any. */
export function showFailure(error: unknown, hasFavourites: boolean, retry: () => void): void {
	console.warn(`instants: ${error}`);
	setSentence(page.status, []);
	page.message.hidden = false;
	const title = navigator.onLine ? "This site isn’t answering" : "You’re offline";
	const advice = navigator.onLine ? "Try again in a minute." : "This is not saved on this device.";
	const others = hasFavourites ? " Your favourites are here: select the star at the top." : "";
	const act = (): void => {
		page.message.hidden = true;
		retry();
	};
	showMessage(title, [advice + others], { label: "Try again", act });
	if (page.board.firstChild !== null) page.message.scrollIntoView({ block: "nearest" });
}

function statusOf(view: View, { count, isGuess }: Results): Sentence {
	const name = view.name.trim();
	const noun = view.favourites ? "favourite" : "clip";
	if (view.tags.length > 0) {
		const search: Sentence = name === "" ? [] : [" for “", { name }, "”"];
		return [counted(count, "clip"), ...taggedWith(view), ...search];
	}
	if (name === "") return [counted(count, noun)];
	if (isGuess) return ["No exact match for “", { name }, `”. ${counted(count, "similar clip")}`];
	return [`${counted(count, noun)} for “`, { name }, "”"];
}

function taggedWith({ tags }: View): Sentence {
	return tags.flatMap((name, i) => [i === 0 ? " tagged “" : " and “", { name }, "”"]);
}

function showMessage(title: string, sentence: Sentence, action?: Action): void {
	page.messageTitle.textContent = title;
	setSentence(page.messageText, sentence);
	setAction(page.messageAction, action);
}
