/** Reads a published tree through whatever API a host has for its files. */
import { POINTER_PATH } from "./paths.ts";
import { type Pointer, parsePointer } from "./pointer.ts";
import {
	DamagedTree,
	decoder,
	type HashCheck,
	KEPT_FILES,
	openStore,
	type Store,
} from "./store.ts";

/**
 * Reads a published file; undefined if it does not exist. Paths start with `/` and never contain text
 * from a request.
 */
export type Asset = (path: string) => Promise<Uint8Array | undefined>;

/** Reads files from a host that serves them as HTTP responses. */
export function fetchedAsset(get: (path: string) => Promise<Response>): Asset {
	return async (path) => {
		const file = await get(path);
		if (file.status === 404) return undefined;
		if (!file.ok) throw new Error(`${path}: status ${file.status}`);
		return new Uint8Array(await file.arrayBuffer());
	};
}

/** The tree of one build. */
export interface PublishedTree {
	readonly pointer: Pointer;
	readonly store: Store;
}

/** Opens the tree. Call this for every request, since a new build may replace the tree at any time. Throws DamagedTree. */
export async function readTree(asset: Asset, hashCheck?: HashCheck): Promise<PublishedTree> {
	const bytes = await asset(POINTER_PATH);
	if (bytes === undefined)
		throw new DamagedTree(`${POINTER_PATH} is missing; this is not a published tree`);
	try {
		const pointer = await parsePointer(decoder.decode(bytes));
		return { pointer, store: openStore(asset, KEPT_FILES, hashCheck) };
	} catch (error) {
		throw new DamagedTree((error as Error).message);
	}
}
