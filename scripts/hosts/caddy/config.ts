/**
 * Caddy: one complete Caddyfile, with a map from every precomputed word to its folder.
 * https://caddyserver.com/docs/caddyfile/directives/map
 */
import { ERROR_CACHE, SUCCESS_CACHE } from "../../contract/answers.ts";
import { NOT_FOUND_PATH } from "../../tree/stored-errors.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host, TreeFacts } from "../host.ts";
import {
	API_HEADERS,
	API_TARGET,
	BLANK,
	ENDPOINT_TARGET,
	FORMAT_FOLDERS,
	NULL_CHARACTER,
	type Obstacle,
	PAGE_NUMBER,
	PREFLIGHT,
	parameter,
	type Route,
	routes,
	TYPES,
} from "../routes.ts";
import { LINK_HEADER_GAP } from "../rule-gaps.ts";
import { decodedSpellings } from "../spellings.ts";
import { CADDY_GAPS } from "./gaps.ts";

/** In backticks nothing is an escape. https://caddyserver.com/docs/caddyfile/concepts#tokens-and-quotes */
const quoted = (text: string): string => `\`${text}\``;

/** Characters that end a quoted text, or begin a variable, in a Caddyfile: only a pattern can name them. */
const NOT_QUOTABLE = /[`{}]/g;
/** Repeated names are joined by commas, so that no text with a comma is known to be one name. */
const COMMA = /,/;

function block(opening: string, lines: readonly string[]): string {
	const inner = lines.map((line) => line.replaceAll(/^(?=.)/gm, "\t"));
	return [`${opening} {`, ...inner, "}"].join("\n");
}

type Entry = readonly [key: string, ...values: string[]];

const regex = (pattern: string): string => quoted(`~${pattern}`);

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16)}`;

/** A text as the key of a map: itself where that can be written, as patterns are tried one by one. */
function keyed(text: string): string {
	if (text.search(NOT_QUOTABLE) < 0) return quoted(text);
	return regex(`^${text.replace(/[$()*+.?[\\\]^|]/g, "\\$&").replace(NOT_QUOTABLE, escaped)}$`);
}

function map(source: string, variables: string, entries: readonly Entry[]): string {
	return block(
		`map ${source} ${variables}`,
		entries.map((entry) => entry.join(" ")),
	);
}

/** A value behind `=`, so that an empty one differs from none, and no word is a keyword. */
const VALUE = quoted("=$" + "{1}");
const CAPTURED = quoted("$" + "{1}");
const NONE: Entry = ["default", "none"];

/** The patterns are for values alone. */
const behindEquals = (pattern: string): string => regex(pattern.replace(/^\^/, "^="));

/** What Python's `strip` removes, decoded; see contract/query.ts. */
const SPACE =
	"[\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]*";

/** Caddy drops pairs with a bad escape or a semicolon before it decodes: another name may be left. */
const WELL_FORMED = "^=(?:[^%;]|%[0-9A-Fa-f]{2})*$";

function requestMaps({ listingPages, words }: TreeFacts): string[] {
	const query = "{http.request.uri.query}";
	const raw = (name: string): Entry[] => [[regex(parameter(name)), VALUE], NONE];
	const known = words.flatMap((word) =>
		decodedSpellings(word)
			.filter((text) => !COMMA.test(text))
			.map((text): Entry => [keyed(`search =${text}`), `name/${word.key}`, String(word.pages)]),
	);
	return [
		map("{http.request.orig_uri}", "{instants_target}", [
			[regex(ENDPOINT_TARGET), "endpoint"],
			[regex(API_TARGET), "api"],
			NONE,
		]),
		map(query, "{instants_format}", raw("format")),
		map(
			"{instants_format}",
			"{instants_folder}",
			FORMAT_FOLDERS.map(
				({ format, folder }): Entry => [
					format === undefined ? "none" : quoted(`=${format}`),
					folder,
				],
			).concat([NONE]),
		),
		map(query, "{instants_raw_name}", raw("name")),
		map("{http.request.uri.query.name}", "{instants_trimmed}", [
			[regex(`^${SPACE}(.*?)${SPACE}$`), VALUE],
			NONE,
		]),
		map("{instants_raw_name}", "{instants_kind}", [
			["none", "listing"],
			[behindEquals(BLANK), "listing"],
			[regex(WELL_FORMED), "search"],
			NONE,
		]),
		map(quoted("{instants_kind} {instants_trimmed}"), "{instants_result} {instants_last}", [
			[regex("^listing "), "page", String(listingPages)],
			...known,
			["default", "none", "1"],
		]),
		map(query, "{instants_page}", raw("page")),
		map("{instants_page}", "{instants_number}", [
			["none", "1"],
			[quoted("="), "1"],
			[quoted("=last"), "{instants_last}"],
			[behindEquals(PAGE_NUMBER), CAPTURED],
			NONE,
		]),
	];
}

const PAGE = "{instants_folder}/{instants_result}/{instants_number}.json";

/** When each obstacle is met, as a matcher. https://caddyserver.com/docs/caddyfile/matchers */
const CONDITIONS: Readonly<Record<Obstacle, readonly string[]>> = {
	preflight: ["method OPTIONS", "header Access-Control-Request-Method *"],
	"other path": ["not vars {instants_target} endpoint"],
	"unknown format": ["vars {instants_folder} none"],
	options: ["method OPTIONS"],
	"other method": ["not method GET HEAD"],
	"null in name": [`vars_regexp {instants_raw_name} ${quoted(NULL_CHARACTER)}`],
	"no such word": ["vars {instants_result} none"],
	"no such page": [`not file ${PAGE}`],
};

const setHeaders = (headers: Iterable<readonly [string, string]>): string[] =>
	[...headers].map(([name, value]) => `header ${name} ${quoted(value)}`);

const NO_CONTENT = 204;

function obstacle({ when, status, body }: Route): string[] {
	const name = `@${when.replaceAll(" ", "_")}`;
	const cache = status < 300 ? SUCCESS_CACHE : ERROR_CACHE;
	const headers: [string, string][] = [["Cache-Control", cache]];
	const lines =
		status === NO_CONTENT
			? [...setHeaders([...headers, ...PREFLIGHT]), "header -Content-Type", `respond ${status}`]
			: [...setHeaders(headers), `respond ${quoted(body)} ${status}`];
	return [block(name, CONDITIONS[when]), block(`handle ${name}`, [block("route", lines)])];
}

function api(facts: TreeFacts): string {
	return block("route", [
		...setHeaders([["Content-Type", "application/json"], ...API_HEADERS]),
		...routes(facts, "{http.request.method}").flatMap(obstacle),
		block("handle", [
			...setHeaders([["Cache-Control", SUCCESS_CACHE]]),
			`rewrite * ${PAGE}`,
			"file_server",
		]),
	]);
}

/** Go's own table of types depends on the machine. */
function types(): string[] {
	const text = /^text\//;
	const entries = Object.entries(TYPES).map(
		([extension, type]): Entry => [
			regex(`[.]${extension}$`),
			quoted(text.test(type) ? `${type}; charset=utf-8` : type),
		],
	);
	return [
		map("{http.request.uri.path}", "{instants_type}", [...entries, ["default", quoted("")]]),
		"@published file {http.request.uri.path}",
		"header @published Content-Type {instants_type}",
	];
}

function files(): string {
	return block("route", [
		block("@not_read", ["not method GET HEAD"]),
		block("handle @not_read", ["header Allow `GET, HEAD`", "respond 405"]),
		block("@hidden", ["path */.*"]),
		block("handle @hidden", ["error 404"]),
		// No file system has such names: file_server would answer 500.
		block("@impossible", ["path_regexp `\\x00|/[^/]{256,}`"]),
		block("handle @impossible", ["error 404"]),
		...types(),
		...STATIC_HEADERS.flatMap(({ path, headers }) =>
			Object.entries(headers).map(([name, value]) => `header ${path} ${name} ${quoted(value)}`),
		),
		"file_server",
	]);
}

const ERRORS = block("handle_errors", [
	block("@data", ["path /v1/*"]),
	`rewrite @data ${NOT_FOUND_PATH}`,
	block("@other", ["not path /v1/*"]),
	"rewrite @other /404.html",
	"file_server",
]);

/** The whole file. `tree` is relative to where Caddy is started, unless INSTANTS_ROOT says otherwise. */
export function caddyfile(facts: TreeFacts, tree: string): string {
	return `${[
		"# Written by the build. INSTANTS_ROOT is the folder of the tree, INSTANTS_ADDRESS a port or a domain.",
		block("", ["admin off"]).trimStart(),
		block("{$INSTANTS_ADDRESS::8080}", [
			`root * "{$INSTANTS_ROOT:${tree}}"`,
			"header -Server",
			...requestMaps(facts),
			"@api not vars {instants_target} none",
			block("handle @api", [api(facts)]),
			block("handle", [files()]),
			ERRORS,
		]),
	].join("\n")}\n`;
}

export const CADDY: Host = {
	name: "caddy",
	title: "Caddy",
	answers: "configuration alone",
	tested: "Caddy 2.6",
	gaps: CADDY_GAPS,
	headerGaps: [LINK_HEADER_GAP],
	limits: [],
	links: "query",
	wantsFormatPages: true,
	namesTree: true,
	wantsSpellings: true,
	treeFiles: () => [],
	besideFiles: (facts, tree) => [{ path: "Caddyfile", text: caddyfile(facts, tree) }],
	deploy: (tree, beside) =>
		`INSTANTS_ROOT=${tree} caddy run --config ${beside}/Caddyfile --adapter caddyfile`,
};
