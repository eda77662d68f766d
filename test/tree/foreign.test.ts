/** Files with the right hashes may hold anything: what they cannot mean is damage, and no page is made of it. */
import { describe, expect, test } from "vitest";
import { listParts } from "../../scripts/contract/envelope.ts";
import { readNode } from "../../scripts/tree/index-node.ts";
import { positionOf } from "../../scripts/tree/lookup.ts";
import { DamagedTree } from "../../scripts/tree/store.ts";
import { memoryStore } from "../fixtures/memory-store.ts";

const NAME = "0123456789abcdef01234567";

describe("an index file is damaged that has", () => {
	test.each([
		["more levels than any catalogue", { depth: 7, entries: [["", NAME]] }],
		["less than no clips", { depth: 1, entries: [[0, NAME, -1]] }],
		["half a clip", { depth: 1, entries: [[0, NAME, 0.5]] }],
		["a path for a name", { depth: 1, entries: [["", "../../latest"]] }],
	])("%s", async (_, node) => {
		const store = memoryStore();
		const root = await store.store("packs", JSON.stringify(node));
		await expect(readNode(store, "packs", root)).rejects.toThrow(DamagedTree);
	});
});

test.each(["", "../../etc/passwd"])("%j is no name of an index file", async (root) => {
	await expect(readNode(memoryStore(), "packs", root)).rejects.toThrow(DamagedTree);
});

test.each(["null", "7", "{", ""])("a slug file of %j is damaged", async (text) => {
	const store = memoryStore();
	const file = await store.store("slugs", text);
	const root = await store.store("slugs", JSON.stringify({ depth: 1, entries: [["", file]] }));
	await expect(positionOf(store, root, "boom")).rejects.toThrow(DamagedTree);
});

test.each([
	"",
	"{}",
	"null",
	"[]",
	'{"count":"x","next":null,"results":[]}',
	'{"count":1,"next":null',
])("%j is no page of a list", (json) => {
	expect(listParts(json)).toBeUndefined();
});
