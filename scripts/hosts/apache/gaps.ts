/** What Apache cannot answer. */
import type { Gap } from "../gap.ts";
import { LENGTH_GAP, LINK_GAP, PUNCTUATION_GAP, SEARCH_GAP } from "../rule-gaps.ts";

export const APACHE_GAPS: readonly Gap[] = [
	SEARCH_GAP,
	PUNCTUATION_GAP,
	{
		what: "words with accents, apostrophes or capitals beyond ASCII, which the search index has without",
		reason: "a rule finds a word by the name of its folder, and cannot fold what it is asked",
		instead: "not precomputed",
		rows: ["with an accent", "an apostrophe"],
	},
	{
		what: "the name of an unusual method in a 405",
		reason: "the bodies of errors are files, one a method",
		instead: [405],
		rows: ["PROPFIND is not allowed"],
	},
	LINK_GAP,
	LENGTH_GAP,
	{
		what: "paths with `%2F` under `/api/`",
		reason: "Apache refuses encoded slashes before any rule is read, so the 404 is not in JSON",
		instead: [404],
		rows: [
			"no path /api/v1%2Finstants/",
			"no path /api/v1/instants%2F",
			"no path /api/%2e%2e%2flatest.json",
		],
	},
];
