/**
 * Collects the words of a catalogue and their clips. Flat arrays take some ten bytes a word; an index of
 * objects would take gigabytes for a million names.
 */
import { classNumbers } from "./posting-list.ts";
import { beginningsOf, countTokens } from "./tokens.ts";

export interface Postings {
	/** Every word, sorted by UTF-16 code units. */
	readonly terms: readonly string[];
	/** Index of the first posting of each term, and at the end the number of postings. */
	readonly starts: Uint32Array;
	/** The position of each posting's clip, ascending within a term. */
	readonly ids: Uint32Array;
	/** How often each posting's name has the term; for a beginning, how many of its words begin so. */
	readonly frequencies: Uint16Array;
	/** How often each posting's name, as a query, has the term; for a beginning, how many distinct words of it. */
	readonly queryFrequencies: Uint16Array;
	/** Number of names. */
	readonly count: number;
	/** Number of distinct words in the name at each position, without joined ones; 0 for removed clips. */
	readonly lengths: Uint32Array;
	/** Number of distinct words that the name at each position has as a query. */
	readonly queryLengths: Uint32Array;
	/** Average length of the names, computed like MiniSearch's, to be the same float. */
	readonly average: number;
	/** The largest number of distinct words that find one name. */
	readonly longest: number;
}

class GrowingArray {
	#numbers = new Uint32Array(1024);
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

export class PostingsCollector {
	readonly #numbers = new Map<string, number>();
	/** The numbers of the beginnings of each term, by its number. */
	readonly #beginnings: (readonly number[])[] = [];
	/** The beginnings of the name that is being added. */
	readonly #begun = new Map<number, number>();
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
		const begun = this.#begun;
		for (const [term, frequency] of indexed) {
			const number = this.#numberOf(term);
			const queryFrequency = queried.get(term) ?? 0;
			this.#found.push(number);
			this.#found.push(packed(frequency, queryFrequency));
			for (const beginning of this.#beginnings[number] ?? []) {
				const before = begun.get(beginning) ?? 0;
				// Joined words come last, and count only where no other word begins so.
				const isWord = queryFrequency > 0;
				const own = isWord || before < 0x10000 ? packed(frequency, isWord ? 1 : 0) : 0;
				begun.set(beginning, before + own);
			}
		}
		this.#sizes.push(indexed.size + begun.size);
		for (const [number, both] of begun) {
			this.#found.push(number);
			this.#found.push(both);
		}
		begun.clear();
		this.#queryLengths.push(queried.size);
		this.#lengths.push(length);
		this.#longest = Math.max(this.#longest, indexed.size);
		this.#average = (this.#average * this.#count + length) / (this.#count + 1);
		this.#count++;
	}

	#numberOf(term: string): number {
		let number = this.#numbers.get(term);
		if (number === undefined) {
			number = this.#numbers.size;
			this.#numbers.set(term, number);
			this.#beginnings.push([]);
			this.#beginnings[number] = beginningsOf(term).map((beginning) => this.#numberOf(beginning));
		}
		return number;
	}

	/** How many names were added. */
	get count(): number {
		return this.#count;
	}

	collect(): Postings {
		const lengths = this.#lengths.numbers;
		return {
			...sortedByTerm(this.#numbers, this.#found.numbers, this.#sizes.numbers),
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
	found: Uint32Array,
	sizes: Uint32Array,
): Pick<Postings, "terms" | "starts" | "ids" | "frequencies" | "queryFrequencies"> {
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
	const frequencies = new Uint16Array(ids.length);
	const queryFrequencies = new Uint16Array(ids.length);
	let at = 0;
	for (let id = 0; id < sizes.length; id++) {
		for (let n = sizes[id] ?? 0; n > 0; n--, at += 2) {
			const rank = rankOf[found[at] ?? 0] ?? 0;
			const place = free[rank] ?? 0;
			free[rank] = place + 1;
			ids[place] = id;
			const both = found[at + 1] ?? 0;
			frequencies[place] = both & 0xffff;
			queryFrequencies[place] = both >>> 16;
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
