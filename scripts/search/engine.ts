/** Ranks the clips that match a query, given the posting lists of its words. Does no I/O. */
import { bestOf, EQUAL, type Match, type Scores, sumOf } from "./best-matches.ts";
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
import { classOf, clipsOf, idsEnd, idsStart, type PostingList } from "./posting-list.ts";
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
 * Ranks the clips that match every word of the query. Tags do not score. Throws MalformedIndex.
 * @param found for each word of the query, in order, the words of the index that it matches
 */
export function rank(
	query: SearchQuery,
	found: readonly (readonly ShardEntry[])[],
	collection: CollectionStatistics,
): Ranking {
	const words = query.words.map((word, i) => foundWord(word, found[i] ?? []));
	// The rarest word first, so that few clips are left for the others.
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
		const clips = clipsOf(list);
		all += clips;
		return { term, list, clips };
	});
	return { word, terms, clips: all };
}

/** The score that a word of the query gives to the clips of the group at `at`: see Scores. */
type Scoring = (word: string, term: FoundTerm, at: number) => number;

function scoring({ counts }: SearchQuery, { count, average }: CollectionStatistics): Scoring {
	return (word, { term, list, clips }, at) => {
		if (!counts.has(word)) return 0;
		const own = classOf(list, at);
		const idf = inverseDocumentFrequency(clips, count);
		const score = inUnits(matchWeight(word, term) * wordScore(idf, own, average));
		const isEqual =
			term === word && own.queryFrequency === counts.get(word) && own.queryLength === counts.size;
		return isEqual ? score + EQUAL : score;
	};
}

/** Computed once all clips are found, in a loop of its own: V8 compiles a loop with all that it calls. */
function scoresOf({ ids, groups }: Hits, scoreOf: Scoring): Scores {
	const scores: number[] = [];
	for (const { word, term, at, end } of groups) {
		const score = scoreOf(word, term, at);
		while (scores.length < end) scores.push(score);
	}
	return { ids, scores };
}

function rankByOne(
	found: FoundWord,
	{ counts }: SearchQuery,
	scoreOf: Scoring,
	{ positions, order }: CollectionStatistics,
): Ranking {
	let count = found.clips;
	const repeated: Hits = { ids: [], groups: [] };
	// Only words of the index can have clips in common.
	if (found.terms.length > 1) {
		const steps = stepsFor(1, positions);
		count = mark(found, steps);
		if (count < found.clips) match(found, steps, TWICE, TWICE, repeated);
	}
	return {
		count,
		best: (size) => {
			const first = firstScores(found, scoreOf, size, order, scoresOf(repeated, scoreOf));
			return bestOf(sumOf(first), counts.size, size, order);
		},
	};
}

/**
 * The scores of all clips that can be among the `size` best: of those that are in several groups, and of
 * the first `size` of some groups. Each group has at least one clip, so only as many groups count.
 * @param repeated the scores of the clips that are in several groups
 */
function firstScores(
	{ word, terms }: FoundWord,
	scoreOf: Scoring,
	size: number,
	order: "first" | "newest",
	repeated: Scores,
): Scores {
	const scores: number[] = [];
	for (const term of terms) {
		const { list } = term;
		for (let at = 0; at < list.length; at = idsEnd(list, idsStart(list, at))) {
			scores.push(scoreOf(word, term, at));
		}
	}
	const sorted = Float64Array.from(scores).sort();
	const least = sorted[Math.max(0, sorted.length - size - repeated.ids.length)] ?? 0;
	const known = new Set(repeated.ids);
	const hits: Scores = { ids: [...repeated.ids], scores: [...repeated.scores] };
	let next = 0;
	for (const { list } of terms) {
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			at = idsEnd(list, start);
			const score = scores[next++] ?? 0;
			if (score < least) continue;
			for (const id of firstIds(list, start, size, order)) {
				if (known.has(id)) continue;
				hits.ids.push(id);
				hits.scores.push(score);
			}
		}
	}
	return hits;
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
	return order === "first" ? ids : ids.slice(-size);
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
		const own = counts.has(word.word) ? hits : { ids: [], groups: [] };
		count = match(word, steps, level, level + 2, own);
		if (count === 0) return NOTHING;
		level += 2;
	}
	const first: Hits = { ids: [], groups: [] };
	match(rarest, steps, level, level, first);
	return {
		count,
		best: (size) =>
			bestOf(sumOf(scoresOf(first, scoreOf), scoresOf(hits, scoreOf)), counts.size, size, order),
	};
}
