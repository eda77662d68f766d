/**
 * The store: all data behind the API, in files named by their hashes. Readers check every file against
 * its name, so they never mix two builds or use a damaged file, and can cache files for ever.
 */
import { LruCache } from "./lru-cache.ts";
import { sha256 } from "./sha256.ts";

export type StoreFolder = "packs" | "search" | "slugs" | "templates" | "manifest";

/** In hexadecimal digits; 96 bits of SHA-256. */
export const NAME_LENGTH = 24;

/** What names of store files look like. */
export const STORE_NAME = new RegExp(`^[0-9a-f]{${NAME_LENGTH}}$`);

/** The name of a file with this content. */
export async function storeName(content: string | BufferSource): Promise<string> {
	return (await sha256(content)).slice(0, NAME_LENGTH);
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

/** The path of a file. Packs are `.ndjson`, all others `.json`. */
export function storePath(folder: StoreFolder, name: string, extension = "json"): string {
	const parent = folder === "manifest" ? "/manifest" : `/v1/instants/${folder}`;
	return `${parent}/${name}.${extension}`;
}

/** A published file is missing or damaged. */
export class DamagedTree extends Error {}

export interface Store {
	/** Reads a file and checks its hash. Throws DamagedTree. */
	readBytes(folder: StoreFolder, name: string, extension?: string): Promise<Uint8Array>;
	/** The same as text. */
	read(folder: StoreFolder, name: string, extension?: string): Promise<string>;
}

const decoder = new TextDecoder();

/** @param asset reads a published file; undefined if it does not exist */
export function openStore(asset: (path: string) => Promise<Uint8Array | undefined>): Store {
	const readBytes: Store["readBytes"] = async (folder, name, extension) => {
		const path = storePath(folder, name, extension);
		const content = await asset(path);
		if (content === undefined) throw new DamagedTree(`${path} is missing`);
		const bytes = content as Uint8Array<ArrayBuffer>;
		if ((await storeName(bytes)) !== name) throw new DamagedTree(`${path} is damaged`);
		return bytes;
	};
	return { readBytes, read: async (...file) => decoder.decode(await readBytes(...file)) };
}

/** A quarter of the memory of a Cloudflare worker, if what is parsed takes two bytes for each of text. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Files, by path. Requests have most of them in common, and since files are named by their content, what
 * is kept here is right for any tree. Shards and packs are kept as bytes: the garbage collector would have
 * to move large texts around.
 */
export const KEPT_FILES = new LruCache<unknown>(MAX_BYTES);

async function kept<T>(
	store: Store,
	[folder, name, extension]: Parameters<Store["readBytes"]>,
	parse: (bytes: Uint8Array) => T,
): Promise<T> {
	const path = storePath(folder, name, extension);
	const known = KEPT_FILES.get(path) as T | undefined;
	if (known !== undefined) return known;
	const bytes = await store.readBytes(folder, name, extension);
	const parsed = parse(bytes);
	KEPT_FILES.set(path, parsed, bytes.length);
	return parsed;
}

/** Reads a file, unless it is still in memory. Throws DamagedTree. */
export function readKept(
	store: Store,
	...file: Parameters<Store["readBytes"]>
): Promise<Uint8Array> {
	return kept(store, file, (bytes) => bytes);
}

/** Reads and parses a file, unless it is still in memory. Throws DamagedTree. */
export function readParsed<T>(
	store: Store,
	folder: StoreFolder,
	name: string,
	parse: (text: string) => T,
): Promise<T> {
	return kept(store, [folder, name], (bytes) => parse(decoder.decode(bytes)));
}
