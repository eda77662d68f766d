/**
 * A small change affects few files: changing or adding one clip of 4,000 affects at most two dozen, and adding
 * one to 100,000 changes a single search file.
 */
import { expect, test } from "vitest";
import { writeSearch } from "../../scripts/publish/store-writers.ts";
import { PostingsCollector } from "../../scripts/search/postings.ts";
import type { FileEntry } from "../../scripts/tree/manifest.ts";
import { generatedNames, generatedTags, tagOf } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { named, publishRecords, type RawInstant } from "../fixtures/published.ts";

const CLIPS = named(generatedNames(4000)).map((record, i): RawInstant => {
	return { ...record, tags: generatedTags(i).join(", ") };
});
const AT = 2345;

/** The clips with one record replaced. */
function withRecord(record: RawInstant): RawInstant[] {
	return CLIPS.with(AT, record);
}

async function filesOf(records: readonly RawInstant[]): Promise<readonly FileEntry[]> {
	return (await publishRecords(records, { pages: "none" })).published.files;
}

const known = new Set((await filesOf(CLIPS)).map(({ sha256 }) => sha256));

const [NEW = {}] = named(["A brand new clip"]).map((record) => ({ ...record, slug: "new-clip" }));
const { slug } = CLIPS[AT] ?? {};

test.each<[string, RawInstant[]]>([
	["appended", [...CLIPS, NEW]],
	["appended with three tags", [...CLIPS, { ...NEW, tags: [1, 50, 1000].map(tagOf).join() }]],
	["with a different description", withRecord({ ...CLIPS[AT], description: "New." })],
	["renamed", withRecord({ ...CLIPS[AT], name: "A brand new name" })],
	["removed", withRecord({ slug, removed: "2026-11-21" })],
])(
	"one clip %s changes only a few store files, and the files with the whole catalogue",
	async (_, records) => {
		const changed = (await filesOf(records)).filter(({ sha256 }) => !known.has(sha256));
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
	},
);

test("a clip appended to a large catalogue changes one search file, except for every 512th clip", async () => {
	const store = memoryStore();
	const add = async (count: number): Promise<number> => {
		const collector = new PostingsCollector();
		for (const name of generatedNames(count)) collector.add(name);
		const before = store.files.size;
		await writeSearch(store, { tags: [], postings: collector.collect() });
		return store.files.size - before;
	};
	const large = 100_000 - (100_000 % 512) + 512;
	await add(large - 2);
	expect(await add(large - 1)).toBe(1);
	expect(await add(large)).toBeGreaterThan(100);
});
