/** Makes the full MiniSearch index for clients that search offline, the same for the same names. */
import { type IndexedName, MiniSearch, searchOptions } from "./minisearch.ts";

/**
 * The index as JSON, to be loaded by `MiniSearch.loadJSON` with the options of minisearch.ts. The id of a name
 * is its line in `all.ndjson`, from 0.
 */
export function nameIndexJson(names: readonly string[]): string {
	const search = new MiniSearch<IndexedName>(searchOptions);
	search.addAll(names.map((name, id) => ({ id, name })));
	const json = search.toJSON();
	// MiniSearch's own order depends on the order of the names.
	json.index.sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify(json);
}
