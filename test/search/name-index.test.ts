/** The published MiniSearch index equals what MiniSearch would serialise, so that it can be loaded. */
import fc from "fast-check";
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { nameIndexJson } from "../../scripts/search/name-index.ts";
import { collectPostings } from "../../scripts/search/postings.ts";
import { type AnyCatalogue, anyCatalogue } from "../fixtures/names.ts";

type Names = AnyCatalogue["names"];

function published(names: Names): string {
	return [...nameIndexJson(names, collectPostings(names))].join("");
}

/** MiniSearch's own index of the clips that were not removed, numbered without gaps. */
function indexOf(names: Names): MiniSearch<IndexedName> {
	const index = new MiniSearch<IndexedName>(searchOptions);
	const kept = names.filter((name) => name !== undefined);
	index.addAll(kept.map((name, id) => ({ id, name })));
	return index;
}

test("the index is what MiniSearch serialises, with its words sorted", () => {
	fc.assert(
		fc.property(anyCatalogue, ({ names }) => {
			const json = indexOf(names).toJSON();
			json.index.sort(([a], [b]) => (a < b ? -1 : 1));
			expect(published(names)).toBe(JSON.stringify(json));
		}),
	);
});
