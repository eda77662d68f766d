/** What a run says while it works, for whoever shows it: people, or programs with `--json`. */

/** Where the bytes of a file were: at the source, in the mirror, or fetched by an earlier run. */
export type From = "source" | "mirror" | "earlier run";

export type MirrorEvent =
	| { readonly event: "source"; readonly kind: string; readonly url: string; readonly dir: string }
	| {
			readonly event: "release";
			readonly build: string;
			readonly files: number;
			readonly bytes: number;
	  }
	| { readonly event: "file"; readonly path: string; readonly bytes: number; readonly from: From }
	| { readonly event: "failed file"; readonly path: string; readonly reason: string }
	| {
			readonly event: "page";
			readonly page: number;
			readonly instants: number;
			readonly count: number;
	  }
	| { readonly event: "note"; readonly message: string }
	| { readonly event: "progress"; readonly progress: TransferProgress }
	| { readonly event: "done"; readonly result: Outcome };

/** How far the files of a phase are. */
interface TransferProgress {
	readonly phase: string;
	readonly files: number;
	readonly allFiles: number;
	readonly bytes: number;
	readonly allBytes: number;
}

/** What a run came to. */
export interface Outcome {
	readonly status: "mirrored" | "unchanged" | "dry run";
	readonly kind: "release" | "catalogue";
	/** Of a release. */
	readonly build?: string;
	/** Clips in the catalogue. */
	readonly count: number;
	readonly media: boolean;
	/** Files and bytes that came from the source, or would. */
	readonly fetched: number;
	readonly bytes: number;
	/** Files that were here already. */
	readonly kept: number;
	/** Paths of files that went, or would. */
	readonly deleted: readonly string[];
	/** Files of the user's own that stay. */
	readonly own: number;
	/** Host files that the source keeps to itself. */
	readonly withheld: readonly string[];
	readonly requests: number;
	readonly warnings: readonly string[];
}

export type Tell = (event: MirrorEvent) => void;
