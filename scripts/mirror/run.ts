/** A run: what the user allows, what it works with, and what comes of it. */
import type { OnProgress } from "../console/progress.ts";
import type { Http } from "./http.ts";
import type { HeldRelease, MirrorPlace } from "./place.ts";
import type { Pool } from "./pool.ts";
import type { Failure, Provenance } from "./release.ts";

/** What counts unless the user says otherwise. The options of the command say what this means. */
export const DEFAULTS = {
	concurrency: 4,
	keep: 3,
	followOrigin: [] as readonly string[],
	maxFiles: 100_000,
	maxGigabytes: 20,
	maxHours: 24,
	timeout: 30,
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	delay: 500,
	/** Whether to copy sounds and images. */
	media: true,
	/** Whether to copy precomputed pages. */
	pages: false,
};

export interface Options extends Readonly<typeof DEFAULTS> {
	readonly tree?: boolean;
	readonly crawl?: boolean;
	/** Whether to make a data folder even of a published tree. */
	readonly asData?: boolean;
	readonly dryRun?: boolean;
	readonly recheck?: boolean;
	readonly allowShrink?: boolean;
	readonly allowSource?: boolean;
	readonly allowRollback?: boolean;
	readonly key?: string;
	readonly maxAge?: number;
}

export interface Report {
	readonly progress: OnProgress;
	/** Something that the user should know although the run goes on. */
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
	/** Where the run may write. */
	readonly folder: string;
	/** The releases that are here, oldest first. */
	readonly held: readonly HeldRelease[];
	readonly current: HeldRelease | undefined;
	/** The release that was taken last, which decides what is trusted: the user may have gone back to another. */
	readonly latest: HeldRelease | undefined;
	readonly pool: Pool;
	readonly http: Http;
	readonly options: Options;
	/** When the run began, in ISO 8601. */
	readonly date: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** The result of a run. */
export interface Outcome extends Pick<Provenance, "kind" | "build" | "count"> {
	/** `partial`: what the source had of it is kept, and `failed` lists the rest. */
	readonly status: "mirrored" | "partial" | "unchanged" | "dry run";
	/** The name of the current release; undefined after a dry run. */
	readonly release?: string | undefined;
	/** Files of the release. */
	readonly files: number;
	/** Files fetched from the source, or that a dry run would fetch. */
	readonly fetched: number;
	/** The bytes that came from the source, decompressed; of a dry run those of the files, as far as they are known. */
	readonly bytes: number;
	/** Files that were here already, or follow from the clips. */
	readonly kept: number;
	readonly requests: number;
	readonly failed: readonly Failure[];
}
