/** The engine against MiniSearch, which is the rule: the same clips, the same scores, the rank of the design. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { rank } from "../../scripts/search/engine.ts";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { postingListOf } from "../../scripts/search/posting-list.ts";
import { collectPostings, postingNumbers } from "../../scripts/search/postings.ts";
import { parseSearch } from "../../scripts/search/query.ts";
import { indexTokens, matchesAsPrefix, queryTokens } from "../../scripts/search/tokens.ts";
import { catalogueNames, clipName } from "../fixtures/names.ts";

/** What MiniSearch says, its index filled in the order of the catalogue. */
function oracle(names: readonly string[], query: string) {
	const index = new MiniSearch<IndexedName>(searchOptions);
	index.addAll(names.map((name, id) => ({ id, name })));
	return index.search(query);
}

/** How often each word is in a name. */
function frequencies(name: string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const token of indexTokens(name)) counts.set(token, (counts.get(token) ?? 0) + 1);
	return counts;
}

/** Every word of the query is in the name as often as in the query, and no other word is. */
function holdsJust(name: string, query: string): boolean {
	const [inName, inQuery] = [frequencies(name), frequencies(query)];
	return (
		inName.size === inQuery.size &&
		queryTokens(query).every((word) => inName.get(word) === inQuery.get(word))
	);
}

function search(names: readonly string[], text: string) {
	const postings = collectPostings(names);
	const query = parseSearch(text);
	const found = query.words.map((word) =>
		postings.terms.flatMap((term, i) =>
			term === word || (matchesAsPrefix(word) && term.startsWith(word))
				? [{ term, list: postingListOf(postingNumbers(postings, i)) }]
				: [],
		),
	);
	return rank(query, found, { count: names.length, average: postings.average });
}

const query = fc.oneof(
	clipName,
	fc.constantFrom(
		"boom",
		"boo",
		"ha",
		"a",
		"ab",
		"BOOM ha",
		"boom boom",
		"日本",
		"本",
		"!!!",
		"คาเฟ่",
		"🎉",
	),
);

describe("for every catalogue and query", () => {
	test("finds what MiniSearch finds, with its scores", () => {
		fc.assert(
			fc.property(catalogueNames, query, (names, text) => {
				const expected = oracle(names, text);
				const { count, best } = search(names, text);
				const matches = best(count + 1);
				expect(count).toBe(expected.length);
				expect(matches).toHaveLength(count);
				const scores = new Map(expected.map(({ id, score }) => [id, score]));
				const words = new Set(queryTokens(text)).size;
				for (const { id, score } of matches) {
					// MiniSearch multiplies by the number of words; each part here is rounded.
					expect(Math.abs((score / 1e6) * words - (scores.get(id) ?? Number.NaN))).toBeLessThan(
						1e-4,
					);
				}
			}),
			{ numRuns: 500 },
		);
	});

	test("puts exact names first, then the best scores, then catalogue order", () => {
		fc.assert(
			fc.property(catalogueNames, query, (names, text) => {
				const { count, best } = search(names, text);
				const matches = best(count);
				for (const { id, isExact } of matches) {
					expect(isExact, names[id]).toBe(holdsJust(names[id] ?? "", text));
				}
				const inOrder = matches.toSorted(
					(a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score || a.id - b.id,
				);
				expect(matches).toEqual(inOrder);
				for (const size of [0, 1, 3, 10, 64]) expect(best(size)).toEqual(matches.slice(0, size));
			}),
			{ numRuns: 300 },
		);
	});
});
