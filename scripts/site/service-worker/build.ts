/** Which build a service worker belongs to: written in front of its code by the build. */
import type { FileEntry } from "../../tree/manifest.ts";
import type { Pointer } from "../../tree/pointer.ts";

/** What a worker knows of its build. */
export interface Build {
	/** The names of the store's root index files. */
	readonly store: Pick<Pointer, "packs" | "search" | "slugs">;
	/** The pages, and what pages load. */
	readonly site: readonly FileEntry[];
}
