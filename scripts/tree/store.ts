/**
 * The store: all data behind the API, in files named by their hashes. Readers check every file against its name,
 * so they never mix builds or use a damaged file, and can cache files for ever.
 */
import { LruCache } from "./lru-cache.ts";

/** The version of all file formats in the tree. */
export const FORMAT_VERSION = 1;

/** The folders of the store. The pointer names the root of each. */
export const STORE_FOLDERS = [
	"packs",
	"search",
	"recent",
	"slugs",
	"tags",
	"templates",
	"manifest",
	"listing",
	"words",
] as const;

export type StoreFolder = (typeof STORE_FOLDERS)[number];

/** Whether a folder is an index of precomputed pages (page-index.ts), which is not needed to compose pages. */
export function leadsToPages(folder: StoreFolder): folder is "listing" | "words" {
	return folder === "listing" || folder === "words";
}

/** Names of store files are the SHA-256 of their content. */
export const STORE_NAME = /^[0-9a-f]{64}$/;

/** A published file is missing or damaged. */
export class DamagedTree extends Error {}

export class MissingFile extends DamagedTree {}

/** SHA-256 in hexadecimal digits, computed with the only API that every runtime has. */
export async function sha256(data: string | BufferSource): Promise<string> {
	const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
	const digest = new DataView(await crypto.subtle.digest("SHA-256", bytes));
	let hex = "";
	for (let at = 0; at < digest.byteLength; at += 4) {
		hex += digest.getUint32(at).toString(16).padStart(8, "0");
	}
	return hex;
}

/** Whether a file has this SHA-256, of which only the first digits may be given. */
export type HashCheck = (file: Uint8Array<ArrayBuffer>, hash: string) => boolean | Promise<boolean>;

/**
 * Whether the SHA-256 of the data begins with `hash`. Browsers compute no hashes for pages loaded over plain HTTP
 * from another machine, so these pages trust the host.
 */
export async function hasHash(data: string | BufferSource, hash: string): Promise<boolean> {
	const { isSecureContext } = globalThis as { isSecureContext?: boolean };
	return isSecureContext === false || (await sha256(data)).startsWith(hash);
}

/** Whether a value could be the name of a store file. */
export function isStoreName(name: unknown): name is string {
	return typeof name === "string" && STORE_NAME.test(name);
}

/** Reads files at the same time, each once. Returns the results by name. */
export async function readAll<T>(
	names: Iterable<string>,
	read: (name: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
	const pairs = Array.from(new Set(names), async (name) => [name, await read(name)] as const);
	return new Map(await Promise.all(pairs));
}

/** How many files are read at the same time where there may be thousands. */
const AT_A_TIME = 8;

/** Calls a function with each item, a few at a time. Yields the results of each batch, in order. */
export async function* inBatches<T, R>(
	items: readonly T[],
	act: (item: T) => Promise<R>,
): AsyncGenerator<R[]> {
	for (let i = 0; i < items.length; i += AT_A_TIME) {
		yield Promise.all(items.slice(i, i + AT_A_TIME).map(act));
	}
}

/** Does the same, but returns all results together. */
export async function mapInBatches<T, R>(
	items: readonly T[],
	act: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	for await (const batch of inBatches(items, act)) results.push(...batch);
	return results;
}

/**
 * The path of a file. Packs are `.ndjson` files, all others are `.json` files. Throws DamagedTree if the name is
 * not that of a store file, since foreign index files may name anything.
 */
export function storePath(folder: StoreFolder, name: string, extension = "json"): string {
	if (!isStoreName(name)) {
		const text = (typeof name === "string" ? JSON.stringify(name) : typeof name).slice(0, 100);
		throw new DamagedTree(`${text} is not a valid name for a file in ${folder}`);
	}
	const parent = folder === "manifest" ? "/manifest" : `/v1/instants/${folder}`;
	return `${parent}/${name}.${extension}`;
}

export interface Store {
	/** Reads a file whose SHA-256 begins with `hash`. Throws DamagedTree. */
	readBytes(path: string, hash: string): Promise<Uint8Array>;
	/** Cached files, by path and hash. */
	readonly kept?: LruCache<unknown>;
}

/** All text in the tree is UTF-8. */
export const decoder = new TextDecoder();

/**
 * @param asset reads a published file; undefined if it does not exist
 * @param kept caches files; without it, every file is read each time
 * @param hashCheck Web Crypto by default; a host may have a cheaper one
 */
export function openStore(
	asset: (path: string) => Promise<Uint8Array | undefined>,
	kept?: LruCache<unknown>,
	hashCheck: HashCheck = hasHash,
): Store {
	return {
		...(kept && { kept }),
		readBytes: async (path, hash) => {
			const content = await asset(path);
			if (content === undefined) throw new MissingFile(`${path} is missing`);
			const bytes = content as Uint8Array<ArrayBuffer>;
			if (!(await hashCheck(bytes, hash))) throw new DamagedTree(`${path} is damaged`);
			return bytes;
		},
	};
}

/** A quarter of the memory of a Cloudflare worker, if parsed values take two bytes per byte of text. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Cached files, by path and hash. Most requests need the same files, and since file names are derived from their
 * content, a cached file is right for any tree. Shards and packs are cached as bytes: the garbage collector would
 * have to move large strings around.
 */
export const KEPT_FILES = new LruCache<unknown>(MAX_BYTES);

/** Reads and parses a file, unless it is cached. Throws DamagedTree. */
async function readOnce<T>(
	{ readBytes, kept }: Store,
	path: string,
	hash: string,
	parse: (bytes: Uint8Array) => T,
): Promise<T> {
	// Files outside the store keep their path when they change.
	const key = `${path} ${hash}`;
	const known = kept?.get(key) as T | undefined;
	if (known !== undefined) return known;
	const bytes = await readBytes(path, hash);
	const parsed = parse(bytes);
	kept?.set(key, parsed, bytes.length);
	return parsed;
}

/** Reads a file as text, unless it is cached. Throws DamagedTree. */
export async function readText(store: Store, path: string, hash: string): Promise<string> {
	return decoder.decode(await readOnce(store, path, hash, (bytes) => bytes));
}

/** Reads a file, unless it is cached. Throws DamagedTree. */
export function readKept(
	store: Store,
	folder: StoreFolder,
	name: string,
	extension?: string,
): Promise<Uint8Array> {
	return readOnce(store, storePath(folder, name, extension), name, (bytes) => bytes);
}

/**
 * Reads a JSON file, unless it is cached. Throws DamagedTree.
 * @param kind the expected content, for the message
 * @param checked returns the value if it is as expected, or else undefined
 */
export async function readParsed<T>(
	store: Store,
	folder: StoreFolder,
	name: string,
	kind: string,
	checked: (value: unknown) => T | undefined,
): Promise<T> {
	const path = storePath(folder, name);
	const parse = (bytes: Uint8Array): T => {
		try {
			const value = checked(JSON.parse(decoder.decode(bytes)));
			if (value !== undefined) return value;
		} catch {}
		throw new DamagedTree(`${path} is not ${kind}`);
	};
	return readOnce(store, path, name, parse);
}
