/** Reads a published tree through whatever a host offers, and notices at once when it is damaged. */
import { type Page, parsePage } from "../contract/envelope.ts";
import { POINTER_PATH } from "./paths.ts";
import { type Pointer, parsePointer } from "./pointer.ts";

/**
 * Reads a published file as text; undefined when there is none. Paths begin with `/` and hold no
 * text of the request but in the encoding of `wordKey`.
 */
export type Asset = (path: string) => Promise<string | undefined>;

/** An asset over whatever answers HTTP requests for published files on a host. */
export function fetchedAsset(get: (path: string) => Promise<Response>): Asset {
	return async (path) => {
		const file = await get(path);
		if (file.status === 404) return undefined;
		if (!file.ok) throw new Error(`${path}: status ${file.status}`);
		return file.text();
	};
}

/** The tree is incomplete, damaged, or holds parts of two builds. */
export class DamagedTree extends Error {}

/** One build's tree, as one request sees it. */
export interface PublishedTree {
	readonly pointer: Pointer;
	readonly asset: Asset;
}

/** Opens the tree. Called for every request: a new build may replace the old one at any time. */
export async function readTree(asset: Asset): Promise<PublishedTree> {
	const text = await asset(POINTER_PATH);
	if (text === undefined) throw new DamagedTree(`${POINTER_PATH} is missing: not a published tree`);
	try {
		return { pointer: parsePointer(text), asset };
	} catch (error) {
		throw new DamagedTree(`${POINTER_PATH} is damaged: ${(error as Error).message}`);
	}
}

/** A stored page; undefined when there is none at this path. */
export async function readPage(tree: PublishedTree, path: string): Promise<Page | undefined> {
	const text = await tree.asset(path);
	if (text === undefined) return undefined;
	const page = parsePage(text);
	if (page === undefined) throw new DamagedTree(`${path} is damaged`);
	return page;
}

/** A stored page that must be there, of a result with `count` clips. */
export async function readPageOf(tree: PublishedTree, path: string, count: number): Promise<Page> {
	const page = await readPage(tree, path);
	if (page === undefined) throw new DamagedTree(`${path} is missing`);
	if (page.count !== count) {
		throw new DamagedTree(`${path} has count ${page.count}, not ${count}: parts of two builds`);
	}
	return page;
}
