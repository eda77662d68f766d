/** What no host without code can answer, whatever its rules can do. */
import type { Gap } from "../contract/target.ts";

/** Names that are no single word of the catalogue. */
export const SEARCHES: readonly string[] = [
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

/** Names longer than servers take, or than words are. */
export const LONG_NAMES: readonly string[] = [
	"50,000 characters",
	"25,000 words",
	"a word and 10,000 signs",
];

export const SEARCH_GAP: Gap = {
	reason: "a name that is no precomputed word needs a search: 404, with the way to the index",
	rows: [...SEARCHES, ...LONG_NAMES],
};

export const LINK_GAP: Gap = {
	reason:
		"stored pages hold the links of one spelling: the right clips, and links that drop the rest",
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

export const SPELLING_GAP: Gap = {
	reason: "names are compared as the catalogue spells its words: 404, with the way to the index",
	rows: [
		"a word in punctuation is encoded in links",
		"with an accent",
		"a stray % is repeated",
		"invalid UTF-8 becomes U+FFFD",
	],
};

/** A gap but for some of its rows. */
export function without(gap: Gap, ...rows: readonly string[]): Gap {
	return { ...gap, rows: gap.rows.filter((row) => !rows.includes(row)) };
}
