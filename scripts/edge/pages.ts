/** Where the pages of a request come from: the listing, a precomputed word, or a search. */
import { composePage, type Page } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { type AskedPage, PAGE_SIZE } from "../contract/page-number.ts";
import type { Ranking } from "../search/engine.ts";
import { isExactName, matchesName, parseSearch, type SearchQuery } from "../search/query.ts";
import { listingPath, MAX_KEY_LENGTH, wordKey, wordPath } from "../tree/paths.ts";
import { DamagedTree, type PublishedTree, readPage, readPageOf } from "../tree/reading.ts";
import { searchNames, TooBroad } from "./search.ts";

/** All pages of one result. */
export interface Pages {
	/** Number of clips on all pages. */
	readonly count: number;
	/** Reads a page, 1-based, which must exist. */
	read(page: number): Promise<Page>;
}

/**
 * The pages for a name, or of the whole catalogue when the name is empty.
 * @param asked the page that will be read, if it exists
 */
export async function findPages(
	tree: PublishedTree,
	name: string,
	asked: AskedPage,
): Promise<Pages> {
	if (name === "") return listing(tree);
	const query = parseSearch(name);
	return (await precomputed(tree, query, asked)) ?? searched(tree, query);
}

function listing(tree: PublishedTree): Pages {
	const { count } = tree.pointer;
	return { count, read: (page) => readPageOf(tree, listingPath(page), count) };
}

/** The pages the build wrote for a single word; undefined when it wrote none. */
async function precomputed(
	tree: PublishedTree,
	{ loneWord }: SearchQuery,
	asked: AskedPage,
): Promise<Pages | undefined> {
	if (loneWord === undefined) return undefined;
	const key = wordKey(loneWord);
	if (key.length > MAX_KEY_LENGTH) return undefined;
	// Any page tells the count, so the asked one saves reading the first.
	for (const number of new Set([asked === "last" ? 1 : asked, 1])) {
		const known = await readPage(tree, wordPath(key, number));
		if (known === undefined) continue;
		const { count } = known;
		const read = async (page: number): Promise<Page> =>
			page === number ? known : readPageOf(tree, wordPath(key, page), count);
		return { count, read };
	}
	return undefined;
}

async function searched(tree: PublishedTree, query: SearchQuery): Promise<Pages> {
	const { ranking, isComplete } = await searchNames(tree, query);
	return isComplete ? resultPages(tree, query, ranking) : narrowed(tree, query, ranking);
}

/**
 * The one page of a query with more words than one request can look up, as long names have: the few
 * clips found by some of the words are compared with all of them. Throws TooBroad when too many are
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
	return { count: matches.length, read: async () => composePage(matches.length, matches) };
}

/** Pages of what a search found. Their rows come from the listing. */
function resultPages(tree: PublishedTree, query: SearchQuery, { count, best }: Ranking): Pages {
	return {
		count,
		read: async (page) => {
			const ids = best(page * PAGE_SIZE).slice((page - 1) * PAGE_SIZE);
			const clips = await readClips(
				tree,
				ids.map(({ id }) => id),
			);
			// A listing of another build than the shards has as many clips, but not these.
			const stranger = clips.find(({ name }) => !matchesName(query, name));
			if (stranger !== undefined) {
				throw new DamagedTree(`${stranger.slug} does not match the search: parts of two builds`);
			}
			return composePage(count, clips);
		},
	};
}

/** The clips at these catalogue positions; each listing page is read once, all at the same time. */
async function readClips(tree: PublishedTree, positions: readonly number[]): Promise<Instant[]> {
	const pageOf = (position: number): number => Math.floor(position / PAGE_SIZE) + 1;
	const numbers = [...new Set(positions.map(pageOf))];
	const pages = new Map(
		await Promise.all(numbers.map(async (n) => [n, await listing(tree).read(n)] as const)),
	);
	return positions.map((position) => {
		const clip = pages.get(pageOf(position))?.instants[position % PAGE_SIZE];
		if (clip === undefined) throw new DamagedTree(`no clip at position ${position}`);
		return clip;
	});
}
