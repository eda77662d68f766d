/** Search over the full MiniSearch index: every clip that a name finds, best first. */
import MiniSearch from "minisearch";
import { type IndexedName, searchOptions } from "./options.ts";
import { indexTokens } from "./tokens.ts";

/** An index of the names of a catalogue. */
export type NameIndex = MiniSearch<IndexedName>;

/** Scores closer than this are equal: the order in which floats are added must not decide. */
const SCORE_UNIT = 1e-6;

/** Indexes the names of a catalogue, given in catalogue order. */
export function createNameIndex(names: Iterable<string>): NameIndex {
	const index: NameIndex = new MiniSearch(searchOptions);
	let id = 0;
	for (const name of names) index.add({ id: id++, name });
	return index;
}

/**
 * The index as JSON that `MiniSearch.loadJSON` takes, its terms sorted so that equal catalogues give
 * equal bytes and every loaded copy has its terms in one order.
 */
export function nameIndexJson(index: NameIndex): string {
	const json = index.toJSON();
	json.index.sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify(json);
}

/** Loads an index from the JSON of `nameIndexJson`. Throws when it is none. */
export function loadNameIndex(json: string): NameIndex {
	return MiniSearch.loadJSON(json, searchOptions);
}

function sameTokens(a: string, sortedTokens: readonly string[]): boolean {
	const tokens = indexTokens(a).sort();
	return (
		tokens.length === sortedTokens.length && tokens.every((token, i) => token === sortedTokens[i])
	);
}

/**
 * Catalogue positions of all clips that `text` finds: first the names with exactly its tokens, then
 * by score, then by catalogue order.
 */
export function findByName(index: NameIndex, text: string): number[] {
	const wanted = indexTokens(text).sort();
	const hits = index.search(text).map(({ id, score, name }) => ({
		id: id as number,
		exact: sameTokens(name as string, wanted),
		score: Math.round(score / SCORE_UNIT),
	}));
	hits.sort((a, b) => Number(b.exact) - Number(a.exact) || b.score - a.score || a.id - b.id);
	return hits.map(({ id }) => id);
}
