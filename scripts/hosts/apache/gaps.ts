/** What Apache cannot answer. */
import type { Gap } from "../gap.ts";
import { LENGTH_GAP, LINK_GAP, SEARCH_GAP, SPELLING_GAP } from "../rule-gaps.ts";

export const APACHE_GAPS: readonly Gap[] = [
	SEARCH_GAP,
	SPELLING_GAP,
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
