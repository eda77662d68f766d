/** The contract as a table of request -> answer; every target answers every row, or says why not. */
import { booms, type ContractCase, INVALID_PAGE, listing, NOT_FOUND, PATH } from "./expected.ts";
import { NAME_CASES } from "./name-cases.ts";

const listingRows: ContractCase[] = [
	{ title: "no query", target: PATH, ...listing(1) },
	{ title: "an empty query", target: `${PATH}?`, ...listing(1) },
	{ title: "no trailing slash", target: "/api/v1/instants", ...listing(1) },
	{ title: "no trailing slash, page", target: "/api/v1/instants?page=2", ...listing(2) },
	{ title: "page 1", target: `${PATH}?page=1`, ...listing(1) },
	{ title: "page 2: previous drops page", target: `${PATH}?page=2`, ...listing(2) },
	{ title: "page 3: previous keeps page", target: `${PATH}?page=3`, ...listing(3) },
	{ title: "the last page by number", target: `${PATH}?page=4`, ...listing(4) },
	{ title: "page empty", target: `${PATH}?page=`, ...listing(1) },
	{ title: "page without =", target: `${PATH}?page`, ...listing(1) },
	{ title: "page twice: the last counts", target: `${PATH}?page=9&page=2`, ...listing(2) },
	{ title: "page twice, the last empty", target: `${PATH}?page=2&page=`, ...listing(1) },
	{ title: "unknown parameters", target: `${PATH}?x=1&page=2&limit=50`, ...listing(2) },
	{ title: "a parameter's name is case-sensitive", target: `${PATH}?Page=2`, ...listing(1) },
	{ title: "an encoded parameter name", target: `${PATH}?p%61ge=2`, ...listing(2) },
	{ title: "stray ampersands", target: `${PATH}?&&page=2&`, ...listing(2) },
	{ title: "a second question mark", target: `${PATH}??page=2`, ...listing(1) },
	{ title: "; is no separator", target: `${PATH}?x=1;page=2`, ...listing(1) },
	{ title: "an encoded letter in the path", target: "/api/v1/%69nstants/?page=2", ...listing(2) },
	{ title: "1,001 parameters", target: `${PATH}?${"x=1&".repeat(1000)}page=2`, ...listing(2) },
];

const pageSpellingRows: ContractCase[] = [
	{ title: "page=last", target: `${PATH}?page=last`, ...listing(4) },
	{ title: "page with a plus sign", target: `${PATH}?page=%2B2`, ...listing(2) },
	{ title: "page with leading zeros", target: `${PATH}?page=002`, ...listing(2) },
	{ title: "page in spaces", target: `${PATH}?page=+2%20`, ...listing(2) },
	{ title: "page in Unicode spaces", target: `${PATH}?page=%C2%A02%E3%80%80%1C`, ...listing(2) },
];

const noSuchPageRows: ContractCase[] = [
	...["0", "-1", "-0", "1.0", "1e0", "abc", "5", "99999", "1_0", "%D9%A2", "+", "LAST", "0x1"].map(
		(page): ContractCase => ({
			title: `no page ${page}`,
			target: `${PATH}?page=${page}`,
			...INVALID_PAGE,
		}),
	),
	{ title: "no page of spaces", target: `${PATH}?page=+`, ...INVALID_PAGE },
	{ title: "no page +last", target: `${PATH}?page=+last`, ...INVALID_PAGE },
	{ title: "no page with NUL", target: `${PATH}?page=1%00`, ...INVALID_PAGE },
	{ title: "no page of 5,000 digits", target: `${PATH}?page=${"9".repeat(5000)}`, ...INVALID_PAGE },
	{ title: "no page 2 spaced inside", target: `${PATH}?page=%2B+2`, ...INVALID_PAGE },
	{ title: "no page that leaves the folder", target: `${PATH}?page=..%2F1`, ...INVALID_PAGE },
];

const formatRows: ContractCase[] = [
	...["json", "api", ""].flatMap((format): ContractCase[] => [
		{
			title: `format=${format}`,
			target: `${PATH}?format=${format}`,
			...listing(1, `format=${format}`),
		},
		{
			title: `format=${format}, page`,
			target: `${PATH}?format=${format}&page=2`,
			...listing(2, `format=${format}`),
		},
	]),
	{
		title: "keys of links are sorted",
		target: `${PATH}?page=2&name=boom&format=api`,
		...booms(2, "format=api&name=boom"),
	},
	{
		title: "format twice: the last counts, links repeat both",
		target: `${PATH}?format=xml&format=json`,
		...listing(1, "format=xml&format=json"),
	},
];

const noSuchFormatRows: ContractCase[] = [
	...["xml", "JSON", "html", "json%20", ".json"].map(
		(format): ContractCase => ({
			title: `no format ${format}`,
			target: `${PATH}?format=${format}`,
			...NOT_FOUND,
		}),
	),
	{ title: "a bad format beats a bad page", target: `${PATH}?format=xml&page=0`, ...NOT_FOUND },
	{ title: "a bad format beats NUL", target: `${PATH}?format=xml&name=%00`, ...NOT_FOUND },
	{ title: "format twice, the last bad", target: `${PATH}?format=json&format=xml`, ...NOT_FOUND },
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
	"/api/v1/instants/1/",
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
	...formatRows,
	...noSuchFormatRows,
	...methodRows,
	...pathRows,
];
