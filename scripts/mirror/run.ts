/** Types of a run: its options, its state and its outcome. */
import type { OnProgress } from "../console/progress.ts";
import type { Http } from "./http.ts";
import type { HeldRelease, MirrorPlace } from "./place.ts";
import type { Failure, Provenance } from "./release.ts";
import type { Current, Unfinished } from "./unfinished.ts";

/** Defaults of the command's options. */
export const DEFAULTS = {
	concurrency: 4,
	keep: 3,
	followOrigin: [] as readonly string[],
	maxFiles: 100_000,
	maxGigabytes: 20,
	timeout: 30,
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	delay: 500,
	/** Whether to copy sounds and images. */
	media: true,
	/** Whether to copy precomputed pages. */
	pages: false,
	/** Whether to copy files that hold the whole catalogue once more. */
	exports: false,
};

export interface Options extends Readonly<typeof DEFAULTS> {
	readonly tree?: boolean;
	readonly crawl?: boolean;
	/** Whether to make a data folder even from a published tree. */
	readonly asData?: boolean;
	readonly recheck?: boolean;
	readonly allowShrink?: boolean;
	readonly allowSource?: boolean;
	readonly allowRollback?: boolean;
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
	/** The releases that are here, oldest first. */
	readonly held: readonly HeldRelease[];
	/** The newest release, which decides what is trusted. It may not be the current one, after a checkout. */
	readonly latest: HeldRelease | undefined;
	/** The release that the run is making. */
	readonly unfinished: Unfinished;
	readonly http: Http;
	readonly options: Options;
	/** When the run began, in ISO 8601. */
	readonly date: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** The result of a run. */
export interface Outcome extends Current, Pick<Provenance, "kind" | "build" | "count"> {
	/** Files of the release. */
	readonly files: number;
	/** Files fetched from the source. */
	readonly fetched: number;
	/** The bytes that came from the source, decompressed. */
	readonly bytes: number;
	/** Files that were here already. */
	readonly kept: number;
	readonly requests: number;
	readonly failed: readonly Failure[];
}
