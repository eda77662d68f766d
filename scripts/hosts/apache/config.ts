/**
 * Apache: an .htaccess in the tree. Apache reads it on every request, so the folders of the tree take
 * the place of a list of words: a name's key is made by rules, and its pages are there or not.
 * https://httpd.apache.org/docs/2.4/rewrite/flags.html
 */
import { ERROR_CACHE, SUCCESS_CACHE } from "../../contract/answers.ts";
import { wordPath } from "../../tree/paths.ts";
import {
	INVALID_PAGE_PATH,
	NOT_FOUND_PATH,
	NOT_PRECOMPUTED_PATH,
	NULL_CHARACTERS_PATH,
} from "../../tree/stored-errors.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host, HostFile, TreeFacts } from "../host.ts";
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
import { APACHE_GAPS } from "./gaps.ts";
import { keyRules } from "./key-rules.ts";
import { matches, matchesNot, quoted, rule, set, variable } from "./rule.ts";
import { SERVER_CONFIG } from "./server.ts";

/** A pattern for raw request targets, for the request line that they are part of. */
const inRequestLine = (pattern: string): string =>
	pattern.replace("^", "^[^ ]+ ").replace(/\|\$\)$/, "| )");

const IS_NOT_API = matchesNot("%{THE_REQUEST}", inRequestLine(API_TARGET));
const IS_PREFLIGHT = "-n req_novary('Access-Control-Request-Method')";

function section(condition: string, lines: readonly string[]): string {
	return [`<If "${condition}">`, ...lines.map((line) => `\t${line}`), "</If>"].join("\n");
}

/** For `If`, whose patterns stand between marks that no target holds. */
const API_EXPRESSION = `%{THE_REQUEST} =~ m#${inRequestLine(API_TARGET)}#`;

/** Methods whose name the 405 repeats, since bodies are files here. */
const NAMED_METHODS = ["DELETE", "PATCH", "POST", "PUT"];
const methodPath = (method: string): string =>
	`/v1/instants/errors/method-not-allowed/${method}.json`;

/** The path of an error's file behind its first slash, which ErrorDocument must begin with. */
const errorFile = (path: string): string => set("ERROR", path.slice(1));

/** The file of each error: its status tells Apache to send it. */
const ERROR_FILES: Readonly<Partial<Record<Obstacle, string>>> = {
	"other path": NOT_FOUND_PATH,
	"unknown format": NOT_FOUND_PATH,
	"other method": methodPath("%1"),
	"null in name": NULL_CHARACTERS_PATH,
	"no such word": NOT_PRECOMPUTED_PATH,
	"no such page": INVALID_PAGE_PATH,
};

const PAGE_PATH = ["FOLDER", "RESULT", "NUMBER"].map(variable).join("/");

/** When each obstacle is met. */
const CONDITIONS: Readonly<Record<Obstacle, readonly string[]>> = {
	preflight: ["%{REQUEST_METHOD} =OPTIONS", `expr ${quoted(IS_PREFLIGHT)}`],
	"other path": [matchesNot("%{THE_REQUEST}", inRequestLine(ENDPOINT_TARGET))],
	"unknown format": [`${variable("FOLDER")} =""`],
	options: ["%{REQUEST_METHOD} =OPTIONS"],
	"other method": [matches("%{REQUEST_METHOD}", `^(${NAMED_METHODS.join("|")})$`)],
	"null in name": [matches(variable("NAME"), NULL_CHARACTER)],
	"no such word": [`${variable("RESULT")} =""`],
	"no such page": [`"%{DOCUMENT_ROOT}${PAGE_PATH}.json" !-f`],
};

function obstacle({ when, status }: Route): string[] {
	const file = ERROR_FILES[when];
	const flags = file === undefined ? [] : [errorFile(file)];
	const named = rule(CONDITIONS[when], [...flags, `R=${status}`]);
	if (when !== "other method") return [named];
	const any = rule(
		["%{REQUEST_METHOD} !^(?:GET|HEAD)$"],
		[errorFile(methodPath("any")), `R=${status}`],
	);
	return [named, any];
}

/** Apache refuses lines of 8 KB, and with them the whole file. https://httpd.apache.org/docs/2.4/configuring.html#syntax */
const LONGEST_PATTERN = 6000;

/** Keys of words as alternatives, by their number of pages where that is not 1; no line too long. */
function lastPages({ words }: TreeFacts): { pages: number; keys: string }[] {
	const groups: { pages: number; keys: string }[] = [];
	const open = new Map<number, { pages: number; keys: string }>();
	for (const { key, pages } of words) {
		if (pages === 1) continue;
		const group = open.get(pages);
		if (group !== undefined && group.keys.length + key.length < LONGEST_PATTERN) {
			group.keys += `|${key}`;
			continue;
		}
		const next = { pages, keys: key };
		groups.push(next);
		open.set(pages, next);
	}
	return groups;
}

