/** What a host without rules cannot answer: anything that is asked with a query. */
import type { Gap } from "../gap.ts";

export const RULE_LESS_GAPS: readonly Gap[] = [
	{
		what: "the query API: a page is asked for by its path",
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
