/** What files behind a CloudFront function cannot answer. */
import type { Gap } from "../../contract/target.ts";
import { LINK_GAP, LONG_NAMES, SEARCHES } from "../rule-gaps.ts";

/** With the list of all precomputed words in the function. */
export const AWS_GAPS: readonly Gap[] = [
	{ reason: "CloudFront refuses URLs over 8,192 bytes", rows: LONG_NAMES },
	{
		...LINK_GAP,
		rows: [...LINK_GAP.rows, "a word in punctuation is encoded in links", "a stray % is repeated"],
	},
	{
		reason:
			"a function reads no files: a name that is not one precomputed word is a 404 that says so",
		rows: SEARCHES,
	},
	{
		reason: "the function does not fold accents, nor other characters beyond ASCII",
		rows: ["with an accent", "invalid UTF-8 becomes U+FFFD"],
	},
];

/** Without the list, because it would make the function too large. */
export const AWS_GAPS_WITHOUT_WORDS: readonly Gap[] = [
	...AWS_GAPS,
	{
		reason:
			"the number of pages of a word is not known: one past the end is a missing file, still a 404",
		rows: ["a word, last", "a word, past the end"],
	},
];
