/** Reads the clips of a view, and says so when that takes time. */

import type { Search } from "./catalogue.ts";
import type { Favourites } from "./favourites.ts";
import { showGuessing, showIncomplete, showSearching } from "./outcome.ts";
import { pageOf, type Results } from "./results.ts";
import type { View } from "./url.ts";

/** With the pause in typing, within 200 ms of the last key. */
const SAID_AFTER_MS = 60;

export interface ClipSources {
	readonly favourites: Favourites;
	/** The clips that a search means, or all if it is blank; undefined if more has to be typed. */
	search(asked: Search): Promise<Results | undefined>;
}

interface Reading extends ClipSources {
	/** Whether more letters may follow those of the search. */
	readonly isTyping: boolean;
	/** Whether this view is still wanted. */
	isCurrent(): boolean;
}

/** Undefined if more has to be typed. */
export async function clipsOfView(
	view: View,
	{ favourites, search, isTyping, isCurrent }: Reading,
): Promise<Results | undefined> {
	if (view.favourites) {
		const { clips } = favourites;
		return { count: clips.length, isGuess: false, page: async (n) => pageOf(clips, n) };
	}
	const { name, order } = view;
	const timer = setTimeout(() => {
		if (isCurrent() && name !== "") showSearching();
	}, SAID_AFTER_MS);
	const found = await search({ name, isTyping, order }).finally(() => clearTimeout(timer));
	if (found === undefined && isCurrent()) showIncomplete(view);
	if (found?.similar === undefined) return found;
	if (isCurrent()) showGuessing(view);
	return (await found.similar()) ?? found;
}
