/** The pointer, `latest.json`: the one file that names a build, and the way to everything else of it. */
import { sha256 } from "./sha256.ts";

/** The version of all formats of the tree. */
export const FORMAT_VERSION = 1;

/** Whether the catalogue is listed from the first record on or from the last. */
export type Order = "first" | "newest";

export interface Pointer {
	/** The id of the build, hex: the SHA-256 of the text that follows it in the file, less the comma. */
	readonly build: string;
	readonly version: typeof FORMAT_VERSION;
	/** The base URL in the links of stored pages and in the clips; no trailing slash. */
	readonly base_url: string;
	/** Whether the tree holds the media, or links to them elsewhere. */
	readonly media: "local" | "remote";
	readonly order: Order;
	/** Number of clips. */
	readonly count: number;
	/** Number of positions: clips, and records of removed ones. */
	readonly positions: number;
	/** Average number of different words in a name. */
	readonly average: number;
	/** The most different words in any name. */
	readonly longest: number;
	/** Size of the packs, shards, slug files and their index files together. */
	readonly bytes: number;
	/** Names of the root index files of the store. */
	readonly packs: string;
	readonly search: string;
	readonly slugs: string;
	readonly manifest: string;
}

/** The text of a pointer, which begins with the id of the build it names. */
export async function pointerJson(about: Omit<Pointer, "build" | "version">): Promise<string> {
	const { base_url, media, order, count, positions, average, longest, bytes } = about;
	const { packs, search, slugs, manifest } = about;
	const version = FORMAT_VERSION;
	const statistics = { order, count, positions, average, longest, bytes };
	const roots = { packs, search, slugs, manifest };
	const rest = `${JSON.stringify({ version, base_url, media, ...statistics, ...roots }).slice(1)}\n`;
	return `{"build":"${await sha256(rest)}",${rest}`;
}

/** The pointer that was read last: as a rule it is the same for every request. */
let last: { readonly text: string; readonly pointer: Pointer } | undefined;

/** Reads the pointer. Throws an Error that says why when the text is not one, or is damaged. */
export async function parsePointer(text: string): Promise<Pointer> {
	if (last?.text === text) return last.pointer;
	const pointer = JSON.parse(text) as Partial<Pointer>;
	if (pointer.version !== FORMAT_VERSION) {
		throw new Error(
			`latest.json: version ${pointer.version}: this reader knows version ${FORMAT_VERSION}`,
		);
	}
	const [head = "", build] = /^\{"build":"([0-9a-f]{64})",/.exec(text) ?? [];
	if (build === undefined || (await sha256(text.slice(head.length))) !== build) {
		throw new Error("latest.json is damaged: it is not what its build id says");
	}
	last = { text, pointer: pointer as Pointer };
	return last.pointer;
}
