/**
 * The words of all names of a catalogue and where they are, in flat arrays: a million names take
 * tens of bytes a word, where an index of objects takes gigabytes.
 */
import { classNumber, classOf } from "./posting-list.ts";
import { wordScore } from "./score.ts";
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
	/** Number of different words of each name. */
	readonly lengths: Uint32Array;
	/** Average of `lengths`, added up as MiniSearch does, so that it is the same float. */
	readonly average: number;
	/** The most different words of any name. */
	readonly longest: number;
}

/** Reads the names of a catalogue, given in catalogue order. */
export function collectPostings(names: readonly string[]): Postings {
	const numbers = new Map<string, number>();
	const lengths = new Uint32Array(names.length);
	// Term number and frequency of every posting, name after name.
	const found: number[] = [];
	let average = 0;
	for (const [id, name] of names.entries()) {
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
		average = (average * id + frequencies.size) / (id + 1);
	}
	const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
	return { ...sortedByTerm(numbers, found, lengths), lengths, average, longest };
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

/** The numbers of the posting list of term `rank`: its clips by class, the best class first. */
export function postingNumbers(postings: Postings, rank: number): number[] {
	const { starts, ids, frequencies, lengths, average } = postings;
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
	const scored = [...classes].map(([number, members]) => {
		return { number, members, score: wordScore(1, classOf(number), average) };
	});
	scored.sort((a, b) => b.score - a.score || a.number - b.number);
	return scored.flatMap(({ number, members }) => [number, members.length, ...gaps(members)]);
}

function gaps(ids: readonly number[]): number[] {
	return ids.map((id, i) => id - (i === 0 ? 0 : (ids[i - 1] ?? 0)));
}
