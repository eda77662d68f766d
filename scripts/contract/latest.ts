/** The pointer file: what a reader must know of a published tree before it reads anything else. */

/** The version of the pointer and manifest formats. */
export const FORMAT_VERSION = 1;

/** Contents of `latest.json`. */
export interface Latest {
	readonly version: typeof FORMAT_VERSION;
	/** Hex id of the build: the hash of the sorted file list. */
	readonly build: string;
	/** The base URL that links of the stored pages carry; no trailing slash. */
	readonly base_url: string;
	/** Whether the tree holds the media, or links to them elsewhere. */
	readonly media: "local" | "remote";
	/** Number of clips in the catalogue. */
	readonly count: number;
	/** The folder of the search shards of this build. */
	readonly shards: string;
	readonly manifest: { readonly bytes: number; readonly sha256: string };
}

/** Reads the pointer. Throws an Error that says why when the text is not one. */
export function parseLatest(text: string): Latest {
	const latest = JSON.parse(text) as Partial<Latest>;
	if (latest.version !== FORMAT_VERSION) {
		throw new Error(
			`latest.json: version ${latest.version}: this reader knows version ${FORMAT_VERSION}`,
		);
	}
	if (
		typeof latest.build !== "string" ||
		typeof latest.base_url !== "string" ||
		typeof latest.count !== "number" ||
		typeof latest.shards !== "string"
	) {
		throw new Error("latest.json: build, base_url, count or shards is missing");
	}
	return latest as Latest;
}
