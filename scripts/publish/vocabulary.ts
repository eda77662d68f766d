/** The words of a catalogue with the number of clips each finds, and which of them get pages. */
import { pageCount } from "../contract/page-number.ts";
import { MAX_KEY_LENGTH, wordKey } from "../contract/paths.ts";
import { indexTokens, matchesAsPrefix } from "../search/tokens.ts";

/** A word that a query may consist of. */
export interface Word {
	readonly word: string;
	/** Number of clips that a search for it finds, longer words that begin with it included. */
	readonly matches: number;
}

/** Positions of the names that hold each token, ascending. */
function postings(names: Iterable<string>): Map<string, number[]> {
	const positions = new Map<string, number[]>();
	let position = 0;
	for (const name of names) {
		for (const token of new Set(indexTokens(name))) {
			const known = positions.get(token);
			if (known === undefined) positions.set(token, [position]);
			else known.push(position);
		}
		position++;
	}
	return positions;
}

/** Every word of the names, most matches first, then by UTF-16 code units. */
export function vocabulary(names: readonly string[]): Word[] {
	const found = [...postings(names)].sort(([a], [b]) => (a < b ? -1 : 1));
	// The last word, by number, that counted a name; so that a name counts once for each word.
	const countedBy = new Uint32Array(names.length);
	const words = found.map(([word, own], start): Word => {
		if (!matchesAsPrefix(word)) return { word, matches: own.length };
		let matches = 0;
		for (let i = start; found[i]?.[0].startsWith(word); i++) {
			for (const position of found[i]?.[1] ?? []) {
				if (countedBy[position] === start + 1) continue;
				countedBy[position] = start + 1;
				matches++;
			}
		}
		return { word, matches };
	});
	return words.sort((a, b) => b.matches - a.matches || (a.word < b.word ? -1 : 1));
}

/** The words whose pages, all of them, fit into `budget` files; those that find most come first. */
export function withinBudget(words: readonly Word[], budget: number): Word[] {
	let left = budget;
	return words.filter(({ word, matches }) => {
		const pages = pageCount(matches);
		if (pages > left || wordKey(word).length > MAX_KEY_LENGTH) return false;
		left -= pages;
		return true;
	});
}
