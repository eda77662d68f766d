/** What no host without code can answer, whatever its rules can do. */
import type { Gap, HeaderGap } from "./gap.ts";

/** Names that are no single word of the catalogue. */
const SEARCHES: readonly string[] = [
	"the beginning of a word",
	"two letters match whole words only",
	"the end of a word",
	"two words, one a number",
	"words in the other order",
	"exact names come first",
	"all words must match",
	"a full name with signs",
	"an unencoded =",
	"no hit",
	"no hit, page 1",
	"no hit, page=last",
	"no hit, page 2",
	"a stray %",
	"%ZZ is taken literally",
	"a name that is a path",
	"a backslash path",
];

/** Names longer than servers take. */
export const LONG_NAMES: readonly string[] = ["50,000 characters", "25,000 words"];

/** A word behind so many signs that it is not told from a search. */
export const WORD_AMONG_SIGNS = "a word and 10,000 signs";

export const SEARCH_GAP: Gap = {
	what: "names that are no precomputed word",
	reason: "rules look a name up in a list; a search needs code",
	instead: "not precomputed",
	rows: SEARCHES,
};

export const LENGTH_GAP: Gap = {
	what: "names of many thousand characters",
	reason: "the server takes request lines of 8 KB or so",
	instead: [414],
	rows: [...LONG_NAMES, WORD_AMONG_SIGNS],
};

export const LINK_GAP: Gap = {
	what: "links that repeat the name as it was given",
	reason: "a stored page holds the links of one spelling, the catalogue's",
	instead: "other links",
	rows: [
		"name empty: the listing, repeated",
		"name without =",
		"name of white space: the listing, repeated as given",
		"name twice, the last empty",
		"a word in capitals",
		"a word in spaces",
		"name twice: links repeat both",
		"format twice: the last counts, links repeat both",
	],
};

export const PUNCTUATION_GAP: Gap = {
	what: "words within punctuation",
	reason: "names are compared as text, in the spellings of the catalogue",
	instead: "not precomputed",
	rows: [
		"a word in punctuation is encoded in links",
		"a stray % is repeated",
		"invalid UTF-8 becomes U+FFFD",
	],
};

export const LINK_HEADER_GAP: HeaderGap = {
	what: "`Link` headers",
	reason: "the neighbours of a page are in its body, which rules do not read",
	header: "Link",
};
