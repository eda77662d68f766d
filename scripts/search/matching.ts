/** Finds the clips that match every word of a query, word by word. */
import { idsEnd, idsStart, type PostingList } from "./posting-list.ts";

/** An index word that a query word matches. */
export interface FoundTerm {
	readonly word: string;
	readonly term: string;
	/** All clips of the term, or those in one file. */
	readonly list: PostingList;
	/** The number of all clips of the term. */
	readonly clips: number;
}

/** A query word and its matches. */
export interface FoundWord {
	readonly terms: readonly FoundTerm[];
	/** The number of clips, added up over all terms. A clip counts once for each of its terms. */
	readonly clips: number;
	/** Whether all terms are the same, so that no clip appears twice. */
	readonly isOneTerm: boolean;
}

/** Matching clips, group by group. All clips of a group have the same score. */
export interface Hits {
	readonly ids: number[];
	readonly groups: {
		readonly term: FoundTerm;
		/** The index of the group in the list of the term. */
		readonly at: number;
		/** The index of the group's first id in `ids`, and the index after its last id. */
		readonly start: number;
		readonly end: number;
	}[];
}

/**
 * How many words each clip has matched so far, by position: ONCE or TWICE after the first word of a query, and
 * two more after each further word. A clip that does not match a word keeps its lower number and is dropped.
 */
type Steps = Uint16Array;

/** The clip is in one group of the first word. */
export const ONCE = 1;
/** The clip is in several groups of the first word. */
export const TWICE = 2;

/** Reused, because a new array for each search would keep the garbage collector busy. */
let shared = new Uint16Array(0);

export function stepsFor(positions: number): Steps {
	if (shared.length < positions) shared = new Uint16Array(positions);
	return shared.subarray(0, positions).fill(0);
}

/** Marks the clips of the first word. Returns how many there are. */
export function markClips({ terms }: FoundWord, steps: Steps): number {
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

// A search spends most of its time in the loops of markGroup and matchGroup. Keep other work out of these
// functions, above all after the loops: V8 compiles a loop together with the rest of the function, and would
// discard the compiled loop.

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
 * Moves those clips of a word that are at step `from` to step `to`, and adds them to `hits`.
 * @returns how many clips were moved
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
				groups.push({ term, at, start: known, end: ids.length });
				known = ids.length;
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
