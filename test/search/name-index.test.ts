/** The published MiniSearch index: what MiniSearch itself would serialise, and can load. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { nameIndexJson } from "../../scripts/search/name-index.ts";
import { collectPostings } from "../../scripts/search/postings.ts";
import { catalogueNames, clipName } from "../fixtures/names.ts";

function published(names: readonly string[]): string {
	return [...nameIndexJson(names, collectPostings(names))].join("");
}

function serialised(names: readonly string[]): string {
	const index = new MiniSearch<IndexedName>(searchOptions);
	index.addAll(names.map((name, id) => ({ id, name })));
	const json = index.toJSON();
	json.index.sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify(json);
}

test("is what MiniSearch serialises, its words sorted", () => {
	fc.assert(
		fc.property(catalogueNames, (names) => {
			expect(published(names)).toBe(serialised(names));
		}),
	);
});

test("is loaded by MiniSearch and finds the same", () => {
	fc.assert(
		fc.property(catalogueNames, clipName, (names, query) => {
			const loaded = MiniSearch.loadJSON<IndexedName>(published(names), searchOptions);
			const index = new MiniSearch<IndexedName>(searchOptions);
			index.addAll(names.map((name, id) => ({ id, name })));
			const ids = (from: MiniSearch<IndexedName>) =>
				from
					.search(query)
					.map(({ id }) => id as number)
					.sort((a, b) => a - b);
			expect(ids(loaded)).toEqual(ids(index));
		}),
	);
});
