/** What the page and its service worker tell each other. */

/** What a page asks of a worker. */
export type PageMessage =
	/** Take over from the worker before. */
	| { readonly kind: "activate" }
	/** Answered with `state`. */
	| { readonly kind: "state" }
	/** Keep just these media, for as long as the device has room. Answered with `pinned`. */
	| { readonly kind: "pin"; readonly urls: readonly string[] }
	/** Store the whole catalogue but its media. Answered with `progress`, then `state` or `failed`. */
	| { readonly kind: "store-all" };

/** What a worker answers. */
export type WorkerMessage =
	| {
			readonly kind: "state";
			/** The id of the build that is stored; undefined when only parts are. */
			readonly build: string | undefined;
	  }
	| { readonly kind: "pinned"; readonly failed: number }
	| { readonly kind: "progress"; readonly bytes: number; readonly total: number }
	| { readonly kind: "failed" };
