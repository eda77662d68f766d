/**
 * Collects the words of a catalogue and their clips. Flat arrays take some ten bytes a word; an index of
 * objects would take gigabytes for a million names.
 */
import { classNumbers } from "./posting-list.ts";
import { beginningOf, countTokens } from "./tokens.ts";

export interface Postings {
	/** Every word, sorted by UTF-16 code units. */
	readonly terms: readonly string[];
	/** Index of the first posting of each term, and at the end the number of postings. */
	readonly starts: Uint32Array;
	/** The position of each posting's clip, ascending within a term. */
	readonly ids: Uint32Array;
	/** How often each posting's name has the term. */
	readonly frequencies: Uint16Array;
	/** How often each posting's name, as a query, has the term. */
	readonly queryFrequencies: Uint16Array;
	/** Number of names. */
	readonly count: number;
	/** Number of distinct words in the name at each position, without joined ones; 0 for removed clips. */
	readonly lengths: Uint32Array;
	/** Number of distinct words that the name at each position has as a query. */
	readonly queryLengths: Uint32Array;
	/** Average length of the names, computed like MiniSearch's, to be the same float. */
	readonly average: number;
	/** How many distinct words can find one name at most: as many as its tokens have letters. */
	readonly longest: number;
}

class GrowingArray {
	#numbers = new Uint32Array(16);
	#length = 0;

