/** The shard format: the worked example of its description, and that nothing is lost or mixed up. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	classNumber,
	classOf,
	groupsOf,
	MalformedIndex,
	postingListOf,
} from "../../scripts/search/posting-list.ts";
import { collectPostings, type Postings, postingNumbers } from "../../scripts/search/postings.ts";
import {
	checksum,
	type Dictionary,
	dictionaryJson,
	entriesOf,
	parseDictionary,
	SHARD_VERSION,
	shardsOf,
	verifyShard,
} from "../../scripts/search/shard.ts";
import { cutShards, dictionaryOf, type WrittenShard } from "../../scripts/search/shard-writer.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { catalogueNames } from "../fixtures/names.ts";

interface Written {
	readonly postings: Postings;
	readonly shards: readonly WrittenShard[];
	readonly dictionary: Dictionary;
}

function written(names: readonly string[]): Written {
	const postings = collectPostings(names);
	const shards = [...cutShards(postings)];
	const text = dictionaryJson({ folder: "folder", ...dictionaryOf(postings, shards) });
	return { postings, shards, dictionary: parseDictionary(text) };
}

/** What a reader finds for a word, over all shards it is sent to. */
function lookUp({ shards, dictionary }: Written, word: string, withLonger: boolean) {
	const { from, to } = shardsOf(dictionary, word, withLonger);
	return shards
		.slice(from, to)
		.flatMap(({ text }) => entriesOf(text, word, withLonger))
		.map(({ term, list: { numbers, start, end } }) => ({
			term,
			list: Array.from(numbers.subarray(start, end)),
		}));
}

describe("the worked example", () => {
	const names = ["Boom", "Boom boom", "Big boom"];

	test("is the shard that is described", () => {
		const [shard, ...others] = written(names).shards;
		expect(others).toEqual([]);
		expect(shard?.text).toBe('{\n"big":[2,1,2],\n"boom":[65537,1,1,1,1,0,2,1,2]\n}\n');
		expect(JSON.parse(shard?.text ?? "")).toEqual({
			big: [2, 1, 2],
			boom: [65537, 1, 1, 1, 1, 0, 2, 1, 2],
		});
	});

	test("has the dictionary that is described", () => {
		const { dictionary, shards } = written(names);
		expect(dictionary).toMatchObject({
			version: 1,
			folder: "folder",
			first: ["big"],
			sums: [checksum(shards[0]?.text ?? "")],
			count: 3,
			average: 4 / 3,
			longest: 2,
		});
	});
});

test("no names make no shards, and nothing is found", () => {
	const empty = written([]);
	expect(empty.shards).toEqual([]);
	expect(lookUp(empty, "boom", true)).toEqual([]);
});

describe("for every catalogue", () => {
	const large = written(generatedNames(5000));

	test("a large one has many shards of about 16 KB, sorted, no word twice", () => {
		const terms = large.shards.flatMap(({ text }) => Object.keys(JSON.parse(text)).sort());
		expect(large.shards.length).toBeGreaterThan(5);
		expect(terms).toEqual(large.postings.terms);
		expect(new Set(terms).size).toBe(terms.length);
		for (const { text } of large.shards.slice(0, -1)) expect(text.length).toBeGreaterThan(16_000);
	});

	test("a word and its longer ones are found, and they alone", () => {
		const { terms } = large.postings;
		const known = fc.constantFrom(...terms);
		const words = fc.oneof(
			known,
			known.map((term) => term.slice(0, 3)),
			known.map((term) => `${term}x`),
			fc.string(),
		);
		fc.assert(
			fc.property(words, fc.boolean(), (word, withLonger) => {
				const expected = terms
					.map((term, i) => ({ term, list: postingNumbers(large.postings, i) }))
					.filter(({ term }) => term === word || (withLonger && term.startsWith(word)));
				if (word === "") return;
				expect(lookUp(large, word, withLonger)).toEqual(expected);
			}),
			{ numRuns: 60 },
		);
	});

	test("a list holds every clip of its word once, by class, best class first", () => {
		fc.assert(
			fc.property(catalogueNames, (names) => {
				const { postings } = written(names);
				for (const [rank] of postings.terms.entries()) {
					const list = postingNumbers(postings, rank);
					const clips = groupsOf(postingListOf(list)).flatMap(({ class: number, start, end }) => {
						let id = 0;
						return list.slice(start, end).map((gap) => {
							id += gap;
							return { id, ...classOf(number) };
						});
					});
					const start = postings.starts[rank] ?? 0;
					const end = postings.starts[rank + 1] ?? 0;
					expect(clips).toHaveLength(end - start);
					expect(clips.toSorted((a, b) => a.id - b.id)).toEqual(
						Array.from(postings.ids.subarray(start, end), (id, i) => ({
							id,
							frequency: postings.frequencies[start + i],
							length: postings.lengths[id],
						})),
					);
				}
			}),
			{ numRuns: 50 },
		);
	});

	test("a class keeps what it is made of, for names of hundreds of words too", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 5000 }),
				fc.integer({ min: 1, max: 65_535 }),
				(f, l) => {
					expect(classOf(classNumber({ frequency: f, length: l }))).toEqual({
						frequency: f,
						length: l,
					});
				},
			),
		);
	});
});

describe("what is refused", () => {
	const { shards, dictionary } = written(generatedNames(2000));
	const text = shards[1]?.text ?? "";

	test("another version, with both versions named", () => {
		const later = JSON.stringify({ ...dictionary, version: 2 });
		expect(() => parseDictionary(later)).toThrow(
			`version 2 of the search shards; this reader knows version ${SHARD_VERSION}`,
		);
	});

	test.each(["", "<html>", "null", "[]", "1", '{"version":1}'])("%j as a dictionary", (bad) => {
		expect(() => parseDictionary(bad)).toThrow(MalformedIndex);
	});

	test.each([
		["nothing", ""],
		["a shard cut short", text.slice(0, -100)],
		["a shard cut by one character", text.slice(0, -1)],
		["a shard and more", `${text}\n`],
		["another shard", shards[0]?.text ?? ""],
		["a web page", "<!doctype html><title>404</title>"],
	])("%s in the place of a shard", (_, bad) => {
		expect(() => verifyShard(dictionary, 1, bad)).toThrow(MalformedIndex);
	});

	test("a dictionary of which any one character is another", () => {
		const text = dictionaryJson(dictionary);
		fc.assert(
			fc.property(fc.nat(text.length - 2), fc.integer({ min: 33, max: 126 }), (at, code) => {
				const character = String.fromCharCode(code);
				fc.pre(text[at] !== character);
				const bad = text.slice(0, at) + character + text.slice(at + 1);
				expect(() => parseDictionary(bad)).toThrow(MalformedIndex);
			}),
			{ numRuns: 1000 },
		);
	});

	test("a shard of which any one character is another", () => {
		fc.assert(
			fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
				const character = String.fromCharCode(code);
				fc.pre(text[at] !== character);
				const bad = text.slice(0, at) + character + text.slice(at + 1);
				expect(() => verifyShard(dictionary, 1, bad)).toThrow(MalformedIndex);
			}),
		);
	});

	test.each([[[1]], [[1, 0]], [[1, 2, 5]], [[1, 1, 0, 1]], [[1, -1, 1]]])(
		"%j as a posting list",
		(list) => {
			expect(() => groupsOf(postingListOf(list))).toThrow(MalformedIndex);
		},
	);
});
