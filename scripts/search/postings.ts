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

/** Numbers that are added one by one, in an array that grows. */
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

	/** All numbers so far. */
	get numbers(): Uint32Array {
		return this.#numbers.subarray(0, this.#length);
	}
}

/** Collects the postings of names that come by position. */
export class PostingsCollector {
	readonly #numbers = new Map<string, number>();
	readonly #lengths = new GrowingArray();
	/** Term number and frequency of every posting, name after name. */
	readonly #found = new GrowingArray();
	#average = 0;
	#longest = 0;
	#count = 0;

	/** Adds the name at the next position; undefined where a clip was removed. */
	add(name: string | undefined): void {
		if (name === undefined) {
			this.#lengths.push(0);
			return;
		}
		const frequencies = frequenciesOf(indexTokens(name));
		for (const [term, frequency] of frequencies) {
			let number = this.#numbers.get(term);
			if (number === undefined) {
				number = this.#numbers.size;
				this.#numbers.set(term, number);
			}
			this.#found.push(number);
			this.#found.push(frequency);
		}
		this.#lengths.push(frequencies.size);
		this.#longest = Math.max(this.#longest, frequencies.size);
		this.#average = (this.#average * this.#count + frequencies.size) / (this.#count + 1);
		this.#count++;
	}

	/** The postings of all names that were added. */
	collect(): Postings {
		const lengths = this.#lengths.numbers;
		return {
			...sortedByTerm(this.#numbers, this.#found.numbers, lengths),
			lengths,
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

/** A counting sort: postings come name after name, and so stay ascending within each term. */
function sortedByTerm(
	numbers: ReadonlyMap<string, number>,
	found: Uint32Array,
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
