/** The API as ordered rules, for hosts that run no code: what each host's configuration spells in its own way. */
import { COMMON_HEADERS, DESCRIPTION, PREFLIGHT_HEADERS } from "../contract/answers.ts";
import { toJson } from "../contract/envelope.ts";
import { FORMATS } from "../contract/query.ts";
import { formatPath, listingPath } from "../tree/paths.ts";
import {
	errorBodies,
	INVALID_PAGE_PATH,
	NOT_FOUND_PATH,
	NOT_PRECOMPUTED_PATH,
	NULL_CHARACTERS_PATH,
} from "../tree/stored-errors.ts";
import type { TreeFacts } from "./host.ts";

/** What may keep a request from being answered with a page. */
export type Obstacle =
	| "preflight"
	| "other path"
	| "unknown format"
	| "options"
	| "other method"
	| "null in name"
	| "no such word"
	| "no such page";

export interface Route {
	readonly when: Obstacle;
	readonly status: number;
	readonly body: string;
}

/** The obstacles in the order in which the edge rule meets them. `method` is how a host spells the request's. */
export function routes({ baseUrl }: TreeFacts, method: string): Route[] {
	// `$` starts a variable on these hosts, and `'` ends a text; in a URL both may be encoded.
	const inConfig = baseUrl.replace(/[$']/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
	const bodies = new Map(errorBodies(inConfig).map(({ path, body }) => [path, body]));
	const error = (when: Obstacle, status: number, path: string): Route => {
		return { when, status, body: bodies.get(path) ?? "" };
	};
	return [
		{ when: "preflight", status: 204, body: "" },
		error("other path", 404, NOT_FOUND_PATH),
		error("unknown format", 404, NOT_FOUND_PATH),
		{ when: "options", status: 200, body: toJson(DESCRIPTION) },
		{
			when: "other method",
			status: 405,
			body: `{"detail":"Method \\"${method}\\" not allowed."}`,
		},
		error("null in name", 400, NULL_CHARACTERS_PATH),
		error("no such word", 404, NOT_PRECOMPUTED_PATH),
		error("no such page", 404, INVALID_PAGE_PATH),
	];
}

/** Headers of every answer of the API that do not depend on it. */
export const API_HEADERS = Object.entries(COMMON_HEADERS).filter(
	([name]) => name !== "Content-Type",
);

/** Headers of a preflight only. */
export const PREFLIGHT = Object.entries(PREFLIGHT_HEADERS);

/** The folder of a result's pages, by the `format` that their links repeat. */
export const FORMAT_FOLDERS: readonly { format: string | undefined; folder: string }[] = [
	undefined,
	...FORMATS,
].map((format) => {
	const path = listingPath(1);
	const folder = format === undefined ? path : formatPath(path, format);
	return { format, folder: folder.replace(/\/page\/.*/, "") };
});

/** A letter, or the same percent-encoded: servers must take both for one. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
function letters(word: string): string {
	return word.replace(/[a-z0-9]/g, (c) => {
		const hex = c
			.charCodeAt(0)
			.toString(16)
			.replace(/[a-f]/, (x) => `[${x}${x.toUpperCase()}]`);
		return `(?:${c}|%${hex})`;
	});
}

/**
 * The value of a parameter in a raw query: the last one, since the first group takes all it can.
 * Alone, with no backtracking that grows faster than the query.
 */
export function parameter(name: string): string {
	return `^(?:.*&)?${letters(name)}(?:=([^&]*))?(?:&.*)?$`;
}

/** A request target may be a whole URL. https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
const ORIGIN = "^(?:[hH][tT][tT][pP][sS]?://[^/?]*)?";

/** A path that belongs to the API, in a raw request target. */
export const API_TARGET = `${ORIGIN}/${letters("api")}(?:[/?]|$)`;
/** The endpoint there, with or without its trailing slash. */
export const ENDPOINT_TARGET = `${ORIGIN}/${["api", "v1", "instants"].map(letters).join("/")}/?(?:[?]|$)`;

/** White space in a raw value: what Python's `strip` removes; see contract/query.ts. */
const SPACE =
	"(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80))";

/** A raw name that is no search. Bounded, as below: a long run would overflow the stack of PCRE. */
export const BLANK = `^${SPACE}{0,99}$`;
/** The longest raw spelling of a word that is looked for, in bytes. */
export const LONGEST_SPELLING = 400;
/** A raw name within white space. */
export const TRIMMED = `^${SPACE}{0,9}(.{1,${LONGEST_SPELLING}}?)${SPACE}{0,9}$`;
/** A raw name with U+0000. */
export const NULL_CHARACTER = "%00";
/** A raw page that is a number; the group is the number as files are named. */
export const PAGE_NUMBER = `^${SPACE}{0,99}(?:%2[bB])?0*([1-9][0-9]{0,8})${SPACE}{0,99}$`;

/** MIME types by extension: all that a tree holds. */
export const TYPES: Readonly<Record<string, string>> = {
	css: "text/css",
	gif: "image/gif",
	gz: "application/gzip",
	html: "text/html",
	ico: "image/x-icon",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	js: "text/javascript",
	json: "application/json",
	mp3: "audio/mpeg",
	ndjson: "application/x-ndjson",
	png: "image/png",
	svg: "image/svg+xml",
	txt: "text/plain",
	webmanifest: "application/manifest+json",
	webp: "image/webp",
	xml: "application/xml",
};