	push(number: number): void {
		if (this.#length === this.#numbers.length) {
			const larger = new Uint32Array(this.#length * 2);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		this.#numbers[this.#length++] = number;
	}

	get numbers(): Uint32Array {
		return this.#numbers.subarray(0, this.#length);
	}
}

/** In place of a beginning, for a term that has none. */
const NONE = 0xffff_ffff;

export class PostingsCollector {
	readonly #numbers = new Map<string, number>();
	/** The number of the longest beginning of each term, by its number. */
	readonly #beginnings = new GrowingArray();
	readonly #lengths = new GrowingArray();
	readonly #queryLengths = new GrowingArray();
	/** How many postings the name at each position has. */
	readonly #sizes = new GrowingArray();
	/** The term number and both frequencies of every posting, name by name. */
	readonly #found = new GrowingArray();
	#average = 0;
	#longest = 0;
	#count = 0;

	/** Adds the name at the next position; undefined for a removed clip. */
	add(name: string | undefined): void {
		if (name === undefined) {
			this.#lengths.push(0);
			this.#queryLengths.push(0);
			this.#sizes.push(0);
			return;
		}
		const { indexed, length, queried } = countTokens(name);
		let letters = 0;
		for (const [term, frequency] of indexed) {
			this.#found.push(this.#numberOf(term));
			this.#found.push(packed(frequency, queried.get(term) ?? 0));
			letters += term.length;
		}
		this.#sizes.push(indexed.size);
		this.#queryLengths.push(queried.size);
		this.#lengths.push(length);
		this.#longest = Math.max(this.#longest, letters);
		this.#average = (this.#average * this.#count + length) / (this.#count + 1);
		this.#count++;
	}

	#numberOf(term: string): number {
		let number = this.#numbers.get(term);
		if (number === undefined) {
			const beginning = beginningOf(term);
			const before = beginning === undefined ? NONE : this.#numberOf(beginning);
			number = this.#numbers.size;
			this.#numbers.set(term, number);
			this.#beginnings.push(before);
		}
		return number;
	}

	/** How many names were added. */
	get count(): number {
		return this.#count;
	}

	collect(): Postings {
		const [found, sizes] = [this.#found.numbers, this.#sizes.numbers];
		return {
			...sortedByTerm(this.#numbers, this.#beginnings.numbers, found, sizes),
			lengths: this.#lengths.numbers,
			queryLengths: this.#queryLengths.numbers,
			count: this.#count,
			average: this.#average,
			longest: this.#longest,
		};
	}
}

/** The postings of these names, by position. */
export function collectPostings(names: Iterable<string | undefined>): Postings {
	const collector = new PostingsCollector();
	for (const name of names) collector.add(name);
	return collector.collect();
}

/** Two frequencies in one number, each cut to 16 bits. */
function packed(frequency: number, queryFrequency: number): number {
	return Math.min(queryFrequency, 0xffff) * 0x10000 + Math.min(frequency, 0xffff);
}

/**
 * A counting sort. It is stable, so positions stay ascending within a term.
 * @param beginnings the number of the longest beginning of each term
 */
function sortedByTerm(
	numbers: ReadonlyMap<string, number>,
	beginnings: Uint32Array,
	found: Uint32Array,
	sizes: Uint32Array,
): Pick<Postings, "terms" | "starts" | "ids" | "frequencies" | "queryFrequencies"> {
	const terms = [...numbers.keys()].sort();
	const rankOf = new Uint32Array(terms.length);
	for (const [rank, term] of terms.entries()) rankOf[numbers.get(term) ?? 0] = rank;

	/** Visits each posting, and for the beginnings of its term once more. */
	const visit = (see: (rank: number, id: number, all: number, queried: number) => void): void => {
		let at = 0;
		for (let id = 0; id < sizes.length; id++) {
			for (let n = sizes[id] ?? 0; n > 0; n--, at += 2) {
				const both = found[at + 1] ?? 0;
				let queried = both >>> 16;
				for (let number = found[at] ?? NONE; number !== NONE; number = beginnings[number] ?? NONE) {
					see(rankOf[number] ?? 0, id, both & 0xffff, queried);
					queried = Math.min(queried, 1);
				}
			}
		}
	};
	const starts = new Uint32Array(terms.length + 1);
	const seen = new Uint32Array(terms.length);
	visit((rank, id) => {
		if (seen[rank] === id + 1) return;
		seen[rank] = id + 1;
		starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
	});
	for (let rank = 0; rank < terms.length; rank++) {
		starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
	}
	const ids = new Uint32Array(starts.at(-1) ?? 0);
	const frequencies = new Uint16Array(ids.length);
	const queryFrequencies = new Uint16Array(ids.length);
	const free = starts.slice();
	seen.fill(0);
	visit((rank, id, all, queried) => {
		const isNew = seen[rank] !== id + 1;
		seen[rank] = id + 1;
		const place = isNew ? (free[rank] as number)++ : (free[rank] as number) - 1;
		ids[place] = id;
		// Joined words come after the others of their name, and count only where none of those begins so.
		if (queried === 0 && (queryFrequencies[place] as number) > 0) return;
		(frequencies[place] as number) += all;
		(queryFrequencies[place] as number) += queried;
	});
	return { terms, starts, ids, frequencies, queryFrequencies };
}

/** The clips of a class. */
interface Group {
	readonly numbers: readonly number[];
	readonly members: number[];
}

/**
 * The posting list of a term (see posting-list.ts). Groups are sorted by class and not by score, which
 * depends on all names, so a list changes only with the clips of its term.
 * @param rank the index of the term
 */
export function postingNumbers(postings: Postings, rank: number): number[] {
	const { starts, ids, lengths, queryLengths } = postings;
	const start = starts[rank] ?? 0;
	const end = starts[rank + 1] ?? start;
	const groups = new Map<number | string, Group>();
	for (let at = start; at < end; at++) {
		const id = ids[at] ?? 0;
		const [first, second] = classNumbers({
			frequency: postings.frequencies[at] ?? 0,
			queryFrequency: postings.queryFrequencies[at] ?? 0,
			length: lengths[id] ?? 0,
			queryLength: queryLengths[id] ?? 0,
		});
		const key = second === undefined ? first : `${first},${second}`;
		const group = groups.get(key);
		if (group !== undefined) group.members.push(id);
		else {
			const numbers = second === undefined ? [first] : [first, second];
			groups.set(key, { numbers, members: [id] });
		}
	}
	const list: number[] = [];
	for (const { numbers, members } of [...groups.values()].sort(byClass)) {
		list.push(...numbers, members.length);
		let last = 0;
		for (const id of members) {
			list.push(id - last);
			last = id;
		}
	}
	return list;
}

/** Classes that begin with the same number are equally long: only those of two numbers begin with a negative one. */
function byClass({ numbers: [a = 0, a2 = 0] }: Group, { numbers: [b = 0, b2 = 0] }: Group): number {
	return a - b || a2 - b2;
}
