/** Reading a published tree through whatever a host offers, and telling a damaged one at once. */
import { parseStoredPage, type StoredPage } from "../contract/envelope.ts";
import { type Latest, parseLatest } from "../contract/latest.ts";
import { LATEST_PATH } from "../contract/paths.ts";

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
	readonly latest: Latest;
	readonly asset: Asset;
}

/** Opens the tree. Read anew for every request: a new build may be put in its place at any time. */
export async function readTree(asset: Asset): Promise<PublishedTree> {
	const text = await asset(LATEST_PATH);
	if (text === undefined) throw new DamagedTree(`${LATEST_PATH} is missing: not a published tree`);
	try {
		return { latest: parseLatest(text), asset };
	} catch (error) {
		throw new DamagedTree(`${LATEST_PATH} is damaged: ${(error as Error).message}`);
	}
}

/** A stored page; undefined when there is none at this path. */
export async function readPage(tree: PublishedTree, path: string): Promise<StoredPage | undefined> {
	const text = await tree.asset(path);
	if (text === undefined) return undefined;
	const page = parseStoredPage(text);
	if (page === undefined) throw new DamagedTree(`${path} is damaged`);
	return page;
}

/** A stored page that must be there, of a result with `count` clips. */
export async function readPageOf(
	tree: PublishedTree,
	path: string,
	count: number,
): Promise<StoredPage> {
	const page = await readPage(tree, path);
	if (page === undefined) throw new DamagedTree(`${path} is missing`);
	if (page.count !== count) {
		throw new DamagedTree(`${path} has count ${page.count}, not ${count}: parts of two builds`);
	}
	return page;
}
