/** Ranks the clips that match a query, given the posting lists of its words. Does no I/O. */
import { Accumulator, type Match } from "./accumulator.ts";
import { groupsOf, MalformedIndex } from "./posting-list.ts";
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

/** Clips that get the same score from one word. */
interface ScoredGroup {
	/** The score from the word, in whole millionths. */
	readonly part: number;
	/** Whether the word occurs as often in their names as in the query. */
	readonly isEqual: boolean;
	readonly numbers: Uint32Array;
	/** Index of the first id. */
	readonly start: number;
	/** Index after the last gap. */
	readonly end: number;
}

/** A word of the query, with the clips that match it. */
interface FoundWord {
	readonly groups: readonly ScoredGroup[];
	/** Number of clips in all groups. A clip may be in several. */
	readonly clips: number;
}

/**
 * Ranks the clips that match every word of the query. Throws MalformedIndex.
 * @param found for each word of the query, in order, the words of the index that it matches
 */
export function rank(
	query: SearchQuery,
	found: readonly (readonly ShardEntry[])[],
	collection: CollectionStatistics,
): Ranking {
	const words = query.words.map((word, i) => scoredWord(query, word, found[i] ?? [], collection));
	// The rarest word first, so that later words have few clips left to check.
	words.sort((a, b) => a.clips - b.clips);
	if (words.length === 0 || words[0]?.clips === 0) return NOTHING;
	const { matches, repeated } = matching(words, collection.positions);
	return {
		count: matches.size,
		best: (size) => {
			// With a single word, all clips of a group have the same score unless they are in another group
			// too. So of the clips in only one group, just the first `size` can be among the best.
			const enough = words.length === 1 ? size : Number.POSITIVE_INFINITY;
			const accumulator = new Accumulator();
			for (const { groups } of words) {
				for (const group of groups) {
					const clips = group.end - group.start;
					const first = collection.order === "first" ? 0 : Math.max(0, clips - enough);
					const part = { from: group.start + first, to: group.start + first + enough };
					addGroup(accumulator, group, matches, repeated, part);
				}
			}
			return accumulator.best(words.length, size, collection.order);
		},
	};
}

function scoredWord(
	query: SearchQuery,
	word: string,
	entries: readonly ShardEntry[],
	{ count, average }: CollectionStatistics,
): FoundWord {
	const { size } = query.counts;
	const times = query.counts.get(word);
	const scored: ScoredGroup[] = [];
	let all = 0;
	for (const { term, list } of entries) {
		const groups = groupsOf(list);
		const clips = groups.reduce((sum, { start, end }) => sum + end - start, 0);
		const weight = matchWeight(word, term);
		const idf = inverseDocumentFrequency(clips, count);
		for (const { class: own, start, end } of groups) {
			const part = inUnits(weight * wordScore(idf, own, average));
			const isEqual = term === word && own.queryFrequency === times && own.queryLength === size;
			scored.push({ part, isEqual, numbers: list.numbers, start, end });
		}
		all += clips;
	}
	return { groups: scored, clips: all };
}

/** A set of positions, one bit each: a million take 125 KB, which fit the processor's cache. */
class IdSet {
	readonly #bits: Uint32Array;
	#size = 0;

	/** @param count all positions are less than this */
	constructor(count: number) {
		this.#bits = new Uint32Array((count + 31) >>> 5);
	}

	get size(): number {
		return this.#size;
	}

	has(id: number): boolean {
		return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
	}

	/** Returns whether the position is new to the set. */
	add(id: number): boolean {
		if (this.has(id)) return false;
		this.#bits[id >>> 5] = (this.#bits[id >>> 5] ?? 0) | (1 << (id & 31));
		this.#size++;
		return true;
	}
}

/** The clips that match every word, and those that are in several groups of the same word. */
function matching(
	words: readonly FoundWord[],
	positions: number,
): { matches: IdSet; repeated: IdSet } {
	const repeated = new IdSet(positions);
	let matches: IdSet | undefined;
	for (const { groups } of words) {
		const before = matches;
		const found = new IdSet(positions);
		for (const { numbers, start, end } of groups) {
			let id = 0;
			for (let at = start; at < end; at++) {
				id += numbers[at] ?? 0;
				if (before !== undefined && !before.has(id)) continue;
				if (!found.add(id)) repeated.add(id);
			}
			if (id >= positions) throw new MalformedIndex(`no clip at position ${id}`);
		}
		matches = found;
	}
	return { matches: matches ?? repeated, repeated };
}

/** Adds a group's score to its matching clips: those with indexes in [from, to), and all repeated ones. */
function addGroup(
	accumulator: Accumulator,
	{ part, isEqual, numbers, start, end }: ScoredGroup,
	matches: IdSet,
	repeated: IdSet,
	{ from, to }: { from: number; to: number },
): void {
	let id = 0;
	for (let at = start; at < end; at++) {
		id += numbers[at] ?? 0;
		if (!matches.has(id)) continue;
		if ((at >= from && at < to) || repeated.has(id)) accumulator.add(id, part, isEqual);
		else if (at >= to && repeated.size === 0) return;
	}
}
