/**
 * Collects the words of a catalogue and their clips. Flat arrays take about 25 bytes per word; an index
 * of objects would take gigabytes for a million names.
 */
import { nameClass, queryClass } from "./posting-list.ts";
import { beginningOf, countTokens, lettersOf } from "./tokens.ts";

export interface Postings {
	/** Every word, and every prefix of one or two letters, sorted by UTF-16 code units. */
	readonly terms: readonly string[];
	/**
	 * The index of the first posting of each word, followed by the number of postings. Prefixes have no postings.
	 */
	readonly starts: Uint32Array;
	/**
	 * Two numbers for each posting: the position of its clip, ascending within a term, and how often the term
	 * occurs in the clip's name, plus 65536 times how often it occurs when the name is used as a query. Separate
	 * numbers would take twice as long to write.
	 */
	readonly found: Uint32Array;
	/** The number of names. */
	readonly count: number;
	/** The number of distinct words in the name at each position, without joined words; 0 for removed clips. */
	readonly lengths: readonly number[];
	/** The number of distinct words in the name at each position when that name is used as a query. */
	readonly queryLengths: readonly number[];
	/** The average length of names, computed as MiniSearch does it, to get the same float. */
	readonly average: number;
	/** The maximum number of distinct words that can match one name: the number of letters in its tokens. */
	readonly longest: number;
	/** Scratch space of `postingsOf`: a number for each position, all zero between calls. */
	readonly sums: Uint32Array;
}

export class PostingsCollector {
	readonly #numbers = new Map<string, number>();
	readonly #lengths: number[] = [];
	readonly #queryLengths: number[] = [];
	/** How many postings the name at each position has. */
	readonly #sizes: number[] = [];
	/** The term number and both frequencies of every posting, name by name. */
	readonly #found: number[] = [];
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
			if (beginning !== undefined) this.#numberOf(beginning);
			number = this.#numbers.size;
			this.#numbers.set(term, number);
		}
		return number;
	}

	/** How many names were added. */
	get count(): number {
		return this.#count;
	}

	collect(): Postings {
		return {
			...sortedByTerm(this.#numbers, this.#found, this.#sizes),
			lengths: this.#lengths,
			queryLengths: this.#queryLengths,
			count: this.#count,
			average: this.#average,
			longest: this.#longest,
			sums: new Uint32Array(this.#sizes.length),
		};
	}
}

/** Two frequencies in one number, each limited to 16 bits. */
function packed(frequency: number, queryFrequency: number): number {
	return Math.min(queryFrequency, 0xffff) * 0x10000 + Math.min(frequency, 0xffff);
}

/** A counting sort. It is stable, so positions stay ascending within a term. */
function sortedByTerm(
	numbers: ReadonlyMap<string, number>,
	collected: readonly number[],
	sizes: readonly number[],
): Pick<Postings, "terms" | "starts" | "found"> {
	const terms = [...numbers.keys()].sort();
	const rankOf = new Uint32Array(terms.length);
	for (const [rank, term] of terms.entries()) rankOf[numbers.get(term) as number] = rank;
	const starts = new Uint32Array(terms.length + 1);
	for (let at = 0; at < collected.length; at += 2) {
		const rank = rankOf[collected[at] as number] as number;
		(starts[rank + 1] as number)++;
	}
	for (let rank = 0; rank < terms.length; rank++) {
		(starts[rank + 1] as number) += starts[rank] as number;
	}
	const found = new Uint32Array(collected.length);
	const free = starts.slice();
	let at = 0;
	for (let id = 0; id < sizes.length; id++) {
		for (let n = sizes[id] as number; n > 0; n--, at += 2) {
			const rank = rankOf[collected[at] as number] as number;
			const to = 2 * (free[rank] as number)++;
			found[to] = id;
			found[to + 1] = collected[at + 1] as number;
		}
	}
	return { terms, starts, found };
}

/**
 * The postings of a term, as in `found`. The postings of a prefix are added up on each call, since storing them
 * all would take more memory than the words' postings.
 */
export function postingsOf({ terms, starts, found, sums }: Postings, rank: number): Uint32Array {
	const between = (from: number, to: number): Uint32Array =>
		found.subarray(2 * (starts[from] as number), 2 * (starts[to] as number));
	if (starts[rank] !== starts[rank + 1]) return between(rank, rank + 1);
	// The longer words come next.
	const letters = lettersOf(terms[rank] as string);
	let end = rank + 1;
	while (terms[end]?.startsWith(letters)) end++;
	return addedUp(between(rank + 1, end), sums);
}

/** Adds up the postings of words with the same prefix. */
function addedUp(words: Uint32Array, sums: Uint32Array): Uint32Array {
	const seen = new Uint32Array(Math.ceil(sums.length / 32));
	for (const isJoined of [false, true]) {
		for (let at = 0; at < words.length; at += 2) {
			const id = words[at] as number;
			const frequencies = words[at + 1] as number;
			if (frequencies <= 0xffff !== isJoined) continue;
			// Joined words count only in names where no other word has this prefix.
			if (isJoined && (sums[id] as number) > 0xffff) continue;
			(sums[id] as number) += packed(frequencies & 0xffff, Math.min(frequencies >>> 16, 1));
			(seen[id >>> 5] as number) |= 1 << (id & 31);
		}
	}
	const postings = new Uint32Array(Math.min(words.length, 2 * sums.length));
	let size = 0;
	for (let part = 0; part < seen.length; part++) {
		for (let bits = seen[part] as number; bits !== 0; bits &= bits - 1) {
			const id = 32 * part + 31 - Math.clz32(bits & -bits);
			postings[size++] = id;
			postings[size++] = sums[id] as number;
			sums[id] = 0;
		}
	}
	return postings.subarray(0, size);
}

/** The clips of a class. */
interface Group {
	readonly class: number;
	/** The number before the class; 0 for none. */
	readonly fewer: number;
	readonly gaps: number[];
	last: number;
}

/**
 * The posting list of a term (see posting-list.ts). Groups are sorted by class and not by score, which depends on
 * all names, so a list changes only if clips of its term change.
 * @param found the result of `postingsOf` for the term, or a part of it
 */
export function postingNumbers(
	{ lengths, queryLengths }: Pick<Postings, "lengths" | "queryLengths">,
	found: Uint32Array,
): number[] {
	// An array, because a map would be slower: names have only a few different lengths.
	const groups: Group[] = [];
	let group: Group | undefined;
	for (let at = 0; at < found.length; at += 2) {
		const id = found[at] as number;
		const frequencies = found[at + 1] as number;
		const frequency = frequencies & 0xffff;
		const length = lengths[id] as number;
		const ofName = nameClass(frequency, length);
		const less = frequency - (frequencies >>> 16);
		const fewer = queryClass(less, length - (queryLengths[id] as number));
		if (group?.class !== ofName || group.fewer !== fewer) {
			group = groups.find((other) => other.class === ofName && other.fewer === fewer);
			if (group === undefined) {
				group = { class: ofName, fewer, gaps: [], last: 0 };
				groups.push(group);
			}
		}
		group.gaps.push(id - group.last);
		group.last = id;
	}
	groups.sort((a, b) => a.fewer - b.fewer || a.class - b.class);
	const list: number[] = [];
	for (const { class: ofName, fewer, gaps } of groups) {
		if (fewer < 0) list.push(fewer);
		list.push(ofName, gaps.length);
		for (const gap of gaps) list.push(gap);
	}
	return list;
}
