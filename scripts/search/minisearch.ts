/**
 * The search rule: MiniSearch with these options decides which names match, and how well each word matches.
 * Published as a module beside the full index, so that clients can load that index and search it offline.
 * Prefixes of one or two letters are not indexed: MiniSearch itself finds all words that begin with them, and
 * adds up the scores of these words.
 */
import type { Options } from "minisearch";
import { countTokens, lettersOf, matchesAsPrefix, wordOf } from "./tokens.ts";

export { default as MiniSearch } from "minisearch";

/** A document in the index. */
export interface IndexedName {
	/** The position of the clip in the catalogue, counted from 0. */
	readonly id: number;
	readonly name: string;
}

const BESIDE = "\n";

/**
 * MiniSearch takes the number of tokens in a name as its length, but joined words must not count. So they are
 * hidden in the name's first token until `processTerm` splits it.
 */
function packedTokens(name: string): string[] {
	const { indexed, length } = countTokens(name);
	const tokens = [...indexed].map(([token, times]) => Array<string>(times).fill(token));
	const [first = [], ...others] = tokens.slice(0, length);
	const joined = tokens.slice(length).filter(([token = ""]) => wordOf(token) === token);
	const packed =
		joined.length === 0 ? first : [[first, ...joined].flat().map(lettersOf).join(BESIDE)];
	return [packed, ...others].flat().map(lettersOf);
}

/** The other options keep their defaults: BM25+ with k 1.2, b 0.7, d 0.5 and prefix weight 0.375. */
export const searchOptions: Options<IndexedName> = {
	fields: ["name"],
	// Clients show names before they fetch the clips.
	storeFields: ["name"],
	tokenize: packedTokens,
	// Tokens are already folded.
	processTerm: (term) => (term.includes(BESIDE) ? term.split(BESIDE) : term),
	// The index is never changed.
	autoVacuum: false,
	searchOptions: {
		tokenize: (query) => [...countTokens(query).queried.keys()].map(lettersOf),
		combineWith: "AND",
		prefix: matchesAsPrefix,
	},
};
