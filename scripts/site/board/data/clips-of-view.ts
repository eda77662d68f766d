/** Reads the clips of a view, and says so when that takes time. */
import type { Instant } from "../../../contract/instant.ts";
import type { Favourites } from "../parts/favourites/favourites.ts";
import { showGuessing, showIncomplete, showSearching } from "../parts/messages/outcome.ts";
import type { View } from "../state/view.ts";
import { loadMatchesScript } from "./api.ts";
import type { Search } from "./catalogue.ts";
import type { Asked } from "./other-matches.ts";
import { listed, type Results } from "./results.ts";

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
	/** Aborted as soon as another view is wanted. */
	readonly signal: AbortSignal;
}

/** Undefined if more has to be typed. */
export async function clipsOfView(
	view: View,
	{ favourites, search, isTyping, signal }: Reading,
): Promise<Results | undefined> {
	const { name, tags, order } = view;
	if (view.favourites) return listed(await matchesIn(favourites.clips, { name, tags, isTyping }));
	const timer = setTimeout(() => {
		if (!signal.aborted && name !== "") showSearching();
	}, SAID_AFTER_MS);
	const found = await search({ name, tags, isTyping, order }).finally(() => clearTimeout(timer));
	if (found === undefined && !signal.aborted) showIncomplete(view);
	if (found?.similar === undefined) return found;
	if (!signal.aborted) showGuessing(view);
	return (await found.similar()) ?? found;
}

async function matchesIn(clips: readonly Instant[], asked: Asked): Promise<readonly Instant[]> {
	return asked.name.trim() === "" ? clips : (await loadMatchesScript()).allMatches(clips, asked);
}
