/** Thousands of files are never opened at the same time. */
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { rowsBetween } from "../../scripts/tree/packs.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { openStore, STORE_FOLDERS } from "../../scripts/tree/store.ts";
import { withDeeperIndex } from "../edge/layered-tree.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesOfTree } from "../fixtures/tree-files.ts";

/** The asset, and a count of the most files that were read at the same time. */
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
	const { folder } = await publishRecords(named(names), { runsCode: false });
	for (const source of [folderAsset(folder), await withDeeperIndex(folderAsset(folder), 3)]) {
		const { pointer } = await readTree(source);
		const { asset, most } = watched(source);
		const rows = await rowsBetween(openStore(asset), pointer.packs, 3, 447);
		expect(rows.map((row) => JSON.parse(row).name)).toEqual(names.slice(3, 447));
		expect(most()).toBeLessThanOrEqual(8);
		const tree = { pointer, store: openStore(asset) };
		const files = await filesOfTree(tree);
		expect(files.length).toBeGreaterThan(1000);
		expect(await filesOfTree(tree, ["tags"])).toEqual([]);
		// Eight files from each folder of the store.
		expect(most()).toBeLessThanOrEqual(8 * STORE_FOLDERS.length);
	}
});
