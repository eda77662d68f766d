/**
 * Collects the words of a catalogue and their clips. Flat arrays take about ten bytes per word; an index
 * of objects would take gigabytes for a million names.
 */
import { classNumbers } from "./posting-list.ts";
import { beginningOf, countTokens } from "./tokens.ts";

export interface Postings {
	/** Every word, sorted by UTF-16 code units. */
	readonly terms: readonly string[];
	/** Index of the first posting of each term, and at the end the number of postings. */
	readonly starts: Uint32Array;
	/**
	 * Two numbers for each posting: the position of its clip, ascending within a term, and how often the clip's name
	 * has the term, plus 65536 times how often the name has it as a query. Apart, writing them would take twice as long.
	 */
	readonly found: Uint32Array;
	/** Number of names. */
	readonly count: number;
	/** Number of distinct words in the name at each position, without joined ones; 0 for removed clips. */
	readonly lengths: Uint32Array;
	/** Number of distinct words that the name at each position has as a query. */
	readonly queryLengths: Uint32Array;
	/** Average length of the names, computed like MiniSearch's, to be the same float. */
	readonly average: number;
	/** The most distinct words that can find one name: as many as its tokens have letters. */
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

/** Stands for no beginning. */
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
			const asQuery = queried === indexed ? frequency : (queried.get(term) ?? 0);
			this.#found.push(packed(frequency, asQuery));
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
	collected: Uint32Array,
	sizes: Uint32Array,
): Pick<Postings, "terms" | "starts" | "found"> {
	const terms = [...numbers.keys()].sort();
	const rankOf = new Uint32Array(terms.length);
	for (const [rank, term] of terms.entries()) rankOf[numbers.get(term) ?? 0] = rank;

	/** Visits each posting, and again for each beginning of its term. `isNew` is true the first time in a name. */
	const visit = (
		see: (rank: number, id: number, isNew: boolean, frequencies: number) => void,
	): void => {
		const lastNames = new Uint32Array(terms.length);
		let at = 0;
		for (let id = 0; id < sizes.length; id++) {
			for (let n = sizes[id] as number; n > 0; n--, at += 2) {
				const own = collected[at] as number;
				const frequencies = collected[at + 1] as number;
				see(rankOf[own] as number, id, true, frequencies);
				const once = packed(frequencies & 0xffff, Math.min(frequencies >>> 16, 1));
				for (let of = beginnings[own] as number; of !== NONE; of = beginnings[of] as number) {
					see(rankOf[of] as number, id, lastNames[of] !== id + 1, once);
					lastNames[of] = id + 1;
				}
			}
		}
	};
	const starts = new Uint32Array(terms.length + 1);
	visit((rank, _, isNew) => {
		if (isNew) (starts[rank + 1] as number)++;
	});
	for (let rank = 0; rank < terms.length; rank++) {
		(starts[rank + 1] as number) += starts[rank] as number;
	}
	const found = new Uint32Array(2 * (starts[terms.length] as number));
	const free = starts.slice();
	visit((rank, id, isNew, frequencies) => {
		const at = 2 * (isNew ? (free[rank] as number)++ : (free[rank] as number) - 1);
		found[at] = id;
		// Joined words come after the others of their name, and count only where none of those begins so.
		if (frequencies <= 0xffff && (found[at + 1] as number) > 0xffff) return;
		(found[at + 1] as number) += frequencies;
	});
	return { terms, starts, found };
}

/** The clips of a class, and the number of the last one. */
interface Group {
	readonly numbers: readonly number[];
	readonly gaps: number[];
	last: number;
}

/**
 * The posting list of a term (see posting-list.ts). Groups are sorted by class and not by score, which
 * depends on all names, so a list changes only with the clips of its term.
 * @param rank the index of the term
 */
export function postingNumbers(postings: Postings, rank: number): number[] {
	const { starts, found, lengths, queryLengths } = postings;
	const groups = new Map<number | string, Group>();
	for (let at = starts[rank] as number; at < (starts[rank + 1] as number); at++) {
		const [id, frequencies] = [found[2 * at] as number, found[2 * at + 1] as number];
		const [first, second] = classNumbers({
			frequency: frequencies & 0xffff,
			queryFrequency: frequencies >>> 16,
			length: lengths[id] as number,
			queryLength: queryLengths[id] as number,
		});
		const key = second === undefined ? first : `${first},${second}`;
		let group = groups.get(key);
		if (group === undefined) {
			group = { numbers: second === undefined ? [first] : [first, second], gaps: [], last: 0 };
			groups.set(key, group);
		}
		group.gaps.push(id - group.last);
		group.last = id;
	}
	// Classes with the same first number have the same length: only those of two numbers begin with a negative one.
	const sorted = [...groups.values()].sort(
		({ numbers: [a = 0, a2 = 0] }, { numbers: [b = 0, b2 = 0] }) => a - b || a2 - b2,
	);
	const list: number[] = [];
	for (const { numbers, gaps } of sorted) {
		list.push(...numbers, gaps.length);
		for (const gap of gaps) list.push(gap);
	}
	return list;
}
