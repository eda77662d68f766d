/** Ranks the clips that match a query, given the posting lists of its words. Does no I/O. */
import { addGain, bestOf, type Gain, type Match, rankOf, type Sums } from "./best-matches.ts";
import {
	type FoundTerm,
	type FoundWord,
	type Hits,
	markClips,
	match,
	ONCE,
	stepsFor,
	TWICE,
} from "./matching.ts";
import { classOf, clipCount, idsEnd, idsStart, type PostingList } from "./posting-list.ts";
import { inUnits, inverseDocumentFrequency, matchWeight, wordScore } from "./score.ts";
import type { SearchQuery } from "./search-query.ts";
import type { ShardEntry } from "./shard.ts";
import { begins, marked } from "./tokens.ts";

/** Statistics of the whole catalogue that a ranking depends on. */
export interface CollectionStatistics {
	/** The number of names. */
	readonly count: number;
	/** The number of positions, including removed clips. */
	readonly positions: number;
	/** The average number of distinct words in a name. */
	readonly average: number;
	/** Whether the lowest or the highest position comes first among clips with equal scores. */
	readonly order: "first" | "newest";
}

/** The clips that match a query. */
export interface Ranking {
	readonly count: number;
	/** The first `size` matches, sorted by rank (see Match), then by catalogue order. */
	best(size: number): Match[];
}

const NOTHING: Ranking = { count: 0, best: () => [] };

/**
 * Ranks the clips that match every word of the query. Tags add no score. Throws an Error if a list is malformed.
 * @param found for each word of the query, in order, the index words that it matches; an index word may appear
 * several times, with different clips
 */
export function rank(
	query: SearchQuery,
	found: readonly (readonly ShardEntry[])[],
	collection: CollectionStatistics,
): Ranking {
	const words = query.words.map((word, i) => foundWord(word, found[i] ?? []));
	// Starting with the rarest word leaves the fewest clips to check for the others.
	const [rarest, ...others] = words.sort((a, b) => a.clips - b.clips);
	if (rarest === undefined || rarest.clips === 0) return NOTHING;
	const rule = { ...collection, words: query.counts.size, gainOf: gains(query, collection) };
	return others.length === 0 ? rankByOne(rarest, rule) : rankByAll(rarest, others, rule);
}

function foundWord(word: string, entries: readonly ShardEntry[]): FoundWord {
	let all = 0;
	const ofTerm = new Map<string, number>();
	for (const [term, list] of entries) {
		const clips = clipCount(list);
		all += clips;
		ofTerm.set(term, (ofTerm.get(term) ?? 0) + clips);
	}
	const terms = entries.map(([term, list]) => {
		return { word, term, list, clips: ofTerm.get(term) as number };
	});
	return { terms, clips: all, isOneTerm: ofTerm.size === 1 };
}

interface Rule extends CollectionStatistics {
	/** The number of distinct words in the query. */
	readonly words: number;
	/** The contribution of a query word to the clips in the group at `at`. */
	gainOf(found: FoundTerm, at: number): Gain;
}

/** Less than a millionth, so that it only breaks ties. */
const SPELLING = 2 ** -4;

const NO_GAIN: Gain = { score: 0, isWord: false, equal: 0, covered: 0, times: 0, length: 0 };

function gains({ counts, apostrophes }: SearchQuery, all: CollectionStatistics): Rule["gainOf"] {
	const words = [...counts.keys()];
	// A word of a name is counted for the shortest query word that it begins with.
	const isCounted = (word: string) => !words.some((other) => other !== word && begins(other, word));
	const counted = new Set(words.filter(isCounted));
	return ({ word, term, list, clips }, at) => {
		if (!counts.has(word)) return NO_GAIN;
		// The score of the word itself comes from the term without the apostrophe.
		if (term.endsWith("'") && term === marked(word, "'")) {
			return { ...NO_GAIN, score: apostrophes.has(word) ? SPELLING : -SPELLING, isWord: true };
		}
		const inName = classOf(list, at);
		const { frequency, queryFrequency, queryLength: length } = inName;
		const isBeginning = term.endsWith(".") && term === marked(word, "...");
		const isCovering = queryFrequency > 0 && counted.has(word);
		const isEqual = term === word && queryFrequency === counts.get(word) && length === counts.size;
		const idf = inverseDocumentFrequency(clips, all.count);
		return {
			score: inUnits(matchWeight(word, term) * wordScore(idf, inName, all.average)),
			isWord: queryFrequency > 0 && !isBeginning,
			equal: isEqual ? 1 : 0,
			covered: !isCovering ? 0 : isBeginning ? queryFrequency : 1,
			times: !isCovering ? 0 : isBeginning ? frequency : queryFrequency,
			length,
		};
	};
}

