/** What Caddy cannot answer. */
import { type Gap, without } from "../gap.ts";
import {
	LINK_GAP,
	LONG_NAMES,
	PUNCTUATION_GAP,
	SEARCH_GAP,
	WORD_AMONG_SIGNS,
} from "../rule-gaps.ts";

export const CADDY_GAPS: readonly Gap[] = [
	{ ...SEARCH_GAP, rows: [...(SEARCH_GAP.rows ?? []), ...LONG_NAMES, WORD_AMONG_SIGNS] },
	PUNCTUATION_GAP,
	without(LINK_GAP, "name twice: links repeat both"),
	{
		what: "a `name` given twice",
		reason: "Caddy joins repeated values with commas",
		instead: "not precomputed",
		rows: [
			"name twice: the last counts",
			"name twice: links repeat both",
			"NUL in a name that does not count",
		],
	},
];
