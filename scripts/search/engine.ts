/** Ranks the clips that match a query, given the posting lists of its words. Does no I/O. */
import { bestOf, EQUAL, type Match, type Sums } from "./best-matches.ts";
import {
	type FoundTerm,
	type FoundWord,
	type Hits,
	mark,
	match,
	ONCE,
	stepsFor,
	TWICE,
} from "./matching.ts";
import { classOf, clipCount, idsEnd, idsStart, type PostingList } from "./posting-list.ts";
import { inUnits, inverseDocumentFrequency, matchWeight, wordScore } from "./score.ts";
import type { SearchQuery } from "./search-query.ts";
import type { ShardEntry } from "./shard.ts";

/** Facts about the whole catalogue that a ranking depends on. */
export interface CollectionStatistics {
	/** Number of names. */
	readonly count: number;
	/** All positions are less than this. */
	readonly positions: number;
	/** Average number of distinct words in a name. */
	readonly average: number;
	/** Whether, among equal scores, the lowest position comes first or the highest. */
	readonly order: "first" | "newest";
}

/** The clips that match a query. */
export interface Ranking {
	readonly count: number;
	/** The first `size` matches: exact names, then by score, then by catalogue order. */
	best(size: number): Match[];
}

const NOTHING: Ranking = { count: 0, best: () => [] };

/**
 * Ranks the clips that match every word of the query. Tags do not score. Throws an Error if a list is malformed.
 * @param found for each word of the query, in order, the words of the index that it matches
 */
export function rank(
	query: SearchQuery,
	found: readonly (readonly ShardEntry[])[],
	collection: CollectionStatistics,
): Ranking {
	const words = query.words.map((word, i) => foundWord(word, found[i] ?? []));
	// The rarest word first leaves the fewest clips for the others.
	const [rarest, ...others] = words.sort((a, b) => a.clips - b.clips);
	if (rarest === undefined || rarest.clips === 0) return NOTHING;
	const scoreOf = scoring(query, collection);
	return others.length === 0
		? rankByOne(rarest, query, scoreOf, collection)
		: rankByAll(rarest, others, query, scoreOf, collection);
}

function foundWord(word: string, entries: readonly ShardEntry[]): FoundWord {
	let all = 0;
	const terms = entries.map(([term, list]) => {
		const clips = clipCount(list);
		all += clips;
		return { word, term, list, clips };
	});
	return { word, terms, clips: all };
}

/** The score that a word of the query gives to the clips of the group at `at`: see Sums. */
type Scoring = (found: FoundTerm, at: number) => number;

function scoring({ counts }: SearchQuery, { count, average }: CollectionStatistics): Scoring {
	return ({ word, term, list, clips }, at) => {
		if (!counts.has(word)) return 0;
		const inName = classOf(list, at);
		const idf = inverseDocumentFrequency(clips, count);
		const score = inUnits(matchWeight(word, term) * wordScore(idf, inName, average));
		const isEqual =
			term === word &&
			inName.queryFrequency === counts.get(word) &&
			inName.queryLength === counts.size;
		return isEqual ? score + EQUAL : score;
	};
}

/**
 * Adds the scores of clips to their sums.
 * @param none the sum of a clip without a score; if undefined, such clips are left out
 */
function addScores(sums: Sums, { ids, groups }: Hits, scoreOf: Scoring, none?: number): void {
	let i = 0;
	for (const { term, at, end } of groups) {
		const score = scoreOf(term, at);
		for (; i < end; i++) {
			const id = ids[i] as number;
			const sum = sums.get(id) ?? none;
			if (sum !== undefined) sums.set(id, sum + score);
		}
	}
}

function rankByOne(
	found: FoundWord,
	{ counts }: SearchQuery,
	scoreOf: Scoring,
	{ positions, order }: CollectionStatistics,
): Ranking {
	let count = found.clips;
	const repeated: Hits = { ids: [], groups: [] };
	// With one term, no clip can be there twice.
	if (found.terms.length > 1) {
		const steps = stepsFor(1, positions);
		count = mark(found, steps);
		if (count < found.clips) match(found, steps, TWICE, TWICE, repeated);
	}
	return {
		count,
		best: (size) => {
			const sums: Sums = new Map();
			addScores(sums, repeated, scoreOf, 0);
			addFirst(sums, found, scoreOf, size, order, repeated.ids.length);
			return bestOf(sums, counts.size, size, order);
		},
	};
}

/**
 * Adds the scores of those clips that are in one group only and can be among the `size` best: the first
 * `size` clips of the best groups. All but `others` groups have such a clip, so `size + others` groups do.
 * @param sums of the clips that are in several groups
 */
function addFirst(
	sums: Sums,
	{ terms }: FoundWord,
	scoreOf: Scoring,
	size: number,
	order: "first" | "newest",
	others: number,
): void {
	const scores: number[] = [];
	for (const term of terms) {
		const { list } = term;
		for (let at = 0; at < list.length; at = idsEnd(list, idsStart(list, at))) {
			scores.push(scoreOf(term, at));
		}
	}
	const sorted = Float64Array.from(scores).sort();
	const least = sorted[Math.max(0, sorted.length - size - others)] as number;
	let next = 0;
	for (const { list } of terms) {
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			at = idsEnd(list, start);
			const score = scores[next++] as number;
			if (score < least) continue;
			for (const id of firstIds(list, start, size, order)) {
				if (!sums.has(id)) sums.set(id, score);
			}
		}
	}
}

function firstIds(
	list: PostingList,
	start: number,
	size: number,
	order: "first" | "newest",
): number[] {
	const end = idsEnd(list, start);
	const to = order === "first" ? Math.min(end, start + size) : end;
	let id = 0;
	const ids = Array.from(list.slice(start, to), (gap) => (id += gap));
	return ids.slice(-size);
}

function rankByAll(
	rarest: FoundWord,
	others: readonly FoundWord[],
	{ counts }: SearchQuery,
	scoreOf: Scoring,
	{ positions, order }: CollectionStatistics,
): Ranking {
	const steps = stepsFor(1 + others.length, positions);
	let count = mark(rarest, steps);
	let level = ONCE;
	const hits: Hits = { ids: [], groups: [] };
	for (const word of others) {
		const scored = counts.has(word.word) ? hits : { ids: [], groups: [] };
		count = match(word, steps, level, level + 2, scored);
		if (count === 0) return NOTHING;
		level += 2;
	}
	const first: Hits = { ids: [], groups: [] };
	match(rarest, steps, level, level, first);
	return {
		count,
		best: (size) => {
			const sums: Sums = new Map();
			addScores(sums, first, scoreOf, 0);
			addScores(sums, hits, scoreOf);
			return bestOf(sums, counts.size, size, order);
		},
	};
}
