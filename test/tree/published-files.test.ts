/** The table of published files agrees with what a build writes, and with every document that lists files. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, test } from "vitest";
import { sitemapFiles } from "../../scripts/site/sitemap.ts";
import { PUBLISHED_KINDS, type PublishedKind, ruleOf } from "../../scripts/tree/published-files.ts";
import { STORE_FOLDERS, storePath } from "../../scripts/tree/store.ts";
import { BASE, publishData, temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

/** The files of a kind. */
function filesOf({ files, role }: PublishedKind): string[] {
	const pattern = files.replace(/\b[A-Z]+\b/g, "*").replace("….", "**/*.");
	return fastGlob.sync(pattern, {
		cwd: out,
		caseSensitiveMatch: role !== "media",
	});
}

const out = temporaryFolder();
await publishData("data", out, {
	order: "newest",
	runsCode: false,
	release: { sign: () => "signed" },
});
/** So many clips need more than one part of the sitemap. */
for (const { path, content } of sitemapFiles(BASE, Array(50_001).fill("boom"), [])) {
	mkdirSync(join(out, "sitemap"), { recursive: true });
	writeFileSync(join(out, path), content);
}
/** Only large catalogues have this shard. */
mkdirSync(join(out, "v1/instants/recent"));
writeFileSync(join(out, storePath("recent", "0".repeat(64))), "{}");
const KINDS = PUBLISHED_KINDS.map((kind) => ({ ...kind, paths: filesOf(kind) }));

describe("the table", () => {
	test.each(KINDS)("has $files, which builds write", ({ paths }) => {
		expect(paths).not.toEqual([]);
	});

	test("has every file once, under its rule", () => {
		const published = filesIn(out).map(({ path }) => path);
		expect(KINDS.flatMap(({ paths }) => paths).sort()).toEqual(published);
		for (const kind of KINDS) {
			const rule = ruleOf(kind).replace("*", "");
			for (const path of kind.paths) expect(`/${path}`.startsWith(rule), path).toBe(true);
		}
	});
});

test("the protocol has a row for each folder of the store", () => {
	const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
	const [, store = ""] = protocol.split("\n## The store\n");
	const folders = [...store.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)].map(([, ...row]) => row);
	expect(folders.map(([root]) => root)).toEqual(STORE_FOLDERS);
	const kinds = KINDS.filter(({ role }) => role === "kept data");
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
