/** What hosts are told of a tree before it is written. */
import type { CatalogueInstant } from "../catalogue/instant.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Host, TreeFacts } from "../hosts/host.ts";
import { wordKey } from "../tree/paths.ts";
import type { Word } from "./vocabulary.ts";
import { spellingsOf } from "./word-spellings.ts";

/** What is known of a tree whatever its words are. */
type WordlessFacts = Omit<TreeFacts, "words">;

/** The facts of a tree with these words precomputed, as far as these hosts want them. */
export function treeFacts(
	facts: WordlessFacts,
	words: readonly Word[],
	instants: readonly CatalogueInstant[],
	hosts: readonly Host[],
): TreeFacts {
	const names = hosts.some(({ wantsSpellings }) => wantsSpellings)
		? instants.map(({ name }) => name)
		: [];
	const spellings = spellingsOf(names, new Set(words.map(({ word }) => word)));
	return {
		...facts,
		words: words.map(({ word, matches }) => ({
			word,
			key: wordKey(word),
			pages: pageCount(matches),
			spellings: spellings.get(word) ?? [],
		})),
	};
}
