/**
 * nginx: one complete configuration, with a map from every precomputed word to its folder.
 * https://nginx.org/en/docs/http/ngx_http_map_module.html
 */
import { ERROR_CACHE, SUCCESS_CACHE } from "../../contract/answers.ts";
import { NOT_FOUND_PATH } from "../../tree/stored-errors.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host, PrecomputedWord, TreeFacts } from "../host.ts";
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
	routes,
	TRIMMED,
	TYPES,
} from "../routes.ts";
import { LINK_HEADER_GAP } from "../rule-gaps.ts";
import { rawSpellings } from "../spellings.ts";
import { NGINX_GAPS } from "./gaps.ts";

/** A quoted text. https://nginx.org/en/docs/dev/development_guide.html#config_directives */
function quoted(text: string): string {
	const escaped = text.replaceAll("\\", "\\\\");
	return escaped.includes("'") ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped}'`;
}

function block(opening: string, lines: readonly string[]): string {
	const inner = lines.map((line) => line.replaceAll(/^(?=.)/gm, "\t"));
	return [`${opening} {`, ...inner, "}"].join("\n");
}

type Entry = readonly [key: string, value: string];

function map(source: string, variable: string, entries: readonly Entry[]): string {
	const lines = entries.map(([key, value]) => `${key} ${value};`);
	return block(`map ${source} ${variable}`, lines);
}

const regex = (pattern: string): string => quoted(`~${pattern}`);

/** No regular expression is tried on an empty text. */
const NOTHING = "''";

/** When each obstacle is met; the variables come from the maps. */
const CONDITIONS: Readonly<Record<Obstacle, string>> = {
	preflight: "$instants_preflight",
	"other path": '$instants_endpoint = ""',
	"unknown format": '$instants_folder = ""',
	options: "$request_method = OPTIONS",
	"other method": '$request_method !~ "^(GET|HEAD)$"',
	"null in name": `$instants_name ~ ${quoted(NULL_CHARACTER)}`,
	"no such word": '$instants_result = ""',
	"no such page": '$instants_number = ""',
};

/** What the request is. Text keys ignore case, so whatever must not is a regular expression. */
function requestMaps({ listingPages, words }: TreeFacts): string[] {
	const value = (name: string): Entry[] => [[regex(parameter(name)), "=$1"]];
	return [
		map("$request_uri", "$instants_api", [[regex(API_TARGET), "1"]]),
		map("$request_uri", "$instants_endpoint", [[regex(ENDPOINT_TARGET), "1"]]),
		map('"$request_method $http_access_control_request_method"', "$instants_preflight", [
			[regex("^OPTIONS ."), "1"],
		]),
		map("$args", "$instants_format", value("format")),
		map(
			"$instants_format",
			"$instants_folder",
			FORMAT_FOLDERS.map(({ format, folder }) => [
				format === undefined ? NOTHING : regex(`^=${format}$`),
				folder,
			]),
		),
		map("$args", "$instants_name", [[regex(parameter("name")), "$1"]]),
		map("$instants_name", "$instants_trimmed", [[regex(TRIMMED), "$1"]]),
		map(
			'"=$instants_trimmed"',
			"$instants_word",
			words.flatMap((word) =>
				rawSpellings(word).map((raw): Entry => [quoted(`=${raw}`), `name/${word.key}`]),
			),
		),
		map("$instants_name", "$instants_result", [
			[NOTHING, "page"],
			[regex(BLANK), "page"],
			["default", "$instants_word"],
		]),
		map("$instants_result", "$instants_last", [
			["default", "1"],
			["page", String(listingPages)],
			...words
				.filter(({ pages }) => pages > 1)
				.map(({ key, pages }): Entry => [`name/${key}`, String(pages)]),
		]),
		map("$args", "$instants_page", [[regex(parameter("page")), "$1"]]),
		map("$instants_page", "$instants_number", [
			[NOTHING, "1"],
			[regex("^last$"), "$instants_last"],
			[regex(PAGE_NUMBER), "$1"],
		]),
	];
}

/** Headers of API answers; an empty one is not sent. */
const ANSWER_MAPS = [
	map("$status", "$instants_cache", [
		["default", quoted(ERROR_CACHE)],
		[regex("^[23]"), quoted(SUCCESS_CACHE)],
	]),
	...PREFLIGHT.map(([, value], i) =>
		map("$instants_preflight", `$instants_preflight_${i}`, [["1", quoted(value)]]),
	),
];

/** `always` covers errors. A location with one such line inherits none, so each has them all. */
function addHeaders(headers: Iterable<readonly [string, string]>): string[] {
	return [...headers].map(([name, value]) => `add_header ${name} ${value} always;`);
}

