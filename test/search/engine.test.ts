/** Compares the shards and the engine with MiniSearch, which defines the rule: same clips, same scores, specified order. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tagsOf } from "../../scripts/contract/tags.ts";
import { searchNames } from "../../scripts/edge/search.ts";
import { writeIndex } from "../../scripts/publish/store-files.ts";
import { writeSearch } from "../../scripts/publish/store-writers.ts";
import { COVERED, EXACT, type Match } from "../../scripts/search/best-matches.ts";
import type { Ranking } from "../../scripts/search/engine.ts";
import { isExactName, parseSearch } from "../../scripts/search/search-query.ts";
import { TagCollector } from "../../scripts/search/tag-postings.ts";
import { judge, oracle, termOracle } from "../fixtures/judge.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { type AnyCatalogue, anyCatalogue, clipName } from "../fixtures/names.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { anyTags, hasTags, SOME_TAGS } from "../fixtures/tags.ts";
import { collectPostings, queryTokens } from "../fixtures/tokens.ts";

/** Whether the name has exactly the words of the query, each equally often. */
function holdsJust(name: string, query: string): boolean {
	return isDeepStrictEqual(queryTokens(name).sort(), queryTokens(query).sort());
}

const isExact = ({ rank }: Match): boolean => rank >= EXACT - COVERED;
/** Differences in spelling weigh less than a millionth. */
const scoreOf = ({ rank }: Match): number => Math.round(rank % COVERED);

/** The tags of a catalogue's clips, and the requested tags. */
interface Tagging {
	/** By position. */
	readonly tags: readonly string[];
	readonly wanted: readonly string[];
}

/** The results of the edge rule, with many small shards. */
async function search(
	{ names, order }: AnyCatalogue,
	text: string,
	{ tags, wanted }: Tagging = { tags: [], wanted: [] },
): Promise<Ranking> {
	const postings = collectPostings(names);
	const collector = new TagCollector();
	for (const [id, name] of names.entries()) {
		if (name !== undefined) collector.add(id, tagsOf({ tags: tags[id] ?? "" }));
	}
	const store = memoryStore();
	// Either several words per shard, or several shards per word; and half of the clips count as the newest.
	const cut = names.length % 2 === 0 ? { size: 200, mostClips: 1000 } : { size: 1, mostClips: 2 };
	const work = { tags: collector.collect(), postings };
	const roots = await writeSearch(store, work, { ...cut, firstRecent: names.length >> 1 });
	const packs = await writeIndex(store, "packs", []);
	// A tree may have pages of words, which a search does not read.
	const about = { positions: names.length, order, words: "none" };
	const pointer = { ...POINTER, ...postings, ...about, ...roots, packs };
	const { ranking, isComplete } = await searchNames({ pointer, store }, parseSearch(text, wanted));
	fc.pre(isComplete);
	return ranking;
}

/** A prefix of each word in a name. */
const beginnings = fc
	.tuple(clipName, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 5, maxLength: 5 }))
	.map(([name, lengths]) =>
		Array.from(name.split(" "), (word, i) => word.slice(0, lengths[i])).join(" "),
	);

const query = fc.oneof(
	clipName,
	beginnings,
	fc.constantFrom(
		..."boom boo ha a ab 日本 本 !!! ! คาเฟ่ 🎉 spiderman acdc 8bit a-b ab احمد がん".split(" "),
		..."BOOM ha;boom boom;b bo;bo b;boo boom;d;don't;dont b;h p;ap;s m;x b;I'm;im;l o;ü".split(";"),
	),
);

/** Names of so few characters that many have almost the same words. */
const alike = fc.string({
	unit: fc.constantFrom(..."漢字カ a🤷\u200d♀"),
	minLength: 1,
	maxLength: 7,
});

test("among names with almost the same words, only those with exactly the words of the query are exact", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(alike, { maxLength: 12 }), alike, async (names, text) => {
			const { count, best } = await search({ names, order: "first" }, text);
			for (const match of best(count)) {
				const name = names[match.id] ?? "";
				expect(isExact(match), name).toBe(holdsJust(name, text));
				expect(isExactName(parseSearch(text), name), name).toBe(isExact(match));
			}
		}),
		{ numRuns: 500, examples: [[["漢 漢字", "漢字", "字 漢字 字"], "漢字"]] },
	);
});

describe("for any catalogue, order and query, and any removed clips,", () => {
	test("the shards find what MiniSearch finds, with its scores, in the order of the rule", async () => {
		await fc.assert(
			fc.asyncProperty(anyCatalogue, query, async (catalogue, text) => {
				const { names, order } = catalogue;
				const judged = judge(names, order, text);
				const ids = (of: readonly { id: number }[]): number[] => of.map(({ id }) => id).sort();
				expect(ids(oracle(names).search(text))).toEqual(ids(judged));
				const found = new Map(
					termOracle(names)
						.search(text)
						.map(({ id, score }) => [id, score]),
				);
				expect([...found.keys()].sort()).toEqual(ids(judged));
				const words = new Set(queryTokens(text)).size;
				for (const { id, all } of judged) {
					// MiniSearch multiplies by the number of words, and here each part is rounded.
					expect(Math.abs((all / 1e6) * words - (found.get(id) ?? Number.NaN))).toBeLessThan(1e-4);
				}
				const { count, best } = await search(catalogue, text);
				expect(count).toBe(judged.length);
				const matches = best(count + 1);
				expect(matches.map(({ id }) => id)).toEqual(judged.map(({ id }) => id));
				const scores = judged.map(({ merits: [exact, , score] }) => [exact === 1, score]);
				expect(matches.map((match) => [isExact(match), scoreOf(match)])).toEqual(scores);
				for (const size of [0, 1, 3, 10, 64]) expect(best(size)).toEqual(matches.slice(0, size));
			}),
			{ numRuns: 500 },
		);
	});

	test("with tags, they find the same names, except those without the tags, in the same order", async () => {
		const tagged = anyCatalogue.chain((catalogue) =>
			fc.record({
				catalogue: fc.constant(catalogue),
				tags: fc.array(anyTags, {
					minLength: catalogue.names.length,
					maxLength: catalogue.names.length,
				}),
				wanted: fc.array(fc.constantFrom(...SOME_TAGS), { minLength: 1, maxLength: 3 }),
			}),
		);
		await fc.assert(
			fc.asyncProperty(tagged, fc.oneof(query, fc.constant("")), async (asked, text) => {
				const { catalogue, tags, wanted } = asked;
				const { names, order } = catalogue;
				const listed = names.flatMap((name, id) => (name === undefined ? [] : [id]));
				const all = text === "" ? listed : judge(names, order, text).map(({ id }) => id);
				const found = all.filter((id) => hasTags(tags[id] ?? "", wanted));
				const { count, best } = await search(catalogue, text, asked);
				const ids = best(count + 1).map(({ id }) => id);
				expect(ids.toSorted()).toEqual(found.toSorted());
				expect(count).toBe(found.length);
				const { best: untagged } = await search(catalogue, text, { tags, wanted: [] });
				const inOrder =
					text !== ""
						? untagged(names.length).map(({ id }) => id)
						: order === "first"
							? listed
							: listed.toReversed();
				expect(ids).toEqual(inOrder.filter((id) => ids.includes(id)));
				for (const size of [1, 3, 10]) {
					expect(best(size).map(({ id }) => id)).toEqual(ids.slice(0, size));
				}
			}),
			{ numRuns: 500 },
		);
	});
});
