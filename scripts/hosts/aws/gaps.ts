/** What files behind a CloudFront function cannot answer. */
import type { Gap, HeaderGap } from "../gap.ts";
import {
	LINK_GAP,
	LINK_HEADER_GAP,
	LONG_NAMES,
	SEARCH_GAP,
	WORD_AMONG_SIGNS,
} from "../rule-gaps.ts";

/** With the list of all precomputed words in the function. */
export const AWS_GAPS: readonly Gap[] = [
	{ ...SEARCH_GAP, reason: "a viewer-request function reads no files" },
	{
		what: "words with accents that the search index has without",
		reason: "the function folds ASCII only: tables of accents would not fit its 10 KB",
		instead: "not precomputed",
		rows: ["with an accent", "invalid UTF-8 becomes U+FFFD"],
	},
	{
		...LINK_GAP,
		rows: [
			...(LINK_GAP.rows ?? []),
			"a word in punctuation is encoded in links",
			"a stray % is repeated",
		],
	},
	{
		what: "a 405 for unusual methods",
		reason: "CloudFront refuses methods that it does not know",
		instead: [403],
		rows: ["PROPFIND is not allowed"],
	},
	{
		what: "URLs over 8,192 bytes",
		reason: "CloudFront refuses them",
		instead: [413, 414],
		rows: [...LONG_NAMES, WORD_AMONG_SIGNS],
	},
];

/** Without the list, because it would make the function too large. */
export const AWS_GAPS_WITHOUT_WORDS: readonly Gap[] = [
	...AWS_GAPS,
	{
		what: "the last page of a word by `page=last`",
		reason: "the number of pages of a word is not known to a function without the list",
		instead: "not precomputed",
		rows: ["a word, last"],
	},
	{
		what: "`Invalid page.` past the end of a word",
		reason: "the number of pages of a word is not known: the file is missing",
		instead: [404],
		rows: ["a word, past the end"],
	},
];

const CORS = {
	what: "CORS headers for requests without `Origin`",
	reason: "CloudFront sends them only to requests that name an origin, as browsers do",
};

export const AWS_HEADER_GAPS: readonly HeaderGap[] = [
	LINK_HEADER_GAP,
	{ ...CORS, header: "Access-Control-Allow-Origin" },
	{ ...CORS, header: "Access-Control-Expose-Headers" },
];
