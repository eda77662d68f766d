/** The options of a run. */
import type { Progress } from "../console/progress.ts";
import { HTTP_DEFAULTS } from "../download/defaults.ts";

/** Changes of the source that a run refuses, unless they are allowed. */
export const CHANGES = ["shrink", "source", "rollback"] as const;
export type Change = (typeof CHANGES)[number];

export const DEFAULTS = {
	...HTTP_DEFAULTS,
	/** More files than any catalogue has. */
	maxFiles: 2_000_000,
	/** Changes that the user expects. */
	allow: [] as readonly Change[],
	/** Whether to copy sounds and images. */
	media: true,
	/** Whether to copy precomputed pages. */
	pages: false,
	/** Whether to copy exports: files that hold the whole catalogue again. */
	exports: false,
};

export interface Options extends Readonly<typeof DEFAULTS> {
	readonly crawl?: boolean;
	/** Whether to make a data folder even from a published tree. */
	readonly asData?: boolean;
	readonly recheck?: boolean;
	readonly key?: string;
}

/** Tells the user how far a run is, and warns. */
export type Report = Pick<Progress, "show" | "note">;
