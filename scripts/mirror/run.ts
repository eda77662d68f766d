/** What one run of `npm run mirror` works with, whatever it mirrors. */
import type { Tell } from "./events.ts";
import type { Holding } from "./holding.ts";
import type { Workspace } from "./layout.ts";
import type { MirrorRecord } from "./record.ts";
import type { Source } from "./source.ts";

export interface MirrorOptions {
	readonly concurrency: number;
	/** Whether media are wanted; as the last time when undefined. */
	readonly media?: boolean | undefined;
	/** Whether files go that are of no release. */
	readonly delete: boolean;
	readonly dryRun: boolean;
	/** Whether every file is hashed, though the release is the one that is held. */
	readonly recheck?: boolean;
	/** The one build that is taken; any when undefined. */
	readonly onlyBuild?: string | undefined;
}

/** What one run works with. */
export interface Run {
	readonly source: Source;
	readonly workspace: Workspace;
	/** What the mirror held when the run began. */
	readonly holding: Holding;
	/** What the last run remembered; of an earlier folder of that name, perhaps. */
	readonly record: MirrorRecord | undefined;
	readonly options: MirrorOptions;
	readonly tell: Tell;
}
