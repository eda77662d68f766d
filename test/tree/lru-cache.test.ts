/** A cache keeps what was used most recently, as far as it has room. */
import { expect, test } from "vitest";
import { LruCache } from "../../scripts/tree/lru-cache.ts";

test("a value that comes twice takes the room of what was used longest ago, by size", () => {
	const cache = new LruCache<string>(3);
	for (const key of ["a", "b", "c"]) cache.set(key, key, 1);
	expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
	cache.get("a");
	cache.set("d", "d", 2);
	expect(cache.get("d")).toBe(undefined);
	cache.set("d", "d", 2);
	expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([
		"a",
		undefined,
		undefined,
		"d",
	]);
});

test("what is larger than the cache is not kept, and takes nothing out", () => {
	const cache = new LruCache<string>(3);
	cache.set("a", "a", 1);
	for (let i = 0; i < 2; i++) cache.set("b", "b", 4);
	expect(["a", "b"].map((key) => cache.get(key))).toEqual(["a", undefined]);
});