const API_LINES = [
	"default_type application/json;",
	...addHeaders([
		...API_HEADERS.map(([name, value]): Entry => [name, quoted(value)]),
		["Cache-Control", "$instants_cache"],
		...PREFLIGHT.map(([name], i): Entry => [name, `$instants_preflight_${i}`]),
	]),
];

/** A return with a body is an answer of its own. https://nginx.org/en/docs/http/ngx_http_rewrite_module.html#return */
function returned(status: number, body: string): string {
	return body === "" ? `return ${status};` : `return ${status} ${quoted(body)};`;
}

function apiLocations(facts: TreeFacts): string[] {
	const obstacles = routes(facts, "$request_method");
	const missing = obstacles.find(({ when }) => when === "no such page");
	return [
		block("location = /api", [
			...API_LINES,
			...obstacles.map(({ when, status, body }) =>
				block(`if (${CONDITIONS[when]})`, [returned(status, body)]),
			),
			"try_files $instants_folder/$instants_result/$instants_number.json @no_such_page;",
		]),
		block("location @no_such_page", [
			...API_LINES,
			returned(missing?.status ?? 404, missing?.body ?? ""),
		]),
	];
}

function staticLocations(): string[] {
	return [
		...STATIC_HEADERS.map(({ path, headers }) => {
			const lines = addHeaders(Object.entries(headers).map(([k, v]): Entry => [k, quoted(v)]));
			const place = path.endsWith("*") ? `^~ ${path.slice(0, -1)}` : `= ${path}`;
			return block(`location ${place}`, [
				...lines,
				`error_page 404 ${path.startsWith("/v1/") ? NOT_FOUND_PATH : "/404.html"};`,
				"try_files $uri $" + "{uri}index.html =404;",
			]);
		}),
		block("location ~ /[.]", ["return 404;"]),
		block("location /", ["try_files $uri $uri/ =404;"]),
	];
}

/** More than twice the keys, so that nginx finds a table; a bucket holds the longest key. */
function hashSizes(words: readonly PrecomputedWord[]): string[] {
	const keys = words.reduce((sum, word) => sum + rawSpellings(word).length, 0);
	return [
		`map_hash_max_size ${2 ** Math.ceil(Math.log2(Math.max(2048, 2 * keys)))};`,
		"map_hash_bucket_size 1024;",
	];
}

/** What belongs into an `http` block. */
function httpLines(facts: TreeFacts, root: string): string[] {
	return [
		...hashSizes(facts.words),
		...requestMaps(facts),
		...ANSWER_MAPS,
		block("server", [
			"listen 8080;",
			"client_max_body_size 0;",
			`root ${quoted(root)};`,
			"index index.html;",
			"autoindex off;",
			"absolute_redirect off;",
			"server_tokens off;",
			"charset utf-8;",
			"charset_types text/css text/javascript text/plain;",
			block(
				"types",
				Object.entries(TYPES).map(([extension, type]) => `${type} ${extension};`),
			),
			"error_page 404 /404.html;",
			"# The path as it was sent decides: nginx decodes %2F and resolves .. before it looks for a location.",
			"# A # is no part of a URL as it is sent, and would end the query before its end.",
			block('if ($request_uri ~ "#")', ["return 400;"]),
			block("if ($instants_api)", ["rewrite ^ /api;"]),
			...apiLocations(facts),
			...staticLocations(),
		]),
	];
}

/** The whole file. Paths are relative to its folder, which `nginx -p` names. */
export function nginxConfig(facts: TreeFacts, tree: string): string {
	return `${[
		"# Written by the build. Another root or port: change `root` and `listen`.",
		"pid nginx.pid;",
		"error_log stderr;",
		"events {}",
		block("http", [
			"access_log off;",
			...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
				(kind) => `${kind}_temp_path temp_${kind};`,
			),
			...httpLines(facts, tree),
		]),
	].join("\n")}\n`;
}

export const NGINX: Host = {
	name: "nginx",
	title: "nginx",
	answers: "configuration alone",
	tested: "nginx 1.22",
	gaps: NGINX_GAPS,
	headerGaps: [LINK_HEADER_GAP],
	limits: [],
	links: "query",
	wantsFormatPages: true,
	namesTree: true,
	wantsSpellings: true,
	treeFiles: () => [],
	besideFiles: (facts, tree) => [{ path: "nginx.conf", text: nginxConfig(facts, tree) }],
	deploy: (_tree, beside) => `nginx -p ${beside}/ -c nginx.conf -e stderr -g 'daemon off;'`,
};
