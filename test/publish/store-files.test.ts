/** Files of the store have everything once, have similar sizes, and change only where the content does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeyedLine, writeKeyed } from "../../scripts/publish/store-files.ts";
import { filesOf, type IndexNode } from "../../scripts/tree/index-node.ts";
import { storeFiles } from "../../scripts/tree/store-walk.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { type MemoryStore, memoryStore } from "../fixtures/memory-store.ts";

const SIZE = 400;
/** The size of index files. */
const NODE_SIZE = 8 * 1024;

interface Written {
	readonly store: MemoryStore;
	readonly root: string;
}

/** Writes lines by key, in files of SIZE. */
async function written(lines: ReadonlyMap<string, string>): Promise<Written> {
	const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
	const keyed = sorted.map(([key, value]): KeyedLine => ({ key, line: lineOf(key, value) }));
	const store = memoryStore();
	return { store, root: await writeKeyed(store, "slugs", keyed, SIZE) };
}

function lineOf(key: string, value: string): string {
	return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

/** The texts of the index files, or of the files they lead to. */
async function textsOf({ store, root }: Written, isNode: boolean): Promise<string[]> {
	const texts: string[] = [];
	for await (const { folder, name } of storeFiles(store, "slugs", root)) {
		const text = await store.read(folder, name);
		if (text.startsWith('{"depth":') === isNode) texts.push(text);
	}
	return texts;
}

const someLines = fc
	.dictionary(fc.string({ unit: "grapheme" }), fc.string({ maxLength: 300 }), { maxKeys: 80 })
	.map((lines) => new Map(Object.entries(lines)));

/** Enough for two levels of index files. */
const MANY = new Map(generatedNames(6000).map((name, i) => [`${name} ${i}`, name.slice(0, 40)]));

test("files have every line once, in order", async () => {
	await fc.assert(
		fc.asyncProperty(someLines, async (lines) => {
			const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
			const texts = await textsOf(await written(lines), false);
			// Not an object, which would put numeric keys first.
			const found = texts.flatMap((text) => text.split(/,?\n/).slice(1, -2));
			expect(found).toEqual(sorted.map(([key, value]) => lineOf(key, value)));
			for (const text of texts) JSON.parse(text);
		}),
	);
});

test("index files lead to every key, and for a missing key to where it would be", async () => {
	const { store, root } = await written(MANY);
	const top: IndexNode = JSON.parse(await store.read("slugs", root));
	expect(top.depth).toBeGreaterThan(1);
	const asked = [...MANY.keys()].filter((_, i) => i % 50 === 0).flatMap((key) => [key, `${key}x`]);
	const ranges = asked.map((from) => ({ from, reaches: () => false }));
	const found = await filesOf<string>(store, "slugs", root, ranges);
	for (const [i, key] of asked.entries()) {
		expect(found[i]).toHaveLength(1);
		const file = JSON.parse(await store.read("slugs", found[i]?.[0]?.[1] ?? ""));
		expect(file[key]).toBe(MANY.get(key));
	}
});

test("files and index files are between a quarter and three times their intended size", async () => {
	const tree = await written(MANY);
	const lengths = (await textsOf(tree, false)).map((text) => {
		const lines = text.split(/,?\n/).slice(1, -2);
		const last = lines.at(-1)?.length ?? 0;
		return { last, whole: lines.reduce((sum, line) => sum + line.length, 0) };
	});
	const nodes = (await textsOf(tree, true)).map((text) => {
		const { entries }: IndexNode = JSON.parse(text);
		const own = entries.map((entry) => JSON.stringify(entry).length);
		return { last: own.at(-1) ?? 0, whole: own.reduce((sum, length) => sum + length, 0) };
	});
	for (const [all, size] of [
		[lengths, SIZE],
		[nodes.slice(1), NODE_SIZE],
	] as const) {
		expect(all.length).toBeGreaterThan(3);
		// The last file may be shorter.
		for (const { whole } of all.slice(0, -1)) expect(whole).toBeGreaterThanOrEqual(size / 4);
		for (const { whole, last } of all) expect(whole - last).toBeLessThan(3 * size);
	}
	const mean = lengths.reduce((sum, { whole }) => sum + whole, 0) / lengths.length;
	expect(mean).toBeGreaterThan(0.8 * SIZE);
	expect(mean).toBeLessThan(1.4 * SIZE);
});

test.each<[string, (lines: Map<string, string>, key: string) => void]>([
	["changed", (lines, key) => lines.set(key, "other")],
	["longer", (lines, key) => lines.set(key, "x".repeat(150))],
	["put in", (lines, key) => lines.set(`${key} more`, "new")],
	["taken out", (lines, key) => lines.delete(key)],
])("one line %s changes few files, wherever it is", async (_, change) => {
	const before = await written(MANY);
	const keys = [...MANY.keys()];
	const moved: number[] = [];
	for (let at = 0; at < keys.length; at += 701) {
		const lines = new Map(MANY);
		change(lines, keys[at] ?? "");
		const after = await written(lines);
		moved.push(
			[...after.store.files.keys()].filter((path) => !before.store.files.has(path)).length,
		);
	}
	expect(Math.max(...moved)).toBeLessThanOrEqual(6);
	expect(moved.reduce((a, b) => a + b) / moved.length).toBeLessThanOrEqual(4);
});
