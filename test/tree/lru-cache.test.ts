/** A cache keeps the most recently used entries, as far as it has room. */
import { expect, test } from "vitest";
import { LruCache } from "../../scripts/tree/lru-cache.ts";

/** Roughly the space that a value of 1000 bytes takes. */
const ROOM = 1250;

test("a value that is set twice replaces the least recently used ones, by size", () => {
	const cache = new LruCache<string>(3 * ROOM);
	for (const key of ["a", "b", "c"]) cache.set(key, key, 1000);
	expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
	cache.get("a");
	cache.set("d", "d", 2000);
	expect(cache.get("d")).toBe(undefined);
	cache.set("d", "d", 2000);
	expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([
		"a",
		undefined,
		undefined,
		"d",
	]);
});

test("a value larger than the cache is not kept, and removes nothing", () => {
	const cache = new LruCache<string>(3 * ROOM);
	cache.set("a", "a", 1);
	for (let i = 0; i < 2; i++) cache.set("b", "b", 4000);
	expect(["a", "b"].map((key) => cache.get(key))).toEqual(["a", undefined]);
});

test("values of no size take room too", () => {
	const cache = new LruCache<string>(3 * ROOM);
	const keys = Array.from({ length: 100 }, (_, i) => `${i}`);
	for (const key of keys) cache.set(key, "empty", 0);
	expect(keys.filter((key) => cache.get(key) === "empty").length).toBeLessThan(20);
});
