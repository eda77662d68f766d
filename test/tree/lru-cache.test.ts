/** A cache keeps what was used most recently, as far as it has room. */
import { expect, test } from "vitest";
import { LruCache } from "../../scripts/tree/lru-cache.ts";

test("what was used longest ago makes room, by size", () => {
	const cache = new LruCache<string>(3);
	for (const key of ["a", "b", "c"]) cache.set(key, key, 1);
	expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
	cache.get("a");
	cache.set("d", "d", 2);
	expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([
		"a",
		undefined,
		undefined,
		"d",
	]);
	cache.set("e", "e", 4);
	expect(["a", "d", "e"].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined]);
});
