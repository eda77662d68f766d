/** Index files lead to every key, and files of the store have similar sizes. */
import { expect, test } from "vitest";
import { writeKeyed } from "../../scripts/publish/store-files.ts";
import { filesOf, type IndexNode } from "../../scripts/tree/index-node.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { storeText } from "../fixtures/tree-files.ts";

const SIZE = 400;

/** Enough for two levels of index files. */
const VALUES = new Map(generatedNames(6000).map((name, i) => [`${name} ${i}`, name.slice(0, 40)]));
const LINES = [...VALUES]
	.sort(([a], [b]) => (a < b ? -1 : 1))
	.map(([key, value]) => ({ key, line: `${JSON.stringify(key)}:${JSON.stringify(value)}` }));
const store = memoryStore();
const root = await writeKeyed(store, "slugs", LINES, SIZE);

test("index files lead to every key, and for a missing key to where it would be", async () => {
	const top: IndexNode = JSON.parse(await storeText(store, "slugs", root));
	expect(top.depth).toBeGreaterThan(1);
	const keys = [...VALUES.keys()].filter((_, i) => i % 50 === 0).flatMap((key) => [key, `${key}x`]);
	const ranges = keys.map((from) => ({ from }));
	const found = await filesOf<string>(store, "slugs", root, ranges);
	for (const [i, key] of keys.entries()) {
		expect(found[i]).toHaveLength(1);
		const name = found[i]?.[0]?.[1] ?? "";
		const file = JSON.parse(await storeText(store, "slugs", name));
		expect(file[key]).toBe(VALUES.get(key));
	}
});
