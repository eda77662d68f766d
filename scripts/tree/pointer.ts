/** The pointer, `latest.json`: what to know about a published tree before reading anything else of it. */

/** The version of the pointer and manifest formats. */
export const FORMAT_VERSION = 1;

export interface Pointer {
	readonly version: typeof FORMAT_VERSION;
	/** The id of the build: see `buildId`. */
	readonly build: string;
	/** The base URL in the links of stored pages; no trailing slash. */
	readonly base_url: string;
	/** Whether the tree holds the media, or links to them elsewhere. */
	readonly media: "local" | "remote";
	/** Number of clips in the catalogue. */
	readonly count: number;
	/** The folder of this build's search shards. */
	readonly shards: string;
	readonly manifest: {
		readonly bytes: number;
		/** Hex. */
		readonly sha256: string;
	};
}

/** Reads the pointer. Throws an Error that says why when the text is not one. */
export function parsePointer(text: string): Pointer {
	const pointer = JSON.parse(text) as Partial<Pointer>;
	if (pointer.version !== FORMAT_VERSION) {
		throw new Error(
			`latest.json: version ${pointer.version}: this reader knows version ${FORMAT_VERSION}`,
		);
	}
	if (
		typeof pointer.build !== "string" ||
		typeof pointer.base_url !== "string" ||
		typeof pointer.count !== "number" ||
		typeof pointer.shards !== "string"
	) {
		throw new Error("latest.json: build, base_url, count or shards is missing");
	}
	return pointer as Pointer;
}
