/** What the page says of what it shows: how many clips, or why there are none and what can be done. */
import type { Results } from "./catalogue.ts";
import { type Sentence, say } from "./notice.ts";
import { page } from "./page-elements.ts";
import { Unreachable } from "./published-json.ts";
import type { View } from "./url.ts";

const TITLE = "Instants: press a button, hear a sound";
/** Of a search in the title of a tab. */
const MAX_TITLE = 60;

/** The title of the page. */
export function titleOf({ name, favourites }: View): string {
	if (favourites) return "Favourites – Instants";
	return name.trim() === "" ? TITLE : `${name.trim().slice(0, MAX_TITLE)} – Instants`;
}

/** Tells what was found. `showAll` leads back to all clips. */
export function tellResults(view: View, { count, isGuess }: Results, showAll: () => void): void {
	say(page.status, sentenceFor(view, isGuess, clipsInWords(count)));
	page.message.hidden = count > 0;
	if (count > 0) return;
	const all = { label: "Show all clips", act: showAll };
	if (view.favourites) {
		const advice = "Press the star under a clip, and it stays here, also offline.";
		tellInstead("No favourites yet", [advice], all);
	} else if (view.name.trim() === "") {
		tellInstead("No clips yet", ["This catalogue is empty."]);
	} else {
		const { name } = view;
		const why = ["No clip is called “", { name }, "”. Try fewer or shorter words."];
		tellInstead("Nothing found", why, all);
	}
}

/** Tells how many favourites there are. */
export function tellFavourites(count: number): void {
	say(page.status, [`Favourites: ${clipsInWords(count)}`]);
}

/** Tells that clips cannot be shown, and why. */
export function tellFailure(error: unknown, again: () => void): void {
	say(page.status, []);
	page.message.hidden = false;
	const action = { label: "Try again", act: again };
	if (error instanceof Unreachable) {
		const where =
			"The clips are not on this device yet. Your favourites are, under the star above.";
		tellInstead("No network", [where], action);
	} else {
		console.error(error);
		tellInstead("The clips cannot be loaded", ["This may pass: try again in a minute."], action);
	}
}

/** A whole number as people read it: 12,345. */
function grouped(count: number): string {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function clipsInWords(count: number): string {
	return count === 1 ? "1 clip" : `${grouped(count)} clips`;
}

function sentenceFor(view: View, isGuess: boolean, clips: string): Sentence {
	const name = view.name.trim();
	if (view.favourites) return [`Favourites: ${clips}`];
	if (name === "") return [clips];
	if (isGuess) return ["Nothing is called “", { name }, `”; like it: ${clips}`];
	return [`${clips} for “`, { name }, "”"];
}

function tellInstead(
	title: string,
	sentence: Sentence,
	action?: { readonly label: string; act(): void },
): void {
	page.messageTitle.textContent = title;
	say(page.messageText, sentence);
	page.messageAction.hidden = action === undefined;
	page.messageAction.textContent = action?.label ?? "";
	page.messageAction.onclick = () => action?.act();
}
