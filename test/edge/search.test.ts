/** Searches through the handler find the right clips, and read few files. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import type { ApiPage } from "../contract/pages.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { ask, built, everySlug, said } from "./asking.ts";

const TOO_BROAD = '{"name":["This search is too broad: use fewer or longer words."]}';

test("a query with more words than any name reads only the pointer", async () => {
	const names = generatedNames(1000);
	const { body, reads } = await ask(await built(names), names.join(" "));
	expect(JSON.parse(body)).toEqual({ count: 0, next: null, previous: null, results: [] });
	expect(reads).toEqual(["/latest.json"]);
});

describe("a query with more words than one request can look up", () => {
	// Long names with words from a large vocabulary, so that each word is in a different shard.
	const words = generatedNames(20_000, 7).flatMap((name) => name.split(" "));
	const long = (i: number, length: number): string =>
		words
			.filter((_, at) => at % 997 === i)
			.slice(0, length)
			.join(" ");
	const names = [
		...generatedNames(20_000, 7),
		...Array.from({ length: 5 }, (_, i) => long(i, 60)),
		long(7, 60),
		long(7, 60).split(" ").reverse().join(" "),
		long(8, 60),
		`${long(8, 60)} and more`,
	];
	let tree: Asset;
	beforeAll(async () => {
		tree = await built(names);
	});

	test.each([0, 4])("finds the one clip with that name (%i)", async (i) => {
		const { status, body, reads } = await ask(tree, long(i, 60));
		expect(status).toBe(200);
		const { count, results }: ApiPage = JSON.parse(body);
		expect(count).toBe(1);
		expect(results.map(({ slug }) => slug)).toEqual([`clip-${20_000 + i}`]);
		expect(reads.length).toBeLessThanOrEqual(48);
		expect(reads.filter((path) => /\/search\//.test(path)).length).toBeGreaterThan(20);
	});

	test("finds all clips with that name, in catalogue order", async () => {
		expect(await everySlug(tree, long(7, 60))).toEqual(["clip-20005", "clip-20006"]);
	});

	test("finds them newest first if that is the order", async () => {
		const { pointer } = await readTree(tree);
		const newest = await pointerJson({ ...pointer, order: "newest" });
		const asset: Asset = async (path) => (path === POINTER_PATH ? Buffer.from(newest) : tree(path));
		expect(await everySlug(asset, long(7, 60))).toEqual(["clip-20006", "clip-20005"]);
	});

	test("finds nothing if one of the words is unknown", async () => {
		const { body } = await ask(tree, `${long(0, 59)} qqqzzz`);
		expect(JSON.parse(body).count).toBe(0);
	});

	test("is refused if the order depends on words that were not looked up", async () => {
		expect(said(await ask(tree, long(8, 60)))).toBe(`400 ${TOO_BROAD}`);
	});
});

test("any characters can be searched for", async () => {
	const names = ['"', "\\", '"":[', "a\u0308", "__proto__", "constructor", "[]", "{}"];
	const asset = await built(names);
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'"\\:[]{},_abc\n') }), async (query) => {
			expect((await ask(asset, query)).status).toBe(200);
		}),
	);
	for (const query of ['"', "\\", '"":[', "proto", "[]"]) {
		expect(JSON.parse((await ask(asset, query)).body).count, query).toBe(1);
	}
});
