/** What a run is asked, what it works with, and what comes of it. */
import type { Progress } from "../console/progress.ts";
import { HTTP_DEFAULTS } from "../download/defaults.ts";
import type { Http } from "../download/http.ts";
import type { MirrorPlace } from "./place.ts";
import type { Provenance } from "./provenance.ts";
import type { Unfinished } from "./unfinished.ts";

/** Changes of the source that a run refuses, unless they are allowed. */
export const CHANGES = ["shrink", "source", "rollback"] as const;
type Allowance = (typeof CHANGES)[number];

export const DEFAULTS = {
	...HTTP_DEFAULTS,
	/** More files than any catalogue has. */
	maxFiles: 2_000_000,
	/** Changes that the user expects. */
	allow: [] as readonly Allowance[],
	/** Whether to copy sounds and images. */
	media: true,
	/** Whether to copy precomputed pages. */
	pages: false,
	/** Whether to copy exports: files that hold the whole catalogue again. */
	exports: false,
};

export interface Options extends Readonly<typeof DEFAULTS> {
	readonly recheck?: boolean;
	readonly key?: string;
}

/** Tells the user how far a run is, and warns. */
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
	/** The last state that was held. DIR may hold another one, or be gone. */
	readonly last: Provenance | undefined;
	/** What DIR holds; undefined if it holds none, or if its record or its list of files is damaged. */
	readonly held: Provenance | undefined;
	readonly unfinished: Unfinished;
	readonly http: Http;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "build" | "count" | "failed"> {
	readonly status: "mirrored" | "partial" | "unchanged";
	/** Files of the mirror: all, those that came from the source, and those that were here. */
	readonly files: number;
	readonly fetched: number;
	readonly kept: number;
	/** The bytes that came from the source, decompressed. */
	readonly bytes: number;
	readonly requests: number;
}
