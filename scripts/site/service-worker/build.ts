/** Which build a service worker belongs to: written in front of its code by the build. */
import type { FileEntry } from "../../tree/manifest.ts";

/** What a worker knows of its build. */
export interface Build {
	/** The hash of the list of all files but the worker itself. Hex. */
	readonly contents: string;
	/** The pages, and what pages load. */
	readonly site: readonly FileEntry[];
}
