/** Where the pages of a request come from: the listing, a precomputed word, or a search. */
import { instantJson, type StoredPage, storedInstants, storedPage } from "../contract/envelope.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../contract/paths.ts";
import { queryTokens } from "../search/tokens.ts";
import { DamagedTree, type PublishedTree, readPage, readPageOf } from "./published-tree.ts";
import { searchNames } from "./search.ts";

/** All pages of one result. */
export interface Pages {
	/** Number of clips on all pages. */
	readonly count: number;
	/** Reads one page, 1-based, which must be there. */
	read(page: number): Promise<StoredPage>;
}

/** The pages for a name; of the whole catalogue when the name is empty. */
export async function findPages(tree: PublishedTree, name: string): Promise<Pages> {
	if (name === "") return listing(tree);
	return (await precomputed(tree, name)) ?? resultPages(tree, await searchNames(tree, name));
}

function listing(tree: PublishedTree): Pages {
	const { count } = tree.latest;
	return { count, read: (page) => readPageOf(tree, listingPath(page), count) };
}

/** The pages the build wrote for a single word; undefined when it wrote none. */
async function precomputed(tree: PublishedTree, name: string): Promise<Pages | undefined> {
	const [word, ...others] = queryTokens(name);
	if (word === undefined || others.length > 0) return undefined;
	const key = wordKey(word);
	if (key.length > MAX_KEY_LENGTH) return undefined;
	const first = await readPage(tree, wordPath(key, 1));
	if (first === undefined) return undefined;
	const { count } = first;
	return {
		count,
		read: async (page) => (page === 1 ? first : readPageOf(tree, wordPath(key, page), count)),
	};
}

/** Pages of the clips at these catalogue positions. The listing is the store their rows come from. */
function resultPages(tree: PublishedTree, positions: readonly number[]): Pages {
	const count = positions.length;
	return {
		count,
		read: async (page) => {
			const wanted = positions.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
			const numbers = [...new Set(wanted.map((position) => Math.floor(position / PAGE_SIZE) + 1))];
			const pages = new Map(
				await Promise.all(
					numbers.map(async (n) => [n, storedInstants(await listing(tree).read(n))] as const),
				),
			);
			const rows = wanted.map((position) => {
				const row = pages.get(Math.floor(position / PAGE_SIZE) + 1)?.[position % PAGE_SIZE];
				if (row === undefined) throw new DamagedTree(`no clip at position ${position}`);
				return instantJson(row);
			});
			return storedPage(count, rows);
		},
	};
}
