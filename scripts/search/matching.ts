/** Finds the clips that match every word of a query, word by word. */
import { idsEnd, idsStart, type PostingList } from "./posting-list.ts";

/** A word of the index that a word of the query matches. */
export interface FoundTerm {
	readonly word: string;
	readonly term: string;
	readonly list: PostingList;
	readonly clips: number;
}

/** A word of the query, with the clips that match it. */
export interface FoundWord {
	readonly word: string;
	readonly terms: readonly FoundTerm[];
	/** Number of clips of all terms. A clip may have several of them. */
	readonly clips: number;
}

/** Clips that match words, one group after the other. */
export interface Hits {
	readonly ids: number[];
	readonly groups: HitGroup[];
}

/** The clips of a group that match, which all have the same score. */
interface HitGroup {
	readonly term: FoundTerm;
	/** Where the group starts in the list of the term. */
	readonly at: number;
	/** Index after its last id among all. */
	readonly end: number;
}

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
	for (const { list } of terms) {
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			at = idsEnd(list, start);
			count += markGroup(list, start, at, steps);
		}
	}
	return count;
}

// Most of the time of a search is spent in the loops of markGroup and matchGroup. In a new process, they
// run before they are compiled, or while they are. So they do little else, and nothing follows the loops:
// V8 compiles a loop with what comes after it, and starts again when that does what it has not seen yet.

function markGroup(list: PostingList, start: number, end: number, steps: Steps): number {
	let count = 0;
	let id = 0;
	for (let at = start; at < end; at++) {
		id += list[at] as number;
		const step = steps[id];
		if (step === undefined) throw noClipAt(id);
		if (step === 0) count++;
		steps[id] = step === 0 ? ONCE : TWICE;
	}
	return count;
}

function noClipAt(position: number): Error {
	return new Error(`no clip at position ${position}`);
}

/**
 * Finds the clips that have come as far as `from`, and takes them to `to`.
 * @param hits where to add them
 * @returns how many were not there yet
 */
export function match(
	{ terms }: FoundWord,
	steps: Steps,
	from: number,
	to: number,
	{ ids, groups }: Hits,
): number {
	let count = 0;
	let known = ids.length;
	for (const term of terms) {
		const { list } = term;
		for (let at = 0; at < list.length; ) {
			const start = idsStart(list, at);
			const end = idsEnd(list, start);
			count += matchGroup(list, start, end, steps, from, to, ids);
			if (ids.length > known) {
				known = ids.length;
				groups.push({ term, at, end: known });
			}
			at = end;
		}
	}
	return count;
}

function matchGroup(
	list: PostingList,
	start: number,
	end: number,
	steps: Steps,
	from: number,
	to: number,
	ids: number[],
): number {
	let count = 0;
	let id = 0;
	for (let at = start; at < end; at++) {
		id += list[at] as number;
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
