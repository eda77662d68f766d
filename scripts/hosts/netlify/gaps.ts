/** What Netlify's redirects cannot answer while the edge function is down. */
import type { Gap, HeaderGap } from "../gap.ts";

export const NETLIFY_REDIRECT_GAPS: readonly Gap[] = [
	{
		what: "searches",
		reason: "a search needs the function; rules answer 503 rather than the listing",
		instead: [503],
		topics: ["name"],
		rows: ["keys of links are sorted", "a bad format beats NUL"],
	},
	{
		what: "spellings of `page`",
		reason: "rules compare `page` as text: a page that is not there is Netlify's own 404",
		instead: [404],
		topics: ["page spelling", "no such page"],
	},
	{
		what: "links that repeat `format`",
		reason: "stored pages hold the links of a request without `format`",
		instead: "other links",
		topics: ["format"],
	},
	{
		what: "methods other than GET and HEAD",
		reason: "rules do not see the method",
		instead: "misleading",
		rows: [
			"HEAD of an error",
			"OPTIONS",
			"OPTIONS ignores the page",
			"a preflight",
			"POST is not allowed",
			"PUT is not allowed",
			"PATCH is not allowed",
			"DELETE is not allowed",
			"PROPFIND is not allowed",
			"POST of a bad page",
		],
	},
	{
		what: "encoded names of parameters, and doubled `&`",
		reason: "the engine compares the names of parameters undecoded, and stops at a doubled &",
		instead: "misleading",
		rows: ["an encoded parameter name", "stray ampersands"],
	},
	{
		what: "`name` without `=`",
		reason: "the engine takes it for no parameter at all",
		instead: "misleading",
		rows: ["name without ="],
	},
	{
		what: "paths with `%2F` under `/api/`",
		reason: "the engine decodes slashes in paths",
		instead: "misleading",
		rows: ["no path /api/v1%2Finstants/", "no path /api/v1/instants%2F"],
	},
];

export const NETLIFY_REDIRECT_HEADER_GAPS: readonly HeaderGap[] = [
	{ what: "`Allow`", reason: "Netlify ignores it in header rules", header: "Allow" },
	{ what: "`Link`", reason: "rules do not read the page", header: "Link" },
];
