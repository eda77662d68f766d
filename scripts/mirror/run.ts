/** Types of a run: its options, its state and its outcome. */
import type { OnProgress } from "../console/progress.ts";
import type { Http } from "./http.ts";
import type { MirrorPlace } from "./place.ts";
import type { Provenance } from "./provenance.ts";
import type { Unfinished } from "./unfinished.ts";

/** Changes of the source that a run refuses, unless they are allowed. */
export const CHANGES = ["shrink", "source", "rollback"] as const;
export type Change = (typeof CHANGES)[number];

export const DEFAULTS = {
	/** Files to fetch at a time. */
	concurrency: 4,
	/** More files than any catalogue has. */
	maxFiles: 2_000_000,
	maxGigabytes: 20,
	/** Seconds of silence after which a connection is closed. */
	timeout: 60,
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	delay: 500,
	/** Other origins that may get requests. */
	followOrigin: [] as readonly string[],
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

export interface Report {
	readonly progress: OnProgress;
	/** Warns the user. The run goes on. */
	readonly note: (message: string) => void;
}

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
	/** What DIR holds; undefined if there is none. */
	readonly held: Provenance | undefined;
	/** The last state that was held, which decides what is trusted. DIR may hold another one, or be gone. */
	readonly last: Provenance | undefined;
	readonly unfinished: Unfinished;
	readonly http: Http;
	readonly options: Options;
	/** When the run began, in ISO 8601. */
	readonly date: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** What DIR shall hold: files that are in `DIR.new`, or the files and the record that DIR has. */
export interface State {
	readonly paths: readonly string[];
	readonly provenance: Provenance;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "kind" | "build" | "count" | "failed"> {
	readonly status: "mirrored" | "partial" | "unchanged";
	/** Files of the mirror. */
	readonly files: number;
	/** Files fetched from the source. */
	readonly fetched: number;
	/** The bytes that came from the source, decompressed. */
	readonly bytes: number;
	/** Files that were here already. */
	readonly kept: number;
	readonly requests: number;
}
