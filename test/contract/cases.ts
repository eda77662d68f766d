/** The contract as a table of request -> answer; every target answers every row, or says why not. */
import { BASE } from "../fixtures/published.ts";
import { ALL_SLUGS, BOOM_SLUGS } from "./catalogue.ts";

/** A page of clips, as a row of the table expects it. */
export interface ExpectedPage {
	readonly count: number;
	/** Query of the link; null for no link. */
	readonly next: string | null;
	readonly previous: string | null;
	readonly slugs: readonly string[];
}

export interface ContractCase {
	readonly title: string;
	readonly method?: string;
	/** Request target as it is sent. */
	readonly target: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly status: number;
	readonly page?: ExpectedPage;
	/** The whole body, where it is no page. */
	readonly body?: string;
	/** Further headers; the common ones are checked for every row. Null: must be absent. */
	readonly answerHeaders?: Readonly<Record<string, string | null>>;
}

const PATH = "/api/v1/instants/";
const EMPTY: ExpectedPage = { count: 0, next: null, previous: null, slugs: [] };
const INVALID_PAGE = { status: 404, body: '{"detail":"Invalid page."}' };
const NOT_FOUND = { status: 404, body: '{"detail":"Not found."}' };
const NULL_NAME = { status: 400, body: '{"name":["Null characters are not allowed."]}' };

/** A page of the whole catalogue; `query` is what its links repeat before `page`. */
function listing(page: number, query = ""): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(ALL_SLUGS, page, query) };
}

/** A page of the search for "boom": 23 booms tie and stay in order, after the one that booms twice. */
function booms(page: number, query: string): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(["kaboom", ...BOOM_SLUGS], page, query) };
}

function pageOf(slugs: readonly string[], page: number, query: string): ExpectedPage {
	const pages = Math.ceil(slugs.length / 10);
	const link = (n: number): string => {
		const pairs = [query, n === 1 ? "" : `page=${n}`].filter((pair) => pair !== "");
		return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
	};
	return {
		count: slugs.length,
		next: page < pages ? link(page + 1) : null,
		previous: page > 1 ? link(page - 1) : null,
		slugs: slugs.slice((page - 1) * 10, page * 10),
	};
}

function found(...slugs: string[]): { status: number; page: ExpectedPage } {
	return { status: 200, page: { ...EMPTY, count: slugs.length, slugs } };
}

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

