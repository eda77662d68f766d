/** What a host without rules cannot answer: anything that is asked with a query. */
import type { Gap } from "../gap.ts";

export const RULE_LESS_GAPS: readonly Gap[] = [
	{
		what: "the query API, but for scripts of the soundboard's page, once its service worker is there",
		reason: "such a host ignores queries, and nothing is stored under `/api/`",
		instead: [404],
		topics: [
			"listing",
			"page spelling",
			"no such page",
			"name",
			"format",
			"no such format",
			"method",
			"path",
		],
	},
];
