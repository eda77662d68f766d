/** Types of a run: what it is asked, its state and its outcome. */
import type { Http } from "../download/http.ts";
import type { Options, Report } from "./options.ts";
import type { MirrorPlace } from "./place.ts";
import type { Provenance } from "./provenance.ts";
import type { Unfinished } from "./unfinished.ts";

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
export interface MirrorState {
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
