/** Finds and ranks the clips of a query, given the postings of its words; where those come from is not asked. */

import { Accumulator, type Match } from "./accumulator.ts";
import { IdSet } from "./id-set.ts";
import { classOf, groupsOf, MalformedIndex } from "./posting-list.ts";
import type { SearchQuery } from "./query.ts";
import { inUnits, inverseDocumentFrequency, matchWeight, wordScore } from "./score.ts";
import type { ShardEntry } from "./shard.ts";

/** What a score depends on beyond word and name. */
export interface CollectionStatistics {
	/** Number of names. */
	readonly count: number;
	/** Average number of different words in a name. */
	readonly average: number;
}

/** What a query finds. */
export interface Ranking {
	readonly count: number;
	/** The first `size` matches: exact names, then by score, then by catalogue order. */
	best(size: number): Match[];
}

const NOTHING: Ranking = { count: 0, best: () => [] };

/** Clips that score alike by one word. */
interface ScoredGroup {
	/** What the word adds to their score, in whole millionths. */
	readonly part: number;
	/** Whether the word is in their names just as in the query. */
	readonly isEqual: boolean;
	readonly numbers: Uint32Array;
	/** Index of the first id, and after the last gap. */
	readonly start: number;
	readonly end: number;
}

/** A word of the query, with all clips that it finds. */
interface FoundWord {
	readonly groups: readonly ScoredGroup[];
	/** Number of clips in all groups; a clip may count more than once. */
	readonly clips: number;
}

/**
 * Ranks what matches every word of the query.
 * @param found for each word of the query, in its order, the words of the index that it matches
 * Throws MalformedIndex when a list breaks its format.
 */
export function rank(
	query: SearchQuery,
	found: readonly (readonly ShardEntry[])[],
	collection: CollectionStatistics,
): Ranking {
	const words = query.words.map((word, i) => scoredWord(query, word, found[i] ?? [], collection));
	// The rarest first: no later word can find more.
	words.sort((a, b) => a.clips - b.clips);
	if (words.length === 0 || words[0]?.clips === 0) return NOTHING;
	const { matches, repeated } = matching(words, collection.count);
	return {
		count: matches.size,
		best: (size) => {
			// By one word, clips of a group score alike unless another group has them too: of the others no
			// more need a look than are asked for.
			const enough = words.length === 1 ? size : Number.POSITIVE_INFINITY;
			const accumulator = new Accumulator();
			for (const { groups } of words) {
				for (const group of groups) addGroup(accumulator, group, matches, repeated, enough);
			}
			return accumulator.best(words.length, size);
		},
	};
}

function scoredWord(
	query: SearchQuery,
	word: string,
	entries: readonly ShardEntry[],
	{ count, average }: CollectionStatistics,
): FoundWord {
	const wanted = query.classOf(word);
	const scored: ScoredGroup[] = [];
	let all = 0;
	for (const { term, list } of entries) {
		const groups = groupsOf(list);
		const clips = groups.reduce((sum, { start, end }) => sum + end - start, 0);
		const weight = matchWeight(word, term);
		const idf = inverseDocumentFrequency(clips, count);
		for (const { class: number, start, end } of groups) {
			const part = inUnits(weight * wordScore(idf, classOf(number), average));
			const isEqual = term === word && number === wanted;
			scored.push({ part, isEqual, numbers: list.numbers, start, end });
		}
		all += clips;
	}
	return { groups: scored, clips: all };
}

/** The clips that every word finds, and those that some word finds by more than one group. */
function matching(words: readonly FoundWord[], count: number): { matches: IdSet; repeated: IdSet } {
	const repeated = new IdSet(count);
	let matches: IdSet | undefined;
	for (const { groups } of words) {
		const before = matches;
		const found = new IdSet(count);
		for (const { numbers, start, end } of groups) {
			let id = 0;
			for (let at = start; at < end; at++) {
				id += numbers[at] ?? 0;
				if (before !== undefined && !before.has(id)) continue;
				if (!found.add(id)) repeated.add(id);
			}
			if (id >= count) throw new MalformedIndex(`no clip at position ${id}`);
		}
		matches = found;
	}
	return { matches: matches ?? repeated, repeated };
}

/** Adds a group's part to those of its clips that match: all that are repeated, of the others the first. */
function addGroup(
	accumulator: Accumulator,
	{ part, isEqual, numbers, start, end }: ScoredGroup,
	matches: IdSet,
	repeated: IdSet,
	enough: number,
): void {
	let left = enough;
	let id = 0;
	for (let at = start; at < end; at++) {
		id += numbers[at] ?? 0;
		if (!matches.has(id)) continue;
		if (left-- > 0 || repeated.has(id)) accumulator.add(id, part, isEqual);
		else if (repeated.size === 0) return;
	}
}
