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
	length = 0;

	push(number: number): void {
		if (this.length === this.#numbers.length) {
			const larger = new Uint32Array(this.length * 2);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		this.#numbers[this.length++] = number;
	}

	get last(): number | undefined {
		return this.#numbers[this.length - 1];
	}

	increase(number: number): void {
		(this.#numbers[this.length - 1] as number) += number;
	}

	get numbers(): Uint32Array {
		return this.#numbers.subarray(0, this.length);
	}
}

/** The postings of the words that begin with one or two letters. */
class Beginning {
	readonly ids = new GrowingArray();
	readonly frequencies = new GrowingArray();
	/** That of the first letter alone. */
	readonly shorter: Beginning | undefined;
	constructor(shorter: Beginning | undefined) {
		this.shorter = shorter;
	}

	/** Joined words come after the others of their name, and count only where none of those begins so. */
	add(id: number, frequency: number, isWord: boolean): void {
		if (this.ids.last !== id) {
			this.ids.push(id);
			this.frequencies.push(packed(frequency, Number(isWord)));
		} else if (isWord || (this.frequencies.last ?? 0) <= 0xffff) {
			this.frequencies.increase(packed(frequency, Number(isWord)));
		}
	}
}

export class PostingsCollector {
	readonly #numbers = new Map<string, number>();
	readonly #beginnings = new Map<string, Beginning>();
	/** The longest beginning of each term, by its number. */
	readonly #longestOf: (Beginning | undefined)[] = [];
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
		const id = this.#sizes.length;
		let letters = 0;
		for (const [term, frequency] of indexed) {
			const number = this.#numberOf(term);
			const queryFrequency = queried.get(term) ?? 0;
			this.#found.push(number);
			this.#found.push(packed(frequency, queryFrequency));
			letters += term.length;
			let beginning = this.#longestOf[number];
			for (; beginning !== undefined; beginning = beginning.shorter) {
				beginning.add(id, frequency, queryFrequency > 0);
			}
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
			number = this.#numbers.size;
			this.#numbers.set(term, number);
			this.#longestOf.push(this.#beginning(term));
		}
		return number;
	}

	#beginning(term: string): Beginning | undefined {
		const key = beginningOf(term);
		if (key === undefined) return undefined;
		const known = this.#beginnings.get(key) ?? new Beginning(this.#beginning(key));
		this.#beginnings.set(key, known);
		return known;
	}

	/** How many names were added. */
	get count(): number {
		return this.#count;
	}

	collect(): Postings {
		const lengths = this.#lengths.numbers;
		return {
			...sortedByTerm(this.#numbers, this.#beginnings, this.#found.numbers, this.#sizes.numbers),
			lengths,
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

/** A counting sort. It is stable, so positions stay ascending within a term. */
function sortedByTerm(
	numbers: ReadonlyMap<string, number>,
	beginnings: ReadonlyMap<string, Beginning>,
	found: Uint32Array,
	sizes: Uint32Array,
): Pick<Postings, "terms" | "starts" | "ids" | "frequencies" | "queryFrequencies"> {
	const terms = [...numbers.keys(), ...beginnings.keys()].sort();
	const starts = new Uint32Array(terms.length + 1);
	const rankOf = new Uint32Array(numbers.size);
	for (const [rank, term] of terms.entries()) {
		const number = numbers.get(term);
		if (number !== undefined) rankOf[number] = rank;
		starts[rank + 1] = beginnings.get(term)?.ids.length ?? 0;
	}
	for (let at = 0; at < found.length; at += 2) {
		const rank = rankOf[found[at] ?? 0] ?? 0;
		starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
	}
	for (let rank = 0; rank < terms.length; rank++) {
		starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
	}
	const free = starts.slice();
	const ids = new Uint32Array(starts.at(-1) ?? 0);
	const frequencies = new Uint16Array(ids.length);
	const queryFrequencies = new Uint16Array(ids.length);
	const set = (place: number, id: number, both: number): void => {
		ids[place] = id;
		frequencies[place] = both & 0xffff;
		queryFrequencies[place] = both >>> 16;
	};
	for (const [rank, term] of terms.entries()) {
		const beginning = beginnings.get(term);
		beginning?.ids.numbers.forEach((id, i) => {
			set((starts[rank] ?? 0) + i, id, beginning.frequencies.numbers[i] ?? 0);
		});
	}
	let at = 0;
	for (let id = 0; id < sizes.length; id++) {
		for (let n = sizes[id] ?? 0; n > 0; n--, at += 2) {
			const rank = rankOf[found[at] ?? 0] ?? 0;
			const place = free[rank] ?? 0;
			free[rank] = place + 1;
			set(place, id, found[at + 1] ?? 0);
		}
	}
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
