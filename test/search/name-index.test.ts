/** The published MiniSearch index: what MiniSearch itself would serialise, and can load. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { nameIndexJson } from "../../scripts/search/name-index.ts";
import { type IndexedName, searchOptions } from "../../scripts/search/options.ts";
import { collectPostings } from "../../scripts/search/postings.ts";
import { type AnyCatalogue, anyCatalogue, clipName } from "../fixtures/names.ts";

type Names = AnyCatalogue["names"];

function published(names: Names): string {
	return [...nameIndexJson(names, collectPostings(names))].join("");
}

/** What MiniSearch makes of the clips that are there, numbered without gaps. */
function indexOf(names: Names): MiniSearch<IndexedName> {
	const index = new MiniSearch<IndexedName>(searchOptions);
	const kept = names.filter((name) => name !== undefined);
	index.addAll(kept.map((name, id) => ({ id, name })));
	return index;
}

test("is what MiniSearch serialises, its words sorted", () => {
	fc.assert(
		fc.property(anyCatalogue, ({ names }) => {
			const json = indexOf(names).toJSON();
			json.index.sort(([a], [b]) => (a < b ? -1 : 1));
			expect(published(names)).toBe(JSON.stringify(json));
		}),
	);
});

test("is loaded by MiniSearch and finds the same", () => {
	fc.assert(
		fc.property(anyCatalogue, clipName, ({ names }, query) => {
			const loaded = MiniSearch.loadJSON<IndexedName>(published(names), searchOptions);
			const ids = (from: MiniSearch<IndexedName>) =>
				from
					.search(query)
					.map(({ id }) => id as number)
					.sort((a, b) => a - b);
			expect(ids(loaded)).toEqual(ids(indexOf(names)));
		}),
	);
});
