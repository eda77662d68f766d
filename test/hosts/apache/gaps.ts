/** What Apache cannot answer. */
import type { Gap } from "../../contract/target.ts";
import { LINK_GAP, SEARCH_GAP, SPELLING_GAP } from "../rule-gaps.ts";

export const APACHE_GAPS: readonly Gap[] = [
	SEARCH_GAP,
	LINK_GAP,
	SPELLING_GAP,
	{
		reason: "Apache refuses encoded slashes in paths itself: a 404 without our JSON",
		rows: [
			"no path /api/v1%2Finstants/",
			"no path /api/v1/instants%2F",
			"no path /api/%2e%2e%2flatest.json",
		],
	},
];
