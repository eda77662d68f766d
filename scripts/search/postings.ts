/**
 * The words of all names of a catalogue and where they are, in flat arrays: a million names take
 * tens of bytes a word, where an index of objects takes gigabytes.
 */
import { classNumber } from "./posting-list.ts";
import { frequenciesOf, indexTokens } from "./tokens.ts";

/** Every word of a catalogue, sorted by UTF-16 code units, with the names that hold it. */
export interface Postings {
	readonly terms: readonly string[];
	/** Where the postings of term i begin; those of the next term begin where they end. */
	readonly starts: Uint32Array;
	/** Catalogue positions, ascending within a term. */
	readonly ids: Uint32Array;
	/** How often the term is in the name. */
	readonly frequencies: Uint32Array;
	/** Number of names. */
	readonly count: number;
	/** Number of different words of the name at each position; 0 where there is none. */
	readonly lengths: Uint32Array;
	/** Average of `lengths`, added up as MiniSearch does, so that it is the same float. */
	readonly average: number;
	/** The most different words of any name. */
	readonly longest: number;
}

/** Reads the names at all positions, in order; undefined where a clip was removed. */
export function collectPostings(names: readonly (string | undefined)[]): Postings {
	const numbers = new Map<string, number>();
	const lengths = new Uint32Array(names.length);
	// Term number and frequency of every posting, name after name.
	const found: number[] = [];
	let average = 0;
	let count = 0;
	for (const [id, name] of names.entries()) {
		if (name === undefined) continue;
		const frequencies = frequenciesOf(indexTokens(name));
		for (const [term, frequency] of frequencies) {
			let number = numbers.get(term);
			if (number === undefined) {
				number = numbers.size;
				numbers.set(term, number);
			}
			found.push(number, frequency);
		}
		lengths[id] = frequencies.size;
		average = (average * count + frequencies.size) / (count + 1);
		count++;
	}
	const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
	return { ...sortedByTerm(numbers, found, lengths), lengths, count, average, longest };
}

/** A counting sort: postings come name after name, and so stay ascending within each term. */
function sortedByTerm(
	numbers: ReadonlyMap<string, number>,
	found: readonly number[],
	lengths: Uint32Array,
): Pick<Postings, "terms" | "starts" | "ids" | "frequencies"> {
	const terms = [...numbers.keys()].sort();
	const rankOf = new Uint32Array(terms.length);
	for (const [rank, term] of terms.entries()) rankOf[numbers.get(term) ?? 0] = rank;

	const starts = new Uint32Array(terms.length + 1);
	for (let at = 0; at < found.length; at += 2) {
		const rank = rankOf[found[at] ?? 0] ?? 0;
		starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
	}
	for (let rank = 0; rank < terms.length; rank++) {
		starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
	}
	const free = starts.slice();
	const ids = new Uint32Array(found.length / 2);
	const frequencies = new Uint32Array(found.length / 2);
	let at = 0;
	for (let id = 0; id < lengths.length; id++) {
		for (let n = lengths[id] ?? 0; n > 0; n--, at += 2) {
			const rank = rankOf[found[at] ?? 0] ?? 0;
			const place = free[rank] ?? 0;
			free[rank] = place + 1;
			ids[place] = id;
			frequencies[place] = found[at + 1] ?? 0;
		}
	}
	return { terms, starts, ids, frequencies };
}

/**
 * The numbers of the posting list of term `rank`: its clips by class. Classes are in an order that
 * does not depend on other names, so that the list changes only when the clips of the term do.
 */
export function postingNumbers(postings: Postings, rank: number): number[] {
	const { starts, ids, frequencies, lengths } = postings;
	const start = starts[rank] ?? 0;
	const end = starts[rank + 1] ?? start;
	const classes = new Map<number, number[]>();
	for (let at = start; at < end; at++) {
		const id = ids[at] ?? 0;
		const number = classNumber({ frequency: frequencies[at] ?? 0, length: lengths[id] ?? 0 });
		const members = classes.get(number);
		if (members === undefined) classes.set(number, [id]);
		else members.push(id);
	}
	return [...classes]
		.sort(([a], [b]) => a - b)
		.flatMap(([number, members]) => [number, members.length, ...gaps(members)]);
}

function gaps(ids: readonly number[]): number[] {
	return ids.map((id, i) => id - (i === 0 ? 0 : (ids[i - 1] ?? 0)));
}
