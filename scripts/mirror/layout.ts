/** Where everything of one mirror lies: the mirror itself, and the folder beside it with all that runs need. */
import { basename, dirname, join, resolve } from "node:path";

/** Where everything of one mirror lies. */
export interface Workspace {
	/** The folder as the user named it, for messages. */
	readonly name: string;
	/** The mirror itself. */
	readonly live: string;
	/** The folder beside it. */
	readonly folder: string;
	/** The next release; all its files are whole and right. */
	readonly staging: string;
	/** What earlier runs staged, for another release perhaps: its files are used where they are right. */
	readonly earlier: string;
	/** Files that are being received. */
	readonly parts: string;
}

/** What the name of a hidden folder beside ends with. */
export const BESIDE = ".mirror";

/** The places of the mirror `dir`. Nothing is read or written. */
export function workspaceOf(dir: string): Workspace {
	const live = resolve(dir);
	const folder = join(dirname(live), `.${basename(live)}${BESIDE}`);
	return {
		name: dir,
		live,
		folder,
		staging: join(folder, "staging"),
		earlier: join(folder, "earlier"),
		parts: join(folder, "parts"),
	};
}

export const previousOf = ({ folder }: Workspace): string => join(folder, "previous");
export const discardedOf = ({ folder }: Workspace): string => join(folder, "discarded");
export const heldOf = ({ folder }: Workspace): string => join(folder, "held.json");
export const nextOf = ({ folder }: Workspace): string => join(folder, "next.json");

/** The logs of a run, by which a killed one is taken up. */
export const LOGS = { pages: "pages.ndjson", media: "media.ndjson" } as const;
