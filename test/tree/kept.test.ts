/** Which files stay in memory: those that requests have in common, and not all that pass. */
import { expect, test } from "vitest";
import { readNode } from "../../scripts/tree/index-node.ts";
import { LruCache } from "../../scripts/tree/lru-cache.ts";
import { openStore, readKept, storeName, storePath } from "../../scripts/tree/store.ts";

const ROW = new TextEncoder().encode('{"name":"Boom"}\n');
const PACK = await storeName(ROW);
const NODE = new TextEncoder().encode(`{"depth":1,"entries":[[0,"${PACK}",1]]}`);
const ROOT = await storeName(NODE);

function countingStore() {
	const reads: string[] = [];
	const files = new Map([
		[storePath("packs", ROOT), NODE],
		[storePath("packs", PACK, "ndjson"), ROW],
	]);
	const asset = async (path: string): Promise<Uint8Array | undefined> => {
		reads.push(path);
		return files.get(path);
	};
	return { reads, store: openStore(asset, new LruCache<unknown>(1000)) };
}

test("an index file is read once", async () => {
	const { reads, store } = countingStore();
	for (let i = 0; i < 3; i++) await readNode(store, "packs", ROOT);
	expect(reads).toHaveLength(1);
});

test("a pack is kept once it is read again", async () => {
	const { reads, store } = countingStore();
	for (let i = 0; i < 4; i++) await readKept(store, "packs", PACK, "ndjson");
	expect(reads).toHaveLength(2);
});
