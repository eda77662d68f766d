/** The list of tags: no files without tags, and how tags that are spelled differently are counted. */
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

async function publishTagged(tags: readonly string[], order: "first" | "newest" = "first") {
	const records = named(tags.map((_, i) => `Boom ${i}`));
	const { folder } = await publishRecords(
		records.map((record, i) => ({ ...record, tags: tags[i] })),
		{ order },
	);
	const answer = await respond({ url: `${BASE}/api/v1/tags/` }, folderAsset(folder));
	return { folder, tags: await answer.json() };
}

test.each(["", " , ,", "\u200b"])("with no tag but %j, there is no file of tags", async (tag) => {
	const { folder, tags } = await publishTagged([tag, tag]);
	expect(tags).toEqual({ count: 0, next: null, previous: null, results: [] });
	expect(JSON.parse(textOf(folder, "latest.json"))).not.toHaveProperty("tags");
	const paths = filesIn(folder).map(({ path }) => path);
	expect(paths.filter((path) => path.startsWith("v1/instants/tags/"))).toEqual([]);
});

test("a tag is spelled as in the first record, whatever the order, and each clip counts once", async () => {
	for (const order of ["first", "newest"] as const) {
		const { tags } = await publishTagged(["Loud", "loud,LOUD", "b,a", "löud"], order);
		expect(tags.results).toEqual([
			{ name: "Loud", count: 3 },
			{ name: "a", count: 1 },
			{ name: "b", count: 1 },
		]);
	}
});

test("thousands of tags are in several files, all of which are listed", async () => {
	const many = Array.from({ length: 6000 }, (_, i) => `a rather long tag, number ${i}`);
	const { folder, tags } = await publishTagged(many);
	expect(tags.count).toBe(6001);
	expect(tags.results.slice(0, 2)).toEqual([
		{ name: "a rather long tag", count: 6000 },
		{ name: "number 0", count: 1 },
	]);
	const files = filesIn(folder).filter(({ path }) => /instants\/tags\/.*ndjson$/.test(path));
	expect(files.length).toBeGreaterThan(1);
	const asset = folderAsset(folder);
	const seen = new Set<string>();
	for (const page of [1, 300, 301, 601]) {
		const answer = await respond({ url: `${BASE}/api/v1/tags/?page=${page}` }, asset);
		for (const { name } of (await answer.json()).results) seen.add(name);
	}
	expect(seen.size).toBe(31);
});
