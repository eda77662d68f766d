/** What a search has matched in a name: the beginnings of its words. */

/** Letters that Unicode does not decompose, as in search/folding.ts. */
const LETTERS: Readonly<Record<string, string>> = {
	...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ς: "σ" },
};

/**
 * Text without case and accents. The search folds more, from tables that are too large for every visit: kana, forms
 * of Arabic letters and digits of other scripts. Names that are found by these are not marked.
 */
export function folded(text: string): string {
	const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter);
}

const WORD = /[\p{L}\p{N}\p{So}]/u;
const WORDS = new RegExp(`${WORD.source}+`, "gu");
/** Joins words, which are found with and without it. */
const JOINER = /[-_/.&+:·×‐'’`‘]/;
/** Scripts in which a word may begin anywhere. */
const UNSPACED =
	/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Where words of a name begin with a word of a query: start and end, in UTF-16 units. */
export function matchesIn(name: string, query: string): [start: number, end: number][] {
	const words = folded(query.replace(/['’`‘]/g, "")).match(WORDS) ?? [];
	let letters = "";
	/** Where each of the letters stands in the name. */
	const starts: number[] = [];
	const ends: number[] = [];
	const beginnings: number[] = [];
	let isInWord = false;
	let at = 0;
	for (const character of name) {
		const start = at;
		at += character.length;
		const isAccent = isInWord && /\p{M}/u.test(character);
		if (isAccent) ends[ends.length - 1] = at;
		else if (isInWord !== WORD.test(character) || UNSPACED.test(character)) {
			isInWord = WORD.test(character);
			if (isInWord) beginnings.push(letters.length);
		}
		const seen = isInWord ? folded(character) : JOINER.test(character) ? "" : " ";
		letters += seen;
		starts.push(...Array(seen.length).fill(start));
		ends.push(...Array(seen.length).fill(at));
	}
	return words.flatMap((word) =>
		beginnings
			.filter((from) => letters.startsWith(word, from))
			.map((from) => [starts[from] ?? 0, ends[from + word.length - 1] ?? 0] as [number, number]),
	);
}
