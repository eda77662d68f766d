/** Reads the clips of a view from the favourites or the catalogue, and tells when that takes time. */
import { matchesAmong, type Search } from "../data/catalogue.ts";
import { listed, type Results } from "../data/results.ts";
import type { Favourites } from "./favourites.ts";
import type { State } from "./state.ts";
import type { View } from "./view.ts";

/** With the pause in typing, within 200 ms of the last key. */
const SAID_AFTER_MS = 60;

export interface ClipSources {
	readonly favourites: Favourites;
	/** The clips that a search means, or all if it is blank; undefined if more has to be typed. */
	search(asked: Search): Promise<Results | undefined>;
}

/**
 * Undefined if more has to be typed.
 * @param isTyping whether more letters may follow those of the search
 */
export async function clipsOfView(
	{ name, tags, favourites: areFavourites }: View,
	isTyping: boolean,
	{ favourites, search }: ClipSources,
	enter: (phase: State["phase"]) => void,
): Promise<Results | undefined> {
	const asked = { name, tags, isTyping };
	if (areFavourites) return listed(await matchesAmong(favourites.clips, asked));
	const timer = setTimeout(() => name !== "" && enter("searching"), SAID_AFTER_MS);
	const found = await search(asked).finally(() => clearTimeout(timer));
	if (found?.similar === undefined) return found;
	enter("guessing");
	return (await found.similar()) ?? found;
}
