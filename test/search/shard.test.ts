/** The shard format matches its documented example, and loses nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeShards } from "../../scripts/publish/store-writers.ts";
import {
	classNumbers,
	groupsOf,
	MalformedIndex,
	postingListOf,
} from "../../scripts/search/posting-list.ts";
import { collectPostings, type Postings, postingNumbers } from "../../scripts/search/postings.ts";
import { entriesOf } from "../../scripts/search/shard.ts";
import { filesOf, type IndexEntry } from "../../scripts/tree/index-node.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { type MemoryStore, memoryStore } from "../fixtures/memory-store.ts";

interface Written {
	readonly postings: Postings;
	readonly store: MemoryStore;
	readonly root: string;
}

async function written(names: readonly string[]): Promise<Written> {
	const postings = collectPostings(names);
	const store = memoryStore();
	return { postings, store, root: await writeShards(store, postings, () => {}) };
}

/** The shards that index files lead to, for one word or for all. */
async function shardsFor({ store, root }: Written, word: string, withLonger: boolean) {
	const reaches = (key: string): boolean => withLonger && key.startsWith(word);
	const [entries = []] = await filesOf(store, "search", root, [{ from: word, reaches }]);
	return Promise.all(entries.map(([, name]: IndexEntry) => store.read("search", name)));
}

describe("the documented example", async () => {
	const [shard = "", ...others] = await shardsFor(
		await written(["Boom", "Boom boom", "Big boom"]),
		"",
		true,
	);

	test("is what the code writes", () => {
		expect(others).toEqual([]);
		expect(shard).toBe('{\n"big":[2,1,2],\n"boom":[1,1,0,2,1,2,65537,1,1]\n}\n');
		expect(JSON.parse(shard)).toEqual({ big: [2, 1, 2], boom: [1, 1, 0, 2, 1, 2, 65537, 1, 1] });
	});
});

test("a catalogue without names has no shards, and nothing is found", async () => {
	const empty = await written([]);
	expect(await shardsFor(empty, "", true)).toEqual([]);
	expect(empty.store.files.size).toBe(1);
});

describe("for any catalogue", async () => {
	const large = await written(generatedNames(5000));

	test("exactly a word and the longer words that begin with it are found", async () => {
		const { terms } = large.postings;
		const known = fc.constantFrom(...terms);
		const words = fc.oneof(
			known,
			known.map((term) => term.slice(0, 3)),
			known.map((term) => `${term}x`),
			fc.string({ minLength: 1 }),
		);
		await fc.assert(
			fc.asyncProperty(words, fc.boolean(), async (word, withLonger) => {
				const expected = terms
					.map((term, i) => ({ term, list: postingNumbers(large.postings, i) }))
					.filter(({ term }) => term === word || (withLonger && term.startsWith(word)));
				const shards = await shardsFor(large, word, withLonger);
				const found = shards.flatMap((text) => entriesOf(text, word, withLonger));
				const lists = found.map(({ term, list: { numbers, start, end } }) => {
					return { term, list: Array.from(numbers.subarray(start, end)) };
				});
				expect(lists).toEqual(expected);
			}),
			{ numRuns: 60 },
		);
	});

	test("a class keeps all frequencies and lengths, even for names with hundreds of words", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 5000 }),
				fc.integer({ min: 1, max: 65_535 }),
				fc.nat(),
				fc.nat(),
				(frequency, length, less, fewer) => {
					const queryFrequency = frequency - (less % (frequency + 1));
					const queryLength = length - (fewer % length);
					const own = { frequency, length, queryFrequency, queryLength };
					const numbers = classNumbers(own).filter((number) => number !== undefined);
					const [group] = groupsOf(postingListOf([...numbers, 1, 0]));
					expect(group?.class).toEqual(own);
				},
			),
		);
	});
});

test.each([[[1]], [[1, 0]], [[1, 2, 5]], [[1, 1, 0, 1]], [[1, -1, 1]]])(
	"%j is refused as a posting list",
	(list) => {
		expect(() => groupsOf(postingListOf(list))).toThrow(MalformedIndex);
	},
);
