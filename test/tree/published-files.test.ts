/** The table of published files agrees with what a build writes, and with every document that lists files. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sitemapFiles } from "../../scripts/site/sitemap.ts";
import { PUBLISHED_KINDS, type PublishedKind, ruleOf } from "../../scripts/tree/published-files.ts";
import { STORE_FOLDERS } from "../../scripts/tree/store.ts";
import { BASE, publishData, temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

/** The name of a file or folder: not hidden, without backslashes and control characters. */
const SEGMENT = "[^./\\\\\\x00-\\x1f\\x7f-\\x9f][^/\\\\\\x00-\\x1f\\x7f-\\x9f]*";

const STANDS_FOR: Readonly<Record<string, string>> = {
	NAME: "[a-z0-9-]+",
	KEY: "[a-z0-9_-]+",
	N: "\\d+",
	HASH: "[0-9a-f]{64}",
	TAG: "[0-9a-f]{10}",
	"…": `${SEGMENT}(?:/${SEGMENT})*`,
};

/** Matches the paths of a kind, without a leading slash. */
function patternOf({ files, role }: PublishedKind): RegExp {
	const source = files
		.replace(/[.]/g, "\\.")
		.replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
		.replace(/\b(?:NAME|KEY|N|HASH|TAG)\b|…/g, (word) => STANDS_FOR[word] ?? word);
	return new RegExp(`^${source}$`, role === "media" ? "iu" : "u");
}

const out = temporaryFolder();
await publishData("data", out, {
	order: "newest",
	links: "path",
	release: { sign: () => "signed" },
});
/** So many clips take more than one. */
const sitemaps = [...sitemapFiles(BASE, Array(50_001).fill("boom"), [])].map(({ path }) => path);
const PUBLISHED = [...new Set([...filesIn(out).map(({ path }) => path), ...sitemaps])];
const KINDS = PUBLISHED_KINDS.map((kind) => ({ ...kind, pattern: patternOf(kind) }));

describe("the table", () => {
	test.each(KINDS)("has $files, which are written", ({ pattern }) => {
		expect(PUBLISHED.filter((path) => pattern.test(path))).not.toEqual([]);
	});

	test("has every file once", () => {
		for (const path of PUBLISHED) {
			const kinds = KINDS.filter(({ pattern }) => pattern.test(path));
			expect(kinds, path).toHaveLength(1);
			const [rule = ""] = kinds.map(ruleOf);
			expect(`/${path}`.startsWith(rule.replace("*", "")), `${path}: ${rule}`).toBe(true);
		}
	});

	test.each([
		"v1/instants/packs/0123456789abcdef0123456.ndjson",
		"v1/instants/page/one.json",
		"v1/instants/latestXjson",
		"icons/../latest.json",
		"media/sounds/.hidden/a.mp3",
		"media/sounds/a\n.mp3",
		"media/a.mp3",
		"clips/a/b/index.html",
	])("does not have %j", (path) => {
		expect(KINDS.filter(({ pattern }) => pattern.test(path))).toEqual([]);
	});
});

test("the protocol has a row for each folder of the store", () => {
	const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
	const [, store = ""] = protocol.split("\n## The store\n");
	const folders = [...store.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)].map(([, ...row]) => row);
	expect(folders.map(([root]) => root)).toEqual(STORE_FOLDERS);
	const kinds = KINDS.filter(({ listed }) => listed === "store");
	expect(folders.map(([, folder]) => folder)).toEqual(
		kinds.map((kind) => ruleOf(kind).slice(1, -1)),
	);
});

test("the reference lists every kind of data, in the words of the table", () => {
	const reference = textOf(out, "docs/reference.md");
	const rows = KINDS.filter(({ role }) => role.endsWith(" data")).map(
		({ files, what }) => `| \`${files}\` | ${what} |`,
	);
	expect(reference.match(/^\| `[^`]+` \| [^|]+ \|$/gm)).toEqual(rows);
});
