/** What Netlify's redirects cannot answer while the edge function is down. */
import { rowsAbout } from "../../contract/cases.ts";
import type { Gap } from "../../contract/target.ts";

/** Rows of these topics that the rules do answer. */
const ANSWERED = new Set([
	"format twice, the last bad",
	"HEAD",
	"OPTIONS of a bad format",
	"POST in a bad format",
]);

function unanswered(...topics: Parameters<typeof rowsAbout>): string[] {
	return rowsAbout(...topics).filter((title) => !ANSWERED.has(title));
}

export const NETLIFY_REDIRECT_GAPS: readonly Gap[] = [
	{
		reason: "a search needs the function; rules answer 503 rather than the listing",
		rows: [...rowsAbout("name"), "keys of links are sorted", "a bad format beats NUL"].filter(
			(title) => title !== "name without =",
		),
	},
	{
		reason: "rules compare `page` as text",
		rows: rowsAbout("page spelling"),
	},
	{
		reason: "a page that is not there is Netlify's own 404, without our JSON",
		rows: rowsAbout("no such page"),
	},
	{
		reason: "stored pages hold the links of a request without `format`",
		rows: unanswered("format").filter((title) => title !== "keys of links are sorted"),
	},
	{
		reason: "rules do not see the method",
		rows: unanswered("method"),
	},
	{
		reason: "the engine compares the names of parameters undecoded, and stops at a doubled &",
		rows: ["an encoded parameter name", "stray ampersands"],
		isMisleading: true,
	},
	{
		reason: "the engine takes a name without = for no parameter at all",
		rows: ["name without ="],
	},
	{
		reason: "the engine decodes slashes in paths",
		rows: ["no path /api/v1%2Finstants/", "no path /api/v1/instants%2F"],
		isMisleading: true,
	},
];
