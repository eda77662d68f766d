/** Ranks the clips that match a query, given the posting lists of its words. Does no I/O. */
import { type Gain, type Match, SPELLING, Sums } from "./best-matches.ts";
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
import { apostropheTerm, beginningTerm } from "./tokens.ts";

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
	/** The first `size` matches: by rank (see Match), then by catalogue order. */
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
	const gainOf = gains(query, collection);
	return others.length === 0
		? rankByOne(rarest, query, gainOf, collection)
		: rankByAll(rarest, others, query, gainOf, collection);
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

/** What a word of the query gives to the clips of the group at `at`. */
type Gains = (found: FoundTerm, at: number) => Gain;

const OF_TAG: Gain = { score: 0, isWord: false, isEqual: false, covered: 0, times: 0, length: 0 };

function gains(
	{ counts, shortest, apostrophes }: SearchQuery,
	{ count, average }: CollectionStatistics,
): Gains {
	return ({ word, term, list, clips }, at) => {
		if (!counts.has(word)) return OF_TAG;
		const inName = classOf(list, at);
		const { frequency, queryFrequency, queryLength: length } = inName;
		if (term === apostropheTerm(word)) {
			const score = apostrophes.has(word) ? SPELLING : -SPELLING;
			return { score, isWord: true, isEqual: false, covered: 0, times: 0, length };
		}
		const idf = inverseDocumentFrequency(clips, count);
		const isBeginning = term === beginningTerm(word);
		const isCounted = shortest.has(word);
		const distinct = isBeginning ? queryFrequency : Math.min(queryFrequency, 1);
		return {
			score: inUnits(matchWeight(word, term) * wordScore(idf, inName, average)),
			isWord: queryFrequency > 0 && !isBeginning,
			isEqual: term === word && queryFrequency === counts.get(word) && length === counts.size,
			covered: isCounted ? distinct : 0,
			times: !isCounted || distinct === 0 ? 0 : isBeginning ? frequency : queryFrequency,
			length,
		};
	};
}

function rankByOne(
	found: FoundWord,
	{ counts }: SearchQuery,
	gainOf: Gains,
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
			const sums = new Sums(counts.size);
			sums.addAll(repeated, gainOf, false);
			addFirst(sums, found, gainOf, size, order, repeated.ids.length);
			return sums.best(size, order);
		},
	};
}

/**
 * Adds those clips that are in one group only and can be among the `size` best: the first `size` of the
 * best groups. All but `others` groups have such a clip, so `size + others` groups do.
 * @param sums of the clips that are in several groups
 */
function addFirst(
	sums: Sums,
	{ terms }: FoundWord,
	gainOf: Gains,
	size: number,
	order: "first" | "newest",
	others: number,
): void {
	const all: Gain[] = [];
	for (const term of terms) {
		const { list } = term;
		for (let at = 0; at < list.length; at = idsEnd(list, idsStart(list, at))) {
			all.push(gainOf(term, at));
		}
	}
	const ranks = Float64Array.from(all, (gain) => sums.rankOfOne(gain));
	const least = ranks.toSorted()[Math.max(0, ranks.length - size - others)] as number;
	let next = 0;
	for (const { list } of terms) {
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			at = idsEnd(list, start);
			const group = next++;
			if ((ranks[group] as number) < least) continue;
			const isNew = (id: number): boolean => !sums.has(id);
			for (const id of firstIds(list, start, size, order, isNew)) {
				sums.add(id, all[group] as Gain);
			}
		}
	}
}

function firstIds(
	list: PostingList,
	start: number,
	size: number,
	order: "first" | "newest",
	isWanted: (id: number) => boolean,
): number[] {
	const ids: number[] = [];
	const end = idsEnd(list, start);
	let id = 0;
	for (let at = start; at < end && (order === "newest" || ids.length < size); at++) {
		id += list[at] as number;
		if (isWanted(id)) ids.push(id);
	}
	return ids.slice(-size);
}

function rankByAll(
	rarest: FoundWord,
	others: readonly FoundWord[],
	{ counts }: SearchQuery,
	gainOf: Gains,
	{ positions, order }: CollectionStatistics,
): Ranking {
	const steps = stepsFor(1 + others.length, positions);
	let count = mark(rarest, steps);
	let level = ONCE;
	const hits = others.map((word): Hits => {
		const own: Hits = { ids: [], groups: [] };
		if (count > 0) count = match(word, steps, level, level + 2, own);
		level += 2;
		return counts.has(word.word) ? own : { ids: [], groups: [] };
	});
	if (count === 0) return NOTHING;
	const first: Hits = { ids: [], groups: [] };
	match(rarest, steps, level, level, first);
	return {
		count,
		best: (size) => {
			const sums = new Sums(counts.size);
			sums.addAll(first, gainOf, false);
			for (const own of hits) sums.addAll(own, gainOf, true);
			return sums.best(size, order);
		},
	};
}
