/** What the build writes into the page about itself, as JSON. */
import type { Home } from "../../../edge/rebase.ts";

/** The most clips that a page holds at once, to order them and to search more than their names: their packs are some fifty small files. */
export const MAX_IN_HAND = 1000;

export interface BuildFacts {
	/** What the build was made for: the site may be at another address. */
	readonly home: Home;
	/** The path of the script that answers the API in the page; no leading slash, as in all paths here. */
	readonly searchScript: string;
	/** The path of the script that looks through all clips of a small catalogue. */
	readonly matchesScript: string;
	/** The path of the script that the page loads once someone uses it. */
	readonly laterScript: string;
	/** Whether the build is for hosts that run no code, which cannot answer the API. */
	readonly isForFilesOnly: boolean;
	/** Whether the listing starts with the last clip of the index of all names. */
	readonly isNewestFirst: boolean;
	/** Whether there are so few clips that the page may hold them all. */
	readonly fitsInHand: boolean;
	/** Whether clips have pages of their own. */
	readonly hasClipPages: boolean;
	/** Whether the index of all names is small enough to load it for a guess. */
	readonly canGuess: boolean;
}
