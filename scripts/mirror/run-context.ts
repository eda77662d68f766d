/** What one run works with, what it reports on the way, and what it returns. */
import type { Inventory } from "./inventory.ts";
import type { MirrorRecord } from "./record.ts";
import type { Source } from "./source.ts";
import type { Workspace } from "./workspace-paths.ts";

export interface RunOptions {
	readonly concurrency: number;
	/** Whether to fetch media; as in the last run if undefined. */
	readonly media?: boolean | undefined;
	/** Whether to delete files that belong to no release. */
	readonly delete: boolean;
	readonly dryRun: boolean;
	/** Whether to hash every file even if the mirror already has this release. */
	readonly recheck?: boolean;
	/** The only build to accept; any if undefined. */
	readonly onlyBuild?: string | undefined;
}

export interface RunContext {
	readonly source: Source;
	readonly workspace: Workspace;
	/** What the mirror contained when the run began. */
	readonly inventory: Inventory;
	/** What the last run recorded, possibly about an earlier folder of the same name. */
	readonly record: MirrorRecord | undefined;
	readonly options: RunOptions;
	readonly report: Report;
}

/** Called with everything a run has to say while it works. */
export type Report = (event: RunEvent) => void;

/** Where a file came from: the source, the mirror, or the clips in the store. */
type Origin = "source" | "mirror" | "store";

export type RunEvent =
	| { readonly event: "source"; readonly kind: string; readonly url: string; readonly dir: string }
	| {
			readonly event: "release";
			readonly build: string;
			readonly files: number;
			readonly bytes: number;
	  }
	| { readonly event: "file"; readonly path: string; readonly bytes: number; readonly from: Origin }
	| { readonly event: "failed file"; readonly path: string; readonly reason: string }
	| {
			readonly event: "page";
			readonly page: number;
			readonly instants: number;
			readonly count: number;
	  }
	| { readonly event: "note"; readonly message: string }
	| { readonly event: "progress"; readonly progress: PhaseProgress }
	| { readonly event: "done"; readonly result: Outcome };

interface PhaseProgress {
	readonly phase: string;
	readonly files: number;
	readonly allFiles: number;
	readonly bytes: number;
	readonly allBytes: number;
}

/** The result of a run. */
export interface Outcome {
	readonly status: "mirrored" | "unchanged" | "dry run";
	readonly kind: "release" | "catalogue";
	/** Only of a release. */
	readonly build?: string;
	/** Clips in the catalogue. */
	readonly count: number;
	readonly media: boolean;
	/** Files fetched from the source, or that a dry run would fetch. */
	readonly fetched: number;
	/** Bytes fetched, decompressed. A dry run estimates those of store files, whose sizes it does not know. */
	readonly bytes: number;
	/** Files that were made from the clips in the store instead of being fetched. */
	readonly made: number;
	/** Files that were already here. */
	readonly kept: number;
	/** Paths of files that were deleted, or that a dry run would delete. */
	readonly deleted: readonly string[];
	/** The user's own files, which stay. */
	readonly own: number;
	readonly requests: number;
	readonly warnings: readonly string[];
}
