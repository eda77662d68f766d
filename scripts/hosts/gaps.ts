/** What hosts of rules alone cannot answer, in words for people; the tests hold them to the rest. */
export const RULE_GAPS: readonly string[] = [
	"names that are no precomputed word (a 404 tells where the search index is)",
	"words spelled with accents or needless `%XX`: the index has them plain",
	"links repeat the name as the catalogue spells it",
	"`Link` headers to the next and the previous page",
];
