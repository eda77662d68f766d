/** What hosts that run no code cannot answer, in words for people; the tests hold them to the rest. */

/** Names that are answered at all; any other gets an error that says so. */
export const NAMES_IT_KNOWS =
	"names that are no precomputed word (a 404 tells where the search index is)";

/** What links look like when the request spelled a name unlike the catalogue. */
export const LINK_SPELLINGS = "links repeat the name as the catalogue spells it";

/** How a word must be spelled to be known. */
export const WORD_SPELLINGS =
	"words spelled with accents or needless `%XX`: the index has them plain";

/** What configuration alone cannot do. */
export const RULE_GAPS: readonly string[] = [
	NAMES_IT_KNOWS,
	WORD_SPELLINGS,
	LINK_SPELLINGS,
	"`Link` headers",
];
