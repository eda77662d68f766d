/** Packs say which place a clip has, and thousands of files are never opened at the same time. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { clipsBefore, rowsBetween } from "../../scripts/tree/packs.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { openStore, STORE_FOLDERS } from "../../scripts/tree/store.ts";
import { treeOf, withDeeperIndex } from "../edge/layered-tree.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesOfRelease } from "../fixtures/tree-files.ts";

test("the clips before each clip are counted without those that were removed", async () => {
	const anyNames = fc.array(fc.constantFrom("Boom", undefined), { minLength: 1, maxLength: 120 });
	await fc.assert(
		fc.asyncProperty(anyNames, async (names) => {
			const { pointer, store } = await readTree(await treeOf(["Horn", ...names]));
			const expected = [0];
			const counted = [await clipsBefore(store, pointer.packs, 0)];
			for (const [i, name] of names.entries()) {
				if (name === undefined) continue;
				expected.push(expected.length);
				counted.push(await clipsBefore(store, pointer.packs, i + 1));
			}
			expect(counted).toEqual(expected);
		}),
		{ numRuns: 20 },
	);
});

/** The asset, and the most files that were being read at the same time. */
function watched(asset: Asset): { asset: Asset; most: () => number } {
	let [now, most] = [0, 0];
	return {
		asset: async (path) => {
			most = Math.max(most, ++now);
			return asset(path).finally(() => now--);
		},
		most: () => most,
	};
}

test("all clips and the whole manifest are read a few files at a time", async () => {
	const names = Array.from({ length: 450 }, (_, i) => `Clip ${i}`);
	const { folder } = await publishRecords(named(names), { links: "path" });
	for (const source of [folderAsset(folder), await withDeeperIndex(folderAsset(folder), 3)]) {
		const { pointer } = await readTree(source);
		const { asset, most } = watched(source);
		const rows = await rowsBetween(openStore(asset), pointer.packs, 3, 447);
		expect(rows.map((row) => JSON.parse(row).name)).toEqual(names.slice(3, 447));
		expect(most()).toBeLessThanOrEqual(8);
		const files = await filesOfRelease(pointer, openStore(asset));
		expect(files.length).toBeGreaterThan(1000);
		// Eight of each folder of the store.
		expect(most()).toBeLessThanOrEqual(8 * STORE_FOLDERS.length);
	}
});
