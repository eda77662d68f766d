/** Files with the right hashes may contain anything: nonsense counts as damage, and no page is made from it. */
import { describe, expect, test } from "vitest";
import { listParts } from "../../scripts/contract/envelope.ts";
import { DamagedSearch, searchNames } from "../../scripts/edge/search.ts";
import { parseSearch } from "../../scripts/search/search-query.ts";
import { entriesOf } from "../../scripts/search/shard.ts";
import { readNode } from "../../scripts/tree/index-node.ts";
import { listedFiles } from "../../scripts/tree/listed-files.ts";
import { positionOf, templateOf } from "../../scripts/tree/lookup.ts";
import { rowsAt, rowsBetween } from "../../scripts/tree/packs.ts";
import { readTree } from "../../scripts/tree/reading.ts";
import { DamagedTree, type Store, sha256 } from "../../scripts/tree/store.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { POINTER } from "../fixtures/pointer.ts";

const NAME = "0123456789abcdef".repeat(4);

test.each([
	["more levels than any catalogue", { depth: 7, entries: [["", NAME]] }],
	["an entry that is not a list", { depth: 1, entries: ["x"] }],
	["no levels", { depth: 0, entries: [] }],
	["a level below it, but no entries", { depth: 2, entries: [] }],
])("an index file that has %s is damaged", async (_, node) => {
	const store = memoryStore();
	const root = await store.store("packs", JSON.stringify(node));
	await expect(readNode(store, "packs", root)).rejects.toThrow(DamagedTree);
});

test("an index that lists files without end is read no further than any catalogue needs", async () => {
	const store = memoryStore();
	const numbers = [...Array(20_000).keys()];
	const node = (depth: number, name: string): Promise<string> =>
		store.store("slugs", JSON.stringify({ depth, entries: numbers.map((i) => [i, name]) }));
	const slugs = await node(2, await node(1, NAME));
	let reads = 0;
	const readBytes: Store["readBytes"] = (path, hash) => {
		reads++;
		return store.readBytes(path, hash);
	};
	const all = async (): Promise<void> => {
		for await (const _ of listedFiles({ ...POINTER, slugs }, { readBytes }, "slugs"));
	};
	await expect(all()).rejects.toThrow("an index lists more files than any catalogue can have");
	expect(reads).toBeLessThan(150);
});

test("an index file that leads to another of the same depth is damaged", async () => {
	const store = memoryStore();
	const index = (name: string) =>
		store.store("packs", JSON.stringify({ depth: 2, entries: [[0, name]] }));
	const root = await index(await index(NAME));
	await expect(rowsAt(store, root, [0])).rejects.toThrow(/is not an index file$/);
});

describe.each([
	["less than no clips", [0, NAME, -1]],
	["a string in place of a number", [0, NAME, "25"]],
	["a path for a name", [0, "../../latest", 10]],
])("an entry of the packs that has %s is damaged", (_, entry) => {
	test.each([
		["a page of the listing", rowsBetween],
		["a clip", (store: Store, root: string) => rowsAt(store, root, [3])],
	])("for %s", async (_, rows) => {
		const store = memoryStore();
		const root = await store.store("packs", JSON.stringify({ depth: 1, entries: [entry] }));
		await expect(rows(store, root, 0, 10)).rejects.toThrow(DamagedTree);
	});
});

test.each([
	["that list none", () => []],
	["from which it is removed", (pack: string) => [[0, pack, 9, 3]]],
	["with fewer clips than they should have", (pack: string) => [[-9, pack, 19]]],
])("packs %s have no clip 3", async (_, entriesWith) => {
	const store = memoryStore();
	const pack = await store.store("packs", "{}\n".repeat(9), "ndjson");
	const entries = entriesWith(pack);
	const root = await store.store("packs", JSON.stringify({ depth: 1, entries }));
	await expect(rowsAt(store, root, [3])).rejects.toThrow(DamagedTree);
});

test.each(["", "../../etc/passwd"])("%j is not the name of an index file", async (root) => {
	await expect(readNode(memoryStore(), "packs", root)).rejects.toThrow(DamagedTree);
});

test.each(["", "<!doctype html>"])("%j is a damaged pointer", async (text) => {
	await expect(readTree(async () => Buffer.from(text))).rejects.toThrow(/^latest.json is damaged:/);
});

test("a pointer of another version is refused, whatever else it says", async () => {
	const rest = '"version":2}\n';
	const later = Buffer.from(`{"build":"${await sha256(rest)}",${rest}`);
	await expect(readTree(async () => later)).rejects.toThrow(/unknown version 2/);
});

test("a missing template is reported", async () => {
	const store = memoryStore();
	const root = await store.store("templates", '{"depth":1,"entries":[]}');
	await expect(templateOf(store, root, "gone")).rejects.toThrow("there is no template gone");
});

test.each(["null", "{"])("a slug file of %j is damaged", async (text) => {
	const store = memoryStore();
	const file = await store.store("slugs", text);
	const root = await store.store("slugs", JSON.stringify({ depth: 1, entries: [["", file]] }));
	await expect(positionOf(store, root, "boom")).rejects.toThrow(DamagedTree);
});

test("a shard without line ends is searched to its end, once", () => {
	const shard = new TextEncoder().encode('\n"boom":[1,1,0]');
	expect(() => entriesOf(shard, "boom")).toThrow();
});

test.each([
	["a list that ends within a group", "[1,5,0]"],
	["a clip beyond all positions", "[1,1,10]"],
	["a clip beyond all positions, for the second word", "[1,1,10]", "[1,1,0]"],
	["a list that is not JSON", "[1,1,x]"],
	["an object in place of a list", "{}"],
	["texts for numbers", '["1","1","0"]'],
])("shards with %s are damaged", async (_, list, first = list) => {
	const store = memoryStore();
	const shard = await store.store("search", `{\n"bang":${list},\n"boom":${first}\n}\n`);
	const search = await store.store("search", JSON.stringify({ depth: 1, entries: [["", shard]] }));
	const packs = await store.store("packs", JSON.stringify({ depth: 1, entries: [] }));
	const pointer = { ...POINTER, count: 10, positions: 10, longest: 2, search, packs };
	const query = parseSearch("boom bang");
	await expect(searchNames({ pointer, store }, query)).rejects.toThrow(DamagedSearch);
});

test.each(["", "null", '{"count":"x","next":null,"results":[]}', '{"count":1,"next":null'])(
	"%j is not a page of a list",
	(json) => {
		expect(listParts(json)).toBeUndefined();
	},
);
