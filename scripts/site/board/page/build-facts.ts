/** What the build writes into the page about itself, as JSON. */
import type { Home } from "../../../edge/rebase.ts";

export interface BuildFacts {
	/** What the build was made for: the site may be at another address. */
	readonly home: Home;
	/** The path of the script that searches in the page; no leading slash, as in all paths here. */
	readonly searchScript: string;
	/** The path of the script that the page loads once someone uses it. */
	readonly laterScript: string;
	/** Whether the build is for hosts that run no code, which cannot answer the API. */
	readonly isForFilesOnly: boolean;
	/** Whether the listing starts with the last clip of the index of all names. */
	readonly isNewestFirst: boolean;
	/** Whether clips have pages of their own. */
	readonly hasClipPages: boolean;
	/** Whether the index of all names is small enough to load it for a guess. */
	readonly canGuess: boolean;
}
