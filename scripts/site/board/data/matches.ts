/** What a search has matched in a name: the beginnings of its words. */

/** Letters that Unicode does not decompose, as in search/folding.ts. */
const LETTERS: Readonly<Record<string, string>> = {
	...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ς: "σ" },
};

/**
 * Text without case and accents. The search also folds kana, forms of Arabic letters and digits of other
 * scripts, with tables that are too large to load on every visit. Names that are found by these are not
 * marked.
 */
export function folded(text: string): string {
	const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text, nearly as the search sees them. */
export function wordsIn(text: string): string[] {
	return folded(text.replace(/['’`‘]/g, "")).match(/[\p{L}\p{N}\p{So}]+/gu) ?? [];
}

/** Where words begin: anywhere in scripts without spaces. */
const BEGINNING =
	/(?<![\p{L}\p{N}\p{M}\p{So}])[\p{L}\p{N}\p{So}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;
/** Joins words, which are found with and without it. */
const JOINER = /[-_/.&+:·×‐'’`‘]/;

/** Where words of a name begin with a word of a query: start and end, in UTF-16 units. */
export function matchesIn(name: string, query: string): [start: number, end: number][] {
	const starts = Array.from(name.matchAll(BEGINNING), ({ index }) => index);
	return wordsIn(query).flatMap((word) =>
		starts.flatMap((start): [number, number][] => {
			const length = lengthOf(word, name.slice(start));
			return length === 0 ? [] : [[start, start + length]];
		}),
	);
}

/** How much of a text a word matches at its beginning; 0 for nothing. */
function lengthOf(word: string, text: string): number {
	let seen = "";
	let length = 0;
	for (const [character] of text.matchAll(/.\p{M}*/gsu)) {
		length += character.length;
		if (!JOINER.test(character)) seen += folded(character);
		if (seen.startsWith(word)) return length;
		if (!word.startsWith(seen)) return 0;
	}
	return 0;
}
