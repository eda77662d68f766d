/**
 * The search rule: MiniSearch with these options decides which names match and how well. Published
 * as a module beside the full index, so that clients can load that index and search it offline.
 */
import type { Options } from "minisearch";
import { indexTokens, matchesAsPrefix, queryTokens } from "./tokens.ts";

export { default as MiniSearch } from "minisearch";

/** A document of the index. */
export interface IndexedName {
	/** The position of the clip in the catalogue, from 0. */
	readonly id: number;
	readonly name: string;
}

/** Everything else keeps its default: BM25+ with k 1.2, b 0.7, d 0.5 and prefix weight 0.375. */
export const searchOptions: Options<IndexedName> = {
	fields: ["name"],
	// Clients show names while people type, before they fetch the clips.
	storeFields: ["name"],
	tokenize: indexTokens,
	// MiniSearch would change tokens to lower case, but they are already normalised.
	processTerm: (term) => term,
	// Names change only with a new build, so nothing is ever discarded.
	autoVacuum: false,
	searchOptions: {
		tokenize: (query) => [...new Set(queryTokens(query))],
		combineWith: "AND",
		prefix: matchesAsPrefix,
	},
};
