/** Reads a published tree through whatever a host offers. */
import { POINTER_PATH } from "./paths.ts";
import { type Pointer, parsePointer } from "./pointer.ts";
import { DamagedTree, openStore, type Store } from "./store.ts";

/**
 * Reads a published file; undefined when there is none. Paths begin with `/` and never hold text of
 * the request.
 */
export type Asset = (path: string) => Promise<Uint8Array | undefined>;

/** An asset over whatever answers HTTP requests for published files on a host. */
export function fetchedAsset(get: (path: string) => Promise<Response>): Asset {
	return async (path) => {
		const file = await get(path);
		if (file.status === 404) return undefined;
		if (!file.ok) throw new Error(`${path}: status ${file.status}`);
		return new Uint8Array(await file.arrayBuffer());
	};
}

/** One build's tree, as one request sees it. */
export interface PublishedTree {
	readonly pointer: Pointer;
	readonly store: Store;
}

/** Opens the tree. Called for every request: a new build may replace the old one at any time. */
export async function readTree(asset: Asset): Promise<PublishedTree> {
	const bytes = await asset(POINTER_PATH);
	if (bytes === undefined)
		throw new DamagedTree(`${POINTER_PATH} is missing: not a published tree`);
	try {
		const pointer = await parsePointer(new TextDecoder().decode(bytes));
		return { pointer, store: openStore(asset) };
	} catch (error) {
		throw new DamagedTree((error as Error).message);
	}
}
