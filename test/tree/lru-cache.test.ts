/** What a cache keeps: what came last while it has room, then what comes again. */
import { expect, test } from "vitest";
import { LruCache } from "../../scripts/tree/lru-cache.ts";

function fullCache(): LruCache<string> {
	const cache = new LruCache<string>(3);
	for (const key of ["a", "b", "c"]) cache.set(key, key, 1);
	return cache;
}

test("a cache with room keeps what comes once", () => {
	const cache = fullCache();
	expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
});

test("what comes once pushes nothing out of a full cache", () => {
	const cache = fullCache();
	for (const key of ["d", "e", "f"]) cache.set(key, key, 1);
	expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual(["a", "b", "c", undefined]);
});

test("what comes again soon pushes out what was used longest ago", () => {
	const cache = fullCache();
	cache.get("a");
	for (const key of ["d", "e", "d"]) cache.set(key, key, 1);
	expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d"]);
});

test("what comes again much later is as new", () => {
	const cache = fullCache();
	cache.set("d", "d", 1);
	for (let i = 0; i < 1000; i++) cache.set(`other ${i}`, "", 1);
	cache.set("d", "d", 1);
	expect(cache.get("d")).toBeUndefined();
});
