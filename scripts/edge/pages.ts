/** Where the pages of a request come from: the listing, a precomputed word, or a search. */
import {
	type Instant,
	instantJson,
	type StoredPage,
	storedInstants,
	storedPage,
} from "../contract/envelope.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../contract/paths.ts";
import type { Ranking } from "../search/engine.ts";
import { isExactName, matchesName, parseSearch, type SearchQuery } from "../search/query.ts";
import { DamagedTree, type PublishedTree, readPage, readPageOf } from "./published-tree.ts";
import { searchNames, TooBroad } from "./search.ts";

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
	const query = parseSearch(name);
	return (await precomputed(tree, query)) ?? searched(tree, query);
}

function listing(tree: PublishedTree): Pages {
	const { count } = tree.latest;
	return { count, read: (page) => readPageOf(tree, listingPath(page), count) };
}

/** The pages the build wrote for a single word; undefined when it wrote none. */
async function precomputed(
	tree: PublishedTree,
	{ loneWord }: SearchQuery,
): Promise<Pages | undefined> {
	if (loneWord === undefined) return undefined;
	const key = wordKey(loneWord);
	if (key.length > MAX_KEY_LENGTH) return undefined;
	const first = await readPage(tree, wordPath(key, 1));
	if (first === undefined) return undefined;
	const { count } = first;
	return {
		count,
		read: async (page) => (page === 1 ? first : readPageOf(tree, wordPath(key, page), count)),
	};
}

async function searched(tree: PublishedTree, query: SearchQuery): Promise<Pages> {
	const { ranking, isComplete } = await searchNames(tree, query);
	return isComplete ? resultPages(tree, query, ranking) : narrowed(tree, query, ranking);
}

/**
 * The one page of a query with more words than one request can look up, as long names have: the few
 * clips that some of the words leave are compared with all of them. Throws TooBroad when too many are
 * left, or when their order would depend on words that were not looked up.
 */
async function narrowed(
	tree: PublishedTree,
	query: SearchQuery,
	{ count, best }: Ranking,
): Promise<Pages> {
	if (count > PAGE_SIZE) throw new TooBroad();
	const ids = best(count).map(({ id }) => id);
	const candidates = await readClips(
		tree,
		ids.sort((a, b) => a - b),
	);
	const matches = candidates.filter(({ name }) => matchesName(query, name));
	if (matches.length > 1 && !matches.every(({ name }) => isExactName(query, name))) {
		throw new TooBroad();
	}
	return {
		count: matches.length,
		read: async () => storedPage(matches.length, matches.map(instantJson)),
	};
}

/** Pages of what a search found. The listing is the store their rows come from. */
function resultPages(tree: PublishedTree, query: SearchQuery, { count, best }: Ranking): Pages {
	return {
		count,
		read: async (page) => {
			const ids = best(page * PAGE_SIZE).slice((page - 1) * PAGE_SIZE);
			const rows = await readClips(
				tree,
				ids.map(({ id }) => id),
			);
			// A listing of another build than the shards: as many clips, but not these.
			const stranger = rows.find((row) => !matchesName(query, row.name));
			if (stranger !== undefined) {
				throw new DamagedTree(`${stranger.slug} is not what was searched: parts of two builds`);
			}
			return storedPage(count, rows.map(instantJson));
		},
	};
}

/** The clips at these catalogue positions; each listing page is read once, all at the same time. */
async function readClips(tree: PublishedTree, positions: readonly number[]): Promise<Instant[]> {
	const pageOf = (position: number): number => Math.floor(position / PAGE_SIZE) + 1;
	const numbers = [...new Set(positions.map(pageOf))];
	const pages = new Map(
		await Promise.all(
			numbers.map(async (n) => [n, storedInstants(await listing(tree).read(n))] as const),
		),
	);
	return positions.map((position) => {
		const row = pages.get(pageOf(position))?.[position % PAGE_SIZE];
		if (row === undefined) throw new DamagedTree(`no clip at position ${position}`);
		return row;
	});
}
