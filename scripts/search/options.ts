/**
 * The search rule in one place: MiniSearch with these options decides what matches a name and how
 * well. Clients that load the published index pass the same options to `MiniSearch.loadJSON`.
 */
import type { Options } from "minisearch";
import { indexTokens, matchesAsPrefix, queryTokens } from "./tokens.ts";

/** A document of the index: a clip's position in the catalogue, and its name. */
export interface IndexedName {
	/** 0-based position in the catalogue. */
	readonly id: number;
	readonly name: string;
}

/** What MiniSearch leaves to its defaults (BM25+ k 1.2, b 0.7, d 0.5, prefix weight 0.375) stays so. */
export const searchOptions: Options<IndexedName> = {
	fields: ["name"],
	// Clients show names as people type, before they read the clips.
	storeFields: ["name"],
	tokenize: indexTokens,
	// Tokens are final when they are cut.
	processTerm: (term) => term,
	// A name changes only with a new build, so nothing is ever discarded.
	autoVacuum: false,
	searchOptions: {
		tokenize: (query) => [...new Set(queryTokens(query))],
		combineWith: "AND",
		prefix: matchesAsPrefix,
	},
};
