/** A cache keeps what was used most recently, as far as it has room. */
import { expect, test } from "vitest";
import { LruCache } from "../../scripts/tree/lru-cache.ts";

/** What a value of 1000 bytes takes, about. */
const ROOM = 1250;

test("a value that comes twice takes the room of what was used longest ago, by size", () => {
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

test("what is larger than the cache is not kept, and takes nothing out", () => {
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
