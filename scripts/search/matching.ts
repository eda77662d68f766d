/** Finds the clips that match every word of a query, word by word. */
import type { Hits } from "./best-matches.ts";
import { MalformedIndex, type PostingGroup } from "./posting-list.ts";

/** A word of the index that a word of the query matches. */
interface FoundTerm {
	readonly term: string;
	readonly groups: readonly PostingGroup[];
	/** Number of clips in all groups, which have none in common. */
	readonly clips: number;
}

/** A word of the query, with the clips that match it. */
export interface FoundWord {
	readonly word: string;
	readonly terms: readonly FoundTerm[];
	/** Number of clips of all terms. A clip may have several of them. */
	readonly clips: number;
}

/** The score that a word of the query gives to the clips of a group: see Hits. */
export type Scoring = (word: string, term: FoundTerm, group: PostingGroup) => number;

/**
 * How far each clip has come, by position: 0, ONCE or TWICE after the first word of a query, and two
 * more after each other word that it matches too. Clips that do not match a word stay behind.
 */
type Steps = Uint8Array | Uint16Array;

/** The clip is in one group of the first word. */
export const ONCE = 1;
/** The clip is in several groups of the first word. */
export const TWICE = 2;

/** Used by one search after the other. New ones for each would keep the garbage collector busy. */
let shared = new Uint8Array(0);

export function stepsFor(words: number, positions: number): Steps {
	if (2 * words >= 0xff) return new Uint16Array(positions);
	if (shared.length < positions) shared = new Uint8Array(positions);
	return shared.subarray(0, positions).fill(0);
}

/** Takes the first step. Returns the number of clips. */
export function mark({ terms }: FoundWord, steps: Steps): number {
	let count = 0;
	for (const { groups } of terms) for (const group of groups) count += markGroup(group, steps);
	return count;
}

// Most of the time of a search is spent in the loops of markGroup and matchGroup. In a new process, they
// run before they are compiled, or while they are. So they do little else, and nothing follows the loops:
// V8 compiles a loop with what comes after it, and starts again when that does what it has not seen yet.

function markGroup({ numbers, start, end }: PostingGroup, steps: Steps): number {
	let count = 0;
	let id = 0;
	for (let at = start; at < end; at++) {
		id += numbers[at] as number;
		const step = steps[id];
		if (step === undefined) throw noClipAt(id);
		if (step === 0) count++;
		steps[id] = step === 0 ? ONCE : TWICE;
	}
	return count;
}

function noClipAt(position: number): MalformedIndex {
	return new MalformedIndex(`no clip at position ${position}`);
}

/**
 * Finds the clips that have come as far as `from`, and takes them to `to`.
 * @param hits where to add their scores
 * @returns how many were not there yet
 */
export function match(
	{ word, terms }: FoundWord,
	scoreOf: Scoring,
	steps: Steps,
	from: number,
	to: number,
	hits: Hits,
): number {
	let count = 0;
	for (const term of terms) {
		for (const group of term.groups) {
			count += matchGroup(group, steps, from, to, hits.ids);
			if (hits.ids.length === hits.scores.length) continue;
			const score = scoreOf(word, term, group);
			while (hits.scores.length < hits.ids.length) hits.scores.push(score);
		}
	}
	return count;
}

function matchGroup(
	{ numbers, start, end }: PostingGroup,
	steps: Steps,
	from: number,
	to: number,
	ids: number[],
): number {
	let count = 0;
	let id = 0;
	for (let at = start; at < end; at++) {
		id += numbers[at] as number;
		const step = steps[id];
		if (step === undefined) throw noClipAt(id);
		if (step < from) continue;
		if (step < to) {
			steps[id] = to;
			count++;
		}
		ids.push(id);
	}
	return count;
}
