/** The data that a build writes into the service worker, messages from pages to it, and its replies. */
import type { FileEntry } from "../../tree/manifest.ts";
import type { Pointer } from "../../tree/pointer.ts";

/** At the root, so that the worker can answer for the whole site. Without a leading slash. */
export const SERVICE_WORKER_PATH = "service-worker.js";

/** What the build writes in front of the worker's code, as `BUILD`. */
export interface Build {
	/** A hash of all fields below. */
	readonly contents: string;
	/** The part of the pointer that describes the store. The worker stores no precomputed pages. */
	readonly store: Omit<Pointer, "build" | "version" | "manifest" | "listing" | "words">;
	/** The pages, and the files they load. */
	readonly site: readonly (FileEntry & { readonly name: string | undefined })[];
	/** The files that pages need to guess names, if these are small. */
	readonly names: readonly FileEntry[];
}

/** A request from a page to a worker. */
export type PageMessage =
	/** Take over from the previous worker. Unless `isAsked`, the reply is `failed` while other pages are open. */
	| { readonly kind: "activate"; readonly isAsked: boolean }
	/** Answered with `state`. */
	| { readonly kind: "state" }
	/** Keep exactly these media, as long as the device has room. Answered with `pinned`. */
	| { readonly kind: "pin"; readonly urls: readonly string[] }
	/** Store the whole catalogue except its media. Answered with `progress`, then `state` or `failed`. */
	| { readonly kind: "store-all" };

/** A reply from a worker. */
export type WorkerMessage =
	| {
			readonly kind: "state";
			/** Whether all of the catalogue except its media is stored. */
			readonly isStored: boolean;
			/** The size of the catalogue without media. */
			readonly bytes: number;
	  }
	/** How many media could not be fetched. */
	| { readonly kind: "pinned"; readonly failed: number }
	/** How much is stored: 0 to 1. */
	| { readonly kind: "progress"; readonly fraction: number }
	| { readonly kind: "failed" };
