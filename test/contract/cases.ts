/** The contract as a table of request -> answer; every target answers every row, or says why not. */
import { CLIP_CASES } from "./clip-cases.ts";
import {
	booms,
	type ContractCase,
	INVALID_PAGE,
	listing,
	NOT_FOUND,
	PATH,
	row,
} from "./expected.ts";
import { NAME_CASES } from "./name-cases.ts";
import { TAG_CASES } from "./tag-cases.ts";

const listingRows: ContractCase[] = [
	{ title: "no query", target: PATH, ...listing(1) },
	row("an empty query", "?", listing(1)),
	{ title: "no trailing slash", target: "/api/v1/instants", ...listing(1) },
	{ title: "no trailing slash, page", target: "/api/v1/instants?page=2", ...listing(2) },
	row("page 1", "?page=1", listing(1)),
	row("page 2: previous drops page", "?page=2", listing(2)),
	row("page 3: previous keeps page", "?page=3", listing(3)),
	row("the last page by number", "?page=4", listing(4)),
	row("page empty", "?page=", listing(1)),
	row("page without =", "?page", listing(1)),
	row("page twice: the last counts", "?page=9&page=2", listing(2)),
	row("page twice, the last empty", "?page=2&page=", listing(1)),
	row("unknown parameters", "?x=1&page=2&limit=50", listing(2)),
	row("a parameter's name is case-sensitive", "?Page=2", listing(1)),
	row("an encoded parameter name", "?p%61ge=2", listing(2)),
	row("stray ampersands", "?&&page=2&", listing(2)),
	row("a second question mark", "??page=2", listing(1)),
	row("; is no separator", "?x=1;page=2", listing(1)),
	{ title: "an encoded letter in the path", target: "/api/v1/%69nstants/?page=2", ...listing(2) },
	row("1,001 parameters", `?${"x=1&".repeat(1000)}page=2`, listing(2)),
];

const pageSpellingRows: ContractCase[] = [
	row("page=last", "?page=last", listing(4)),
	row("page with a plus sign", "?page=%2B2", listing(2)),
	row("page with leading zeros", "?page=002", listing(2)),
	row("page in spaces", "?page=+2%20", listing(2)),
	row("page in Unicode spaces", "?page=%C2%A02%E3%80%80%1C", listing(2)),
];

const noSuchPageRows: ContractCase[] = [
	...["0", "-1", "-0", "1.0", "1e0", "abc", "5", "99999", "1_0", "%D9%A2", "+", "LAST", "0x1"].map(
		(page): ContractCase => row(`no page ${page}`, `?page=${page}`, INVALID_PAGE),
	),
	row("no page of spaces", "?page=+", INVALID_PAGE),
	row("no page +last", "?page=+last", INVALID_PAGE),
	row("no page with NUL", "?page=1%00", INVALID_PAGE),
	row("no page of 5,000 digits", `?page=${"9".repeat(5000)}`, INVALID_PAGE),
	row("no page 2 spaced inside", "?page=%2B+2", INVALID_PAGE),
	row("no page that leaves the folder", "?page=..%2F1", INVALID_PAGE),
];

const formatRows: ContractCase[] = [
	...["json", "api", ""].flatMap((format): ContractCase[] => [
		row(`format=${format}`, `?format=${format}`, listing(1, `format=${format}`)),
		row(`format=${format}, page`, `?format=${format}&page=2`, listing(2, `format=${format}`)),
	]),
	row("keys of links are sorted", "?page=2&name=boom&format=api", booms(2, "format=api&name=boom")),
	row(
		"format twice: the last counts, links repeat both",
		"?format=xml&format=json",
		listing(1, "format=xml&format=json"),
	),
];

const noSuchFormatRows: ContractCase[] = [
	...["xml", "JSON", "html", "json%20", ".json"].map(
		(format): ContractCase => row(`no format ${format}`, `?format=${format}`, NOT_FOUND),
	),
	row("a bad format beats a bad page", "?format=xml&page=0", NOT_FOUND),
	row("a bad format beats NUL", "?format=xml&name=%00", NOT_FOUND),
	row("format twice, the last bad", "?format=json&format=xml", NOT_FOUND),
];

const OPTIONS_BODY =
	'{"name":"Instant List","description":"","renders":["application/json"],"parses":[]}';

const methodRows: ContractCase[] = [
	{ title: "HEAD", method: "HEAD", target: `${PATH}?page=2`, status: 200, body: "" },
	{ title: "HEAD of an error", method: "HEAD", target: `${PATH}?page=0`, status: 404, body: "" },
	{ title: "OPTIONS", method: "OPTIONS", target: PATH, status: 200, body: OPTIONS_BODY },
	{
		title: "OPTIONS ignores the page",
		method: "OPTIONS",
		target: `${PATH}?page=x`,
		status: 200,
		body: OPTIONS_BODY,
	},
	{
		title: "OPTIONS of a bad format",
		method: "OPTIONS",
		target: `${PATH}?format=xml`,
		...NOT_FOUND,
	},
	{
		title: "a preflight",
		method: "OPTIONS",
		target: PATH,
		headers: { Origin: "https://app.test", "Access-Control-Request-Method": "GET" },
		status: 204,
		body: "",
		answerHeaders: {
			"Content-Type": null,
			"Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
			"Access-Control-Allow-Headers": "*",
		},
	},
	...["POST", "PUT", "PATCH", "DELETE", "PROPFIND"].map(
		(method): ContractCase => ({
			title: `${method} is not allowed`,
			method,
			target: PATH,
			status: 405,
			body: `{"detail":"Method \\"${method}\\" not allowed."}`,
		}),
	),
	{ title: "POST in a bad format", method: "POST", target: `${PATH}?format=xml`, ...NOT_FOUND },
	{
		title: "POST of a bad page",
		method: "POST",
		target: `${PATH}?page=x`,
		status: 405,
		body: '{"detail":"Method \\"POST\\" not allowed."}',
	},
];

const pathRows: ContractCase[] = [
	"/api/",
	"/api",
	"/api/v1/",
	"/api/v1/instants//",
	"/api/v1%2Finstants/",
	"/api/v1/instants%2F",
	"/api/v1/Instants/",
	"/api/v2/instants/?page=2",
	"/api/v1/instants.json",
	"/api/latest.json",
	"/api/%2e%2e%2flatest.json",
	"/api/..%5Clatest.json",
].map((target) => ({ title: `no path ${target}`, target, ...NOT_FOUND }));

/** All rows. */
export const CASES: readonly ContractCase[] = [
	...listingRows,
	...pageSpellingRows,
	...noSuchPageRows,
	...NAME_CASES,
	...CLIP_CASES,
	...TAG_CASES,
	...formatRows,
	...noSuchFormatRows,
	...methodRows,
	...pathRows,
];