const nameRows: ContractCase[] = [
	{ title: "name empty: the listing, repeated", target: `${PATH}?name=`, ...listing(1, "name=") },
	{ title: "name without =", target: `${PATH}?name&page=2`, ...listing(2, "name=") },
	{
		title: "name of white space: the listing, repeated as given",
		target: `${PATH}?name=%20%09&page=3`,
		...listing(3, "name=+%09"),
	},
	{
		title: "the bytes of a page",
		target: `${PATH}?name=cafe`,
		status: 200,
		body: `{"count":1,"next":null,"previous":null,"results":[{"name":"Café \\"au\\" <b>lait</b>","slug":"cafe_au-lait","sound":"${BASE}/media/sounds/caf%C3%A9%20(1).mp3","color":"aBcDeF","image":"${BASE}/media/instants_images/caf%C3%A9.png","description":"one\\r\\ntwo \\"quoted\\"\\u2028three \\\\ ${BASE}/media/x","tags":"coffee, french"}]}`,
	},
	{ title: "a word with pages", target: `${PATH}?name=boom`, ...booms(1, "name=boom") },
	{ title: "a word, page 2", target: `${PATH}?name=boom&page=2`, ...booms(2, "name=boom") },
	{ title: "a word, last", target: `${PATH}?page=last&name=boom`, ...booms(3, "name=boom") },
	{ title: "a word, past the end", target: `${PATH}?name=boom&page=4`, ...INVALID_PAGE },
	{ title: "a word in capitals", target: `${PATH}?name=BOOM`, ...booms(1, "name=BOOM") },
	{ title: "a word in spaces", target: `${PATH}?name=+boom+`, ...booms(1, "name=+boom+") },
	{
		title: "a word in punctuation is encoded in links",
		target: `${PATH}?name=boom!'()*~`,
		...booms(1, "name=boom%21%27%28%29%2A~"),
	},
	{ title: "the beginning of a word", target: `${PATH}?name=boo`, ...booms(1, "name=boo") },
	{ title: "two letters match whole words only", target: `${PATH}?name=bo`, ...found() },
	{ title: "the end of a word", target: `${PATH}?name=oom`, ...found() },
	{ title: "two words, one a number", target: `${PATH}?name=boom+7`, ...found("clip-6") },
	{ title: "words in the other order", target: `${PATH}?name=7+boom`, ...found("clip-6") },
	{
		title: "exact names come first",
		target: `${PATH}?name=dont+panic`,
		...found("panic", "panic-2"),
	},
	{ title: "all words must match", target: `${PATH}?name=boom+panic`, ...found() },
	{ title: "without accents", target: `${PATH}?name=cafe`, ...found("cafe_au-lait") },
	{ title: "with an accent", target: `${PATH}?name=CAF%C3%89`, ...found("cafe_au-lait") },
	{ title: "another script", target: `${PATH}?name=%E6%9C%AC%E8%AA%9E`, ...found("nihongo") },
	{ title: "an emoji", target: `${PATH}?name=%F0%9F%8E%89`, ...found("party") },
	{ title: "punctuation only", target: `${PATH}?name=!!!`, ...found("bangs") },
	{
		title: "an apostrophe",
		target: `${PATH}?name=don%27t&page=1`,
		...found("panic", "panic-2"),
	},
	{ title: "a full name with signs", target: `${PATH}?name=a%2Bb+%26+c%3Dd`, ...found("a-b-42") },
	{ title: "an unencoded =", target: `${PATH}?name=a%2Bb+c=d`, ...found("a-b-42") },
	{ title: "no hit", target: `${PATH}?name=xyzzy`, ...found() },
	{ title: "no hit, page 1", target: `${PATH}?name=xyzzy&page=1`, ...found() },
	{ title: "no hit, page=last", target: `${PATH}?name=xyzzy&page=last`, ...found() },
	{ title: "no hit, page 2", target: `${PATH}?name=xyzzy&page=2`, ...INVALID_PAGE },
	{
		title: "name twice: the last counts",
		target: `${PATH}?name=panic&name=party`,
		...found("party"),
	},
	{
		title: "name twice: links repeat both",
		target: `${PATH}?name=panic&name=boom`,
		...booms(1, "name=panic&name=boom"),
	},
	{
		title: "name twice, the last empty",
		target: `${PATH}?name=a&name=`,
		...listing(1, "name=a&name="),
	},
	{ title: "NUL", target: `${PATH}?name=a%00b`, ...NULL_NAME },
	{ title: "NUL beats a bad page", target: `${PATH}?name=%00&page=abc`, ...NULL_NAME },
	{
		title: "NUL in a name that does not count",
		target: `${PATH}?name=%00&name=party`,
		...found("party"),
	},
	{ title: "a stray %", target: `${PATH}?name=100%`, ...found() },
	{
		title: "a stray % is repeated",
		target: `${PATH}?name=boom%&page=2`,
		...booms(2, "name=boom%25"),
	},
	{ title: "%ZZ is taken literally", target: `${PATH}?name=boom+%ZZ`, ...found() },
	{
		title: "invalid UTF-8 becomes U+FFFD",
		target: `${PATH}?name=boom%FF`,
		...booms(1, "name=boom%EF%BF%BD"),
	},
	{ title: "a name that is a path", target: `${PATH}?name=..%2F..%2Fetc%2Fpasswd`, ...found() },
	{ title: "a backslash path", target: `${PATH}?name=..%5C..%5Cmanifest`, ...found() },
	{ title: "50,000 characters", target: `${PATH}?name=${"a".repeat(50_000)}`, ...found() },
	{ title: "25,000 words", target: `${PATH}?name=${"a+".repeat(25_000)}`, ...found("a-b-42") },
	{
		title: "a word and 10,000 signs",
		target: `${PATH}?name=party${"!".repeat(10_000)}`,
		...found("party"),
	},
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
	...nameRows,
	...formatRows,
	...noSuchFormatRows,
	...methodRows,
	...pathRows,
];
