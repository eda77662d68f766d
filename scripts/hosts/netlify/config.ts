/**
 * The text of netlify.toml: how Netlify builds, which function answers, and the redirects that take
 * over when it fails. https://docs.netlify.com/build/configure-builds/file-based-configuration/
 */
import { COMMON_HEADERS } from "../../contract/answers.ts";
import { API_PATH } from "../../contract/links.ts";
import { listingPath } from "../../tree/paths.ts";
import { NOT_FOUND_PATH, SEARCH_UNAVAILABLE_PATH } from "../../tree/stored-errors.ts";
import { STATIC_HEADERS } from "../headers.ts";

interface Redirect {
	/** Why the rule is there; rules without it belong to the one before. */
	readonly reason?: string;
	readonly from: string;
	/** Parameters that must be there: literal values, or `:placeholders`. Others are ignored. */
	readonly query?: Readonly<Record<string, string>>;
	readonly to: string;
	readonly status: number;
}

const ENDPOINT = API_PATH.replace(/\/$/, "");
const FIRST_PAGE = { to: listingPath(1), status: 200 } as const;
/** Safe: the engine encodes the value, and it is not a whole path segment. */
const ASKED_PAGE = { to: "/v1/instants/page/:page.json", status: 200 } as const;
const NO_SEARCH = { to: SEARCH_UNAVAILABLE_PATH, status: 503 } as const;
const NO_SUCH_FORMAT = { to: NOT_FOUND_PATH, status: 404 } as const;

const page = { page: ":page" } as const;
const noPage = { page: "" } as const;
const format = { format: ":format" } as const;
const name = { name: ":name" } as const;

/** All subsets of the parameters, most of them first: the first rule that matches decides. */
const FALLBACK: readonly Redirect[] = [
	{
		reason: "A search needs the function: without it, fail loudly and never answer the listing.",
		from: ENDPOINT,
		query: { ...name, ...page, ...format },
		...NO_SEARCH,
	},
	{ from: ENDPOINT, query: { ...name, ...page }, ...NO_SEARCH },
	{ from: ENDPOINT, query: { ...name, ...format }, ...NO_SEARCH },
	{ from: ENDPOINT, query: name, ...NO_SEARCH },
	...["json", "api", ""].flatMap((value): Redirect[] => [
		{
			reason: `The listing with format=${value}.`,
			from: ENDPOINT,
			query: { format: value, ...noPage },
			...FIRST_PAGE,
		},
		{ from: ENDPOINT, query: { format: value, ...page }, ...ASKED_PAGE },
		{ from: ENDPOINT, query: { format: value }, ...FIRST_PAGE },
	]),
	{ reason: "Any other format.", from: ENDPOINT, query: format, ...NO_SUCH_FORMAT },
	{ reason: "The plain listing.", from: ENDPOINT, query: noPage, ...FIRST_PAGE },
	{ from: ENDPOINT, query: page, ...ASKED_PAGE },
	{ from: ENDPOINT, ...FIRST_PAGE },
	{ reason: "Nothing else is published there.", from: "/api/*", to: NOT_FOUND_PATH, status: 404 },
];

/** What an answer has and a file has not. */
const ANSWER_HEADERS = {
	Vary: COMMON_HEADERS.Vary,
	"Access-Control-Expose-Headers": COMMON_HEADERS["Access-Control-Expose-Headers"],
	Link: COMMON_HEADERS.Link,
} as const;

/**
 * For answers of the redirects; those of the function bring their own. Netlify's own tools go by the
 * path of the file that is served, and what its CDN goes by is not documented: so both are named.
 */
const FALLBACK_HEADERS = {
	"X-Content-Type-Options": "nosniff",
	"Access-Control-Allow-Origin": "*",
	...ANSWER_HEADERS,
} as const;

/** A TOML basic string is a JSON string. https://toml.io/en/v1.0.0#string */
const toml = (value: string): string => JSON.stringify(value);

function table(entries: Readonly<Record<string, string>>): string {
	const pairs = Object.entries(entries).map(([key, value]) => `${key} = ${toml(value)}`);
	return `{ ${pairs.join(", ")} }`;
}

function redirectText({ reason, from, query, to, status }: Redirect): string {
	return [
		...(reason === undefined ? [] : [`# ${reason}`]),
		"[[redirects]]",
		`from = ${toml(from)}`,
		...(query === undefined ? [] : [`query = ${table(query)}`]),
		`to = ${toml(to)}`,
		`status = ${status}`,
	].join("\n");
}

function headersText(path: string, headers: Readonly<Record<string, string>>): string {
	const lines = Object.entries(headers).map(([key, value]) => `${toml(key)} = ${toml(value)}`);
	return ["[[headers]]", `for = ${toml(path)}`, "[headers.values]", ...lines].join("\n");
}

/** The whole file. */
export function netlifyToml(): string {
	return `${[
		"# Written from scripts/hosts/netlify/config.ts: change that, then run `npm run tests -- --update`.",
		[
			"[build]",
			'command = "npm run build"',
			'publish = "dist"',
			'edge_functions = "scripts/hosts/netlify/edge-functions"',
		].join("\n"),
		["[build.environment]", 'NODE_VERSION = "22"'].join("\n"),
		...FALLBACK.map(redirectText),
		headersText("/api/*", FALLBACK_HEADERS),
		headersText("/v1/instants/*", ANSWER_HEADERS),
		...STATIC_HEADERS.map(({ path, headers }) => headersText(path, headers)),
	].join("\n\n")}\n`;
}
