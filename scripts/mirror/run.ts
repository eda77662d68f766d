/** The request for a run, the state of the run, and its result. */
import type { Progress } from "../console/progress.ts";
import { HTTP_DEFAULTS } from "../download/defaults.ts";
import type { Http } from "../download/http.ts";
import type { MirrorPlace } from "./place.ts";
import type { Provenance } from "./provenance.ts";
import type { Unfinished } from "./unfinished.ts";

/** Changes at the source that a run refuses unless they are allowed. */
export const CHANGES = ["shrink", "source", "rollback"] as const;
type Allowance = (typeof CHANGES)[number];

export const DEFAULTS = {
	...HTTP_DEFAULTS,
	/** More files than the tree of any catalogue has. */
	maxFiles: 2_000_000,
	/** Changes that the user expects. */
	allow: [] as readonly Allowance[],
	/** Whether to copy sounds and images. */
	media: true,
	/** Whether to copy precomputed pages. */
	pages: false,
	/** Whether to copy exports: files that contain the whole catalogue again. */
	exports: false,
};

export interface Options extends Readonly<typeof DEFAULTS> {
	readonly recheck?: boolean;
	readonly key?: string;
}

/** Shows the user the progress of a run, and warnings. */
export type Report = Pick<Progress, "show" | "note">;

export interface RunRequest extends Partial<Options> {
	readonly url: string;
	readonly dir: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

export interface Run {
	/** Without a trailing slash. */
	readonly url: string;
	readonly place: MirrorPlace;
	readonly options: Options;
	/** The last mirrored state. DIR may contain a different one, or be missing. */
	readonly last: Provenance | undefined;
	/** The state in DIR; undefined if there is none, or if its record or its list of files is damaged. */
	readonly held: Provenance | undefined;
	readonly unfinished: Unfinished;
	readonly http: Http;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "build" | "count" | "failed"> {
	readonly status: "mirrored" | "partial" | "unchanged";
	/** The number of files in the mirror: in total, fetched in this run, and here before it. */
	readonly files: number;
	readonly fetched: number;
	readonly kept: number;
	/** The bytes received from the source, decompressed. */
	readonly bytes: number;
	readonly requests: number;
}
