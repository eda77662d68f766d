/** The pointer, `latest.json`: the one file that says which build is published, and leads to all its data. */
import { sha256 } from "./sha256.ts";

/** The version of all file formats in the tree. */
export const FORMAT_VERSION = 1;

/** Whether the listing starts with the first record or with the newest, which is the last. */
export type Order = "first" | "newest";

/** What the owner says about a release, so that a mirror notices an old or a forged one. */
export interface ReleaseFacts {
	/** Grows with every release. */
	readonly serial?: number;
	/** When it was published, as the owner says: `2026-01-31T12:00:00Z`. */
	readonly published?: string;
	/** The public key that the pointer is signed with, in minisign's format. */
	readonly key?: string;
}

export interface Pointer extends ReleaseFacts {
	/** The id of the build: the SHA-256, in hex, of the rest of the file after this field and its comma. */
	readonly build: string;
	readonly version: typeof FORMAT_VERSION;
	/** The base URL in links and media URLs. No trailing slash. */
	readonly base_url: string;
	/** Whether the media are in the tree or elsewhere. */
	readonly media: "local" | "remote";
	readonly order: Order;
	readonly count: number;
	/** Number of positions, including those of removed clips. */
	readonly positions: number;
	/** Average number of distinct words in a name. */
	readonly average: number;
	/** The most distinct words in any name. */
	readonly longest: number;
	/** The version of Unicode by which names were split into words. */
	readonly unicode: string;
	/** Total size of packs, shards, slug files and their index files. */
	readonly bytes: number;
	/** The names of the root index files. */
	readonly packs: string;
	readonly search: string;
	readonly slugs: string;
	readonly templates: string;
	readonly manifest: string;
}

/** The text of a pointer. */
export async function pointerJson(about: Omit<Pointer, "build" | "version">): Promise<string> {
	const { base_url, media, order, count, positions, average, longest, unicode, bytes } = about;
	const { packs, search, slugs, templates, manifest } = about;
	const version = FORMAT_VERSION;
	const statistics = { order, count, positions, average, longest, unicode, bytes };
	const roots = { packs, search, slugs, templates, manifest };
	const { serial, published, key } = about;
	const rest = `${JSON.stringify({ version, base_url, media, ...statistics, ...roots, serial, published, key }).slice(1)}\n`;
	return `{"build":"${await sha256(rest)}",${rest}`;
}

/** The pointer read last, since most requests see the same. */
let last: { readonly text: string; readonly pointer: Pointer } | undefined;

/** Parses and checks a pointer. Throws an Error that says what is wrong with the text. */
export async function parsePointer(text: string): Promise<Pointer> {
	if (last?.text === text) return last.pointer;
	const pointer = JSON.parse(text) as Partial<Pointer>;
	if (pointer.version !== FORMAT_VERSION) {
		throw new Error(
			`latest.json: unknown version ${pointer.version}; this program reads version ${FORMAT_VERSION}`,
		);
	}
	const [head = "", build] = /^\{"build":"([0-9a-f]{64})",/.exec(text) ?? [];
	if (build === undefined || (await sha256(text.slice(head.length))) !== build) {
		throw new Error("latest.json is damaged: it does not match its build id");
	}
	last = { text, pointer: pointer as Pointer };
	return last.pointer;
}
