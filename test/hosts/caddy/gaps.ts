/** What Caddy cannot answer. */
import type { Gap } from "../../contract/target.ts";
import { LINK_GAP, SEARCH_GAP, SPELLING_GAP, without } from "../rule-gaps.ts";

export const CADDY_GAPS: readonly Gap[] = [
	SEARCH_GAP,
	without(LINK_GAP, "name twice: links repeat both"),
	SPELLING_GAP,
	{
		reason: "Caddy joins repeated names with commas: 404, with the way to the index",
		rows: [
			"name twice: the last counts",
			"name twice: links repeat both",
			"NUL in a name that does not count",
		],
	},
];