function requestRules(facts: TreeFacts): string[] {
	const wordFile = wordPath("", 1).replace("//", `/w-${variable("KEY")}/`);
	const number = (condition: string, value: string | number): string =>
		rule([condition], [set("NUMBER", String(value))]);
	const last = (pattern: string, pages: number): string =>
		rule(
			[`${variable("PAGE")} =last`, matches(variable("RESULT"), pattern)],
			[set("NUMBER", String(pages))],
		);
	return [
		rule([matches("%{QUERY_STRING}", parameter("format"))], [set("FORMAT", "=%1")]),
		...FORMAT_FOLDERS.map(({ format, folder }) =>
			rule(
				[
					format === undefined
						? `${variable("FORMAT")} =""`
						: `${variable("FORMAT")} "==${format}"`,
				],
				[set("FOLDER", folder)],
			),
		),
		rule([matches(variable("NAME"), BLANK)], [set("RESULT", "page")]),
		rule(
			[
				`${variable("RESULT")} =""`,
				matches(variable("KEY"), "^(?:[a-z0-9]|_[0-9a-f][0-9a-f])+$"),
				`"%{DOCUMENT_ROOT}${wordFile}" -f`,
			],
			[set("RESULT", `name/w-${variable("KEY")}`)],
		),
		rule([matches("%{QUERY_STRING}", parameter("page"))], [set("PAGE", "%1")]),
		number(`${variable("PAGE")} =""`, 1),
		number(`${variable("PAGE")} =last`, 1),
		last("^page$", facts.listingPages),
		...lastPages(facts).map(({ pages, keys }) => last(`^name/(?:${keys})$`, pages)),
		number(matches(variable("PAGE"), PAGE_NUMBER), "%1"),
	];
}

const header = (name: string, value: string, condition = ""): string =>
	`Header always set ${name} ${quoted(value)}${condition && ` ${quoted(`expr=${condition}`)}`}`;

function apiSections(facts: TreeFacts): string[] {
	const description = routes(facts, "").find(({ when }) => when === "options")?.body ?? "";
	return [
		section(API_EXPRESSION, [
			...API_HEADERS.map(([name, value]) => header(name, value)),
			header("Cache-Control", SUCCESS_CACHE, "%{REQUEST_STATUS} -lt 400"),
			header("Cache-Control", ERROR_CACHE, "%{REQUEST_STATUS} -ge 400"),
			"# Apache's own would stand beside ours.",
			"Header onsuccess unset Allow",
			...[400, 404, 405].map((status) => `ErrorDocument ${status} /%{reqenv:INSTANTS_ERROR}`),
			`ErrorDocument 200 '${description}'`,
			"FileETag Digest",
		]),
		section(
			`${API_EXPRESSION} && %{REQUEST_METHOD} == 'OPTIONS' && -z req_novary('Access-Control-Request-Method')`,
			[header("Content-Type", "application/json", "%{REQUEST_STATUS} -eq 200")],
		),
		section(`${API_EXPRESSION} && %{REQUEST_METHOD} == 'OPTIONS' && ${IS_PREFLIGHT}`, [
			...PREFLIGHT.map(([name, value]) => header(name, value)),
		]),
	];
}

function fileSections(): string[] {
	return STATIC_HEADERS.map(({ path, headers }) => {
		const place = path.endsWith("*")
			? `%{REQUEST_URI} =~ m#^${path.slice(0, -1)}#`
			: `%{REQUEST_URI} == '${path}'`;
		const lines = Object.entries(headers).map(([name, value]) => header(name, value));
		return section(`!(${API_EXPRESSION}) && ${place}`, lines);
	});
}

function types(): string[] {
	const isText = /^text\//;
	return Object.entries(TYPES).map(([extension, type]) => {
		const value = isText.test(type) ? `${type};charset=utf-8` : type;
		return `AddType ${quoted(value)} .${extension}`;
	});
}

/** The whole file. */
export function htaccess(facts: TreeFacts): string {
	return `${[
		"# Written by the build. Needs AllowOverride All, mod_rewrite and mod_headers.",
		"Options -Indexes -MultiViews",
		"DirectoryIndex index.html",
		"ErrorDocument 404 /404.html",
		...types(),
		...apiSections(facts),
		...fileSections(),
		"RewriteEngine On",
		"# What a rule below has chosen.",
		rule(["%{ENV:REDIRECT_STATUS} ."], ["END"]),
		"# Files.",
		rule([IS_NOT_API, matches("%{REQUEST_URI}", "/[.]")], ["R=404"]),
		rule([IS_NOT_API, "%{REQUEST_METHOD} !^(?:GET|HEAD|OPTIONS)$"], ["R=405"]),
		rule([IS_NOT_API], ["END"]),
		"# The API.",
		...keyRules(),
		...requestRules(facts),
		...routes(facts, "").flatMap(obstacle),
		`RewriteRule ^ ${PAGE_PATH}.json [END]`,
	].join("\n")}\n`;
}

function methodFiles(facts: TreeFacts): HostFile[] {
	const body = (method: string): string =>
		routes(facts, method).find(({ when }) => when === "other method")?.body ?? "";
	return [
		...NAMED_METHODS.map((method) => ({ path: methodPath(method), text: body(method) })),
		{ path: methodPath("any"), text: '{"detail":"Method not allowed."}' },
	];
}

export const APACHE: Host = {
	name: "apache",
	title: "Apache",
	answers: "configuration alone",
	tested: "Apache 2.4",
	gaps: APACHE_GAPS,
	headerGaps: [LINK_HEADER_GAP],
	limits: [],
	links: "query",
	wantsFormatPages: true,
	namesTree: true,
	treeFiles: (facts) => [{ path: ".htaccess", text: htaccess(facts) }, ...methodFiles(facts)],
	besideFiles: () => [{ path: "httpd.conf", text: SERVER_CONFIG }],
	deploy: (tree, beside) =>
		`apache2 -d "$(realpath ${beside})" -C "Define INSTANTS_ROOT "$(realpath ${tree})"" -f httpd.conf -D FOREGROUND`,
};
