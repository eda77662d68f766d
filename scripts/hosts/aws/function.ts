/** The CloudFront function of a tree: its code is a file beside this one, its facts are written into it. */
import { readFileSync } from "node:fs";
import {
	COMMON_HEADERS,
	DESCRIPTION,
	ERROR_CACHE,
	PREFLIGHT_HEADERS,
	SUCCESS_CACHE,
} from "../../contract/answers.ts";
import { toJson } from "../../contract/envelope.ts";
import { FORMATS } from "../../contract/query.ts";
import { formatPath, listingPath } from "../../tree/paths.ts";
import {
	errorBodies,
	INVALID_PAGE_PATH,
	NOT_FOUND_PATH,
	NOT_PRECOMPUTED_PATH,
	NULL_CHARACTERS_PATH,
} from "../../tree/stored-errors.ts";
import type { TreeFacts } from "../host.ts";

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions */
export const MAX_FUNCTION_BYTES = 10_240;

/** What the function knows of the tree. Headers are spelled as they are in HTTP. */
export interface Tree {
	readonly listingPages: number;
	/** Keys of words without `w-`, between spaces, by their number of pages; null when too many. */
	readonly words: Readonly<Record<string, string>> | null;
	/** Where the pages are. */
	readonly folder: string;
	/** Where the pages are that repeat a format, by `format X`. */
	readonly formatFolders: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly cache: Readonly<Record<string, string>>;
	readonly errorCache: Readonly<Record<string, string>>;
	readonly preflight: Readonly<Record<string, string>>;
	readonly description: string;
	readonly notFound: string;
	readonly invalidPage: string;
	readonly nullCharacters: string;
	readonly notPrecomputed: string;
}

const CODE = new URL("./viewer-request.js", import.meta.url);

/** The text of the function, and whether it knows all precomputed words. */
export function viewerRequestFunction(
	facts: TreeFacts,
	most = MAX_FUNCTION_BYTES,
): { text: string; knowsWords: boolean } {
	const code = withoutComments(readFileSync(CODE, "utf8"));
	const write = (words: Tree["words"]): string =>
		code.replace('JSON.parse("{}")', () => JSON.stringify(treeOf(facts, words)));
	const text = write(wordLists(facts));
	if (Buffer.byteLength(text) <= most) return { text, knowsWords: true };
	return { text: write(null), knowsWords: false };
}

function treeOf({ baseUrl, listingPages }: TreeFacts, words: Tree["words"]): Tree {
	const bodies = new Map(errorBodies(baseUrl).map(({ path, body }) => [path, body]));
	const body = (path: string): string => bodies.get(path) ?? "";
	return {
		listingPages,
		words,
		folder: folderOf(listingPath(1)),
		formatFolders: Object.fromEntries(
			FORMATS.map((format) => [`format ${format}`, folderOf(formatPath(listingPath(1), format))]),
		),
		headers: COMMON_HEADERS,
		cache: { "Cache-Control": SUCCESS_CACHE },
		errorCache: { "Cache-Control": ERROR_CACHE },
		preflight: PREFLIGHT_HEADERS,
		description: toJson(DESCRIPTION),
		notFound: body(NOT_FOUND_PATH),
		invalidPage: body(INVALID_PAGE_PATH),
		nullCharacters: body(NULL_CHARACTERS_PATH),
		notPrecomputed: body(NOT_PRECOMPUTED_PATH),
	};
}

function folderOf(path: string): string {
	return path.replace(/\/page\/.*/, "");
}

function wordLists({ words }: TreeFacts): Record<string, string> {
	const lists: Record<string, string> = {};
	for (const { key, pages } of words) {
		const word = key.replace(/^w-/, "");
		lists[pages] = lists[pages] === undefined ? word : `${lists[pages]} ${word}`;
	}
	return lists;
}

/** Comments count towards the limit; the code has none behind a statement. */
function withoutComments(code: string): string {
	return code.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "").replace(/^\s*\/\/.*\n/gm, "");
}
