/**
 * A build holds a catalogue in memory only once: store files are written one by one, and index files
 * lead to every key.
 */
import { expect, test } from "vitest";
import type { Work } from "../../scripts/publish/build-options.ts";
import { writeIndex, writeKeyed } from "../../scripts/publish/store-files.ts";
import { writeStore } from "../../scripts/publish/store-writers.ts";
import { filesOf, type IndexNode } from "../../scripts/tree/index-node.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { contentOf, named } from "../fixtures/published.ts";
import { storeText } from "../fixtures/tree-files.ts";

const CLIPS = 12_000;

test("posting lists and slugs are generated as their files are written", async () => {
	const content = contentOf(named(generatedNames(CLIPS)));
	const postings = content.postings.collect();
	/** Items read since the last file was written in each folder: the current number, and the highest so far. */
	const held = { search: [0, 0], slugs: [0, 0], packs: [0, 0] };
	function* reading<T>(folder: keyof typeof held, items: Iterable<T>): Generator<T> {
		for (const item of items) {
			const [now = 0, most = 0] = held[folder];
			held[folder] = [now + 1, Math.max(most, now + 1)];
			yield item;
		}
	}
	const store = async (folder: keyof typeof held): Promise<string> => {
		held[folder][0] = 0;
		return "0".repeat(64);
	};
	const entries = () => reading("search", postings.terms.entries());
	const terms = Object.assign([...postings.terms], { entries });
	const bySlug = reading("slugs", content.slugs.keys());
	const work = { tree: { store }, content, postings: { ...postings, terms }, tags: [], bySlug };
	await writeStore(work as unknown as Work);
	for (const [, most] of [held.search, held.slugs]) {
		expect(most).toBeGreaterThan(0);
		expect(most).toBeLessThan(CLIPS / 2);
	}
});

test("files are about as large as requested, and index files lead to every key, or to where it would be", async () => {
	const values = new Map(generatedNames(6000).map((name, i) => [`${name} ${i}`, name]));
	const lines = [...values]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, value]) => ({ key, line: `${JSON.stringify(key)}:${JSON.stringify(value)}` }));
	const store = memoryStore();
	const root = await writeKeyed(store, "slugs", lines, 400);
	// Index files are one line.
	const files = [...store.files.values()].filter((file) => file.indexOf(0x0a) < file.length - 1);
	const [, ...full] = files.map(({ length }) => length).sort((a, b) => a - b);
	expect(full[0]).toBeGreaterThan(100);
	expect(full.at(-1)).toBeLessThan(4 * 400);
	const top: IndexNode = JSON.parse(await storeText(store, "slugs", root));
	expect(top.depth).toBeGreaterThan(1);
	const keys = [...values.keys()].filter((_, i) => i % 50 === 0).flatMap((key) => [key, `${key}x`]);
	const ranges = keys.map((from) => ({ from }));
	for (const [i, found] of (await filesOf<string>(store, "slugs", root, ranges)).entries()) {
		const names = found?.map(([, name]) => name) ?? [];
		expect(names).toHaveLength(1);
		const file = JSON.parse(await storeText(store, "slugs", names[0] ?? ""));
		expect(file[keys[i] ?? ""]).toBe(values.get(keys[i] ?? ""));
	}
});

test("index files stay small, even above very many files", async () => {
	const packs = memoryStore();
	const entries = Array.from({ length: 10_000 }, (_, i) => [100 * i, "0".repeat(64), 100] as const);
	const root = await writeIndex(packs, "packs", entries);
	const sizes = [...packs.files.values()].map(({ length }) => length);
	expect(Math.max(...sizes)).toBeLessThan(20_000);
	const top: IndexNode = JSON.parse(await storeText(packs, "packs", root));
	expect(top.depth).toBe(2);
	expect(sizes.length - 1).toBe(top.entries.length);
});
