/**
 * The store: files named by their own hashes, which hold everything the API knows. Every reader checks
 * each file against its name, so it can never mix two builds or take a damaged file for a whole one,
 * and a copy stays good for ever.
 */
import { sha256 } from "./sha256.ts";

/** What a file of the store is part of. */
export type StoreFolder = "packs" | "search" | "slugs" | "manifest";

/** Hexadecimal digits of a name: 96 bits of SHA-256. */
const NAME_LENGTH = 24;

/** The name of a store file with this content. */
export async function storeName(content: string | BufferSource): Promise<string> {
	return (await sha256(content)).slice(0, NAME_LENGTH);
}

/** Whether a value can be the name of a store file. */
export function isStoreName(name: unknown): name is string {
	return typeof name === "string" && /^[0-9a-f]{24}$/.test(name);
}

/** The path of a store file. Packs are `.ndjson`, all others `.json`. */
export function storePath(folder: StoreFolder, name: string, extension = "json"): string {
	const parent = folder === "manifest" ? "/manifest" : `/v1/instants/${folder}`;
	return `${parent}/${name}.${extension}`;
}

/** The tree is incomplete, damaged, or holds parts of two builds. */
export class DamagedTree extends Error {}

/** The store of one tree. */
export interface Store {
	/** Reads a file and checks it. Throws a DamagedTree when it is missing or not what its name says. */
	read(folder: StoreFolder, name: string, extension?: string): Promise<string>;
}

/** A store whose files are read through `asset`. */
export function openStore(asset: (path: string) => Promise<Uint8Array | undefined>): Store {
	const decoder = new TextDecoder();
	return {
		read: async (folder, name, extension) => {
			const path = storePath(folder, name, extension);
			const content = await asset(path);
			if (content === undefined) throw new DamagedTree(`${path} is missing`);
			const bytes = content as Uint8Array<ArrayBuffer>;
			if ((await storeName(bytes)) !== name) throw new DamagedTree(`${path} is damaged`);
			return decoder.decode(bytes);
		},
	};
}
