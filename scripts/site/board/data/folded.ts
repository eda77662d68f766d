/** Removes differences that the page ignores when it compares names, tags and typed text itself. */

/** Letters that Unicode does not decompose, as in search/folding.ts. */
const LETTERS: Readonly<Record<string, string>> = {
	...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ς: "σ" },
};

/**
 * Text in lower case, without accents. The search also folds kana, forms of Arabic letters and digits of other
 * scripts, with tables that are too large to load on every visit. Matches that are found only in this way are not
 * marked.
 */
export function folded(text: string): string {
	const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter);
}
