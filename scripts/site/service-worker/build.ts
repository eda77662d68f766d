/** Which build a service worker belongs to: written in front of its code by the build. */

/** A published file, as the manifest lists it. */
interface ListedFile {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** What a worker knows of its build. */
export interface Build {
	/** The hash of the list of all files but the worker itself. Hex. */
	readonly contents: string;
	/** The pages, and what pages load. */
	readonly site: readonly ListedFile[];
}
