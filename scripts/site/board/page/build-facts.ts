/** Facts that the build writes into the page, as JSON. */
import type { Home } from "../../../edge/rebase.ts";

export interface BuildFacts {
	/** The base URL and media of the build: the site may be served at a different address. */
	readonly home: Home;
	/** The path of the script that searches in the page; no leading slash, as in all paths here. */
	readonly searchScript: string;
	/** The path of the script for cards. */
	readonly cardScript: string;
	/** The path of the script for boards of few clips. */
	readonly padsScript: string;
	/** The path of the script for outputs. */
	readonly outputsScript: string;
	/** The path of the script for long lists. */
	readonly farRowsScript: string;
	/** The path of the script with the code that the first view can do without. */
	readonly extrasScript: string;
	/** Whether the host runs code that answers API requests. */
	readonly runsCode: boolean;
	/** Whether the listing starts with the last clip of the index of all names. */
	readonly isNewestFirst: boolean;
	/** Whether there are clip pages. */
	readonly hasClipPages: boolean;
	/** Whether the index of all names is small enough to load for a guess. */
	readonly canGuess: boolean;
}
