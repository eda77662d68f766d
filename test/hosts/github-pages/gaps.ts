/** What a host without rules cannot answer: anything that is asked with a query. */
import { CASES } from "../../contract/cases.ts";
import type { Gap } from "../../contract/target.ts";

export const RULE_LESS_GAPS: readonly Gap[] = [
	{
		reason:
			"nothing is stored under /api/: a host without rules has the files under /v1/ for an API",
		rows: CASES.map(({ title }) => title),
	},
];