/** Adds the contribution of a query word to its hits: words first, then joined words and prefixes. */
function addAll(sums: Sums, { ids, groups }: Hits, { gainOf }: Rule, number: number): void {
	const gains = groups.map(({ term, at }) => gainOf(term, at));
	for (const isWord of [true, false]) {
		for (const [group, { start, end }] of groups.entries()) {
			const gain = gains[group] as Gain;
			if (gain.isWord !== isWord) continue;
			for (let i = start; i < end; i++) addGain(sums, ids[i] as number, gain, number);
		}
	}
}

function rankByOne(found: FoundWord, rule: Rule): Ranking {
	let count = found.clips;
	const repeated: Hits = { ids: [], groups: [] };
	if (!found.isOneTerm) {
		const steps = stepsFor(rule.positions);
		count = markClips(found, steps);
		if (count < found.clips) match(found, steps, TWICE, TWICE, repeated);
	}
	return {
		count,
		best: (size) => {
			const sums: Sums = new Map();
			addAll(sums, repeated, rule, 0);
			addFirst(sums, found, rule, size, repeated.ids.length);
			return bestOf(sums, rule.words, size, rule.order);
		},
	};
}

/**
 * Adds the clips that are in only one group and can be among the `size` best: the first `size` of each of the
 * best groups. All groups except `others` have such a clip, so `size + others` groups are enough.
 * @param sums the sums of the clips that are in several groups
 */
function addFirst(sums: Sums, found: FoundWord, rule: Rule, size: number, others: number): void {
	const groups: { list: PostingList; start: number; gain: Gain }[] = [];
	for (const term of found.terms) {
		const { list } = term;
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			groups.push({ list, start, gain: rule.gainOf(term, at) });
			at = idsEnd(list, start);
		}
	}
	const ranks = Float64Array.from(groups, ({ gain }) => rankOf(gain, rule.words));
	const least = ranks.toSorted()[Math.max(0, ranks.length - size - others)] as number;
	for (const [i, { list, start, gain }] of groups.entries()) {
		if ((ranks[i] as number) < least) continue;
		const ids: number[] = [];
		const end = idsEnd(list, start);
		let id = 0;
		for (let at = start; at < end && (rule.order === "newest" || ids.length < size); at++) {
			id += list[at] as number;
			if (!sums.has(id)) ids.push(id);
		}
		for (const first of ids.slice(-size)) addGain(sums, first, gain, 0);
	}
}

function rankByAll(rarest: FoundWord, others: readonly FoundWord[], rule: Rule): Ranking {
	const steps = stepsFor(rule.positions);
	let count = markClips(rarest, steps);
	let level = ONCE;
	const hits: Hits[] = [];
	for (const word of others) {
		const ofWord: Hits = { ids: [], groups: [] };
		count = match(word, steps, level, level + 2, ofWord);
		if (count === 0) return NOTHING;
		level += 2;
		hits.push(ofWord);
	}
	const first: Hits = { ids: [], groups: [] };
	match(rarest, steps, level, level, first);
	return {
		count,
		best: (size) => {
			const sums: Sums = new Map();
			for (const [number, own] of [first, ...hits].entries()) addAll(sums, own, rule, number);
			return bestOf(sums, rule.words, size, rule.order);
		},
	};
}
