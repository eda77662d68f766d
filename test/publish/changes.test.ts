/** A small change affects few files: at most two dozen for one clip of 20,000. */
import { beforeAll, describe, expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { FileEntry } from "../../scripts/tree/manifest.ts";
import { readTree } from "../../scripts/tree/reading.ts";
import { generatedNames, generatedTags, tagOf } from "../fixtures/generated-names.ts";
import { named, publishRecords, type RawInstant } from "../fixtures/published.ts";
import { filesOfStore, storeText } from "../fixtures/tree-files.ts";

const CLIPS = named(generatedNames(20_000)).map((record, i): RawInstant => {
	return { ...record, tags: generatedTags(i).join(", ") };
});
const AT = 12_345;

/** The clips with one record replaced. */
function withRecord(record: RawInstant): RawInstant[] {
	return CLIPS.with(AT, record);
}

interface Tree {
	readonly files: readonly FileEntry[];
	/** The position of each slug; null for removed clips. */
	readonly positions: Readonly<Record<string, number | null>>;
}

async function treeOf(records: readonly RawInstant[]): Promise<Tree> {
	const { folder, published } = await publishRecords(records, { pages: "none" });
	const tree = await readTree(folderAsset(folder));
	const positions: Record<string, number | null> = {};
	for (const { name } of await filesOfStore(tree, ["slugs"])) {
		const text = await storeText(tree.store, "slugs", name);
		if (!text.startsWith('{"depth"')) Object.assign(positions, JSON.parse(text));
	}
	return { files: published.files, positions };
}

let known: ReadonlySet<string>;
beforeAll(async () => {
	const { files } = await treeOf(CLIPS);
	known = new Set(files.map(({ sha256 }) => sha256));
});

const [NEW = {}] = named(["A brand new clip"]).map((record) => ({ ...record, slug: "new-clip" }));
const { slug } = CLIPS[AT] ?? {};

describe.each<[string, RawInstant[]]>([
	["appended", [...CLIPS, NEW]],
	["appended with three tags", [...CLIPS, { ...NEW, tags: [1, 50, 1000].map(tagOf).join() }]],
	["described otherwise", withRecord({ ...CLIPS[AT], description: "New." })],
	["renamed", withRecord({ ...CLIPS[AT], name: "A brand new name" })],
	["removed", withRecord({ slug, removed: "2026-11-21" })],
])("one clip %s", (_, records) => {
	let after: Tree;
	beforeAll(async () => {
		after = await treeOf(records);
	});

	test("changes only a few files of the store, and the files with the whole catalogue", () => {
		const changed = after.files.filter(({ sha256 }) => !known.has(sha256));
		const isNamedByContent = (path: string): boolean => /\/[0-9a-f]{64}\.(nd)?json$/.test(path);
		const parts = changed.filter(({ path }) => isNamedByContent(path));
		expect(parts.length).toBeLessThanOrEqual(20);
		expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(500_000);
		const whole = changed.map(({ path }) => path).filter((path) => !isNamedByContent(path));
		const everything = [
			"latest.json",
			"service-worker.js",
			"v1/instants/all.m3u8",
			"v1/instants/all.ndjson",
			"v1/instants/all.ndjson.gz",
			"v1/instants/minisearch/index.json",
		];
		const others = whole.filter((path) => !everything.includes(path));
		// A part of the sitemap, and its index if there is a new part.
		expect(others.filter((path) => !/^sitemap(\/\d+)?\.xml$/.test(path))).toEqual([]);
		expect(others.length).toBeLessThanOrEqual(2);
	});

	test("leaves positions the numbers of the records", () => {
		const numbers = records.map(({ slug, removed }, i) => [slug, removed === undefined ? i : null]);
		expect(after.positions).toEqual(Object.fromEntries(numbers));
	});
});
