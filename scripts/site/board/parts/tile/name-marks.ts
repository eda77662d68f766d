/** Marks in the names what a search has matched: the beginnings of their words. */

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

/** Where words of a name begin with a word of a query: from and to, in UTF-16 units. */
export function matchesIn(name: string, query: string): [from: number, to: number][] {
	const words = folded(query.replace(/['’`‘]/g, "")).match(WORDS) ?? [];
	let letters = "";
	/** Where each of the letters stands in the name. */
	const places: { readonly from: number; to: number }[] = [];
	const beginnings: number[] = [];
	let isInWord = false;
	let from = 0;
	const add = (text: string, to: number): void => {
		letters += text;
		for (let i = 0; i < text.length; i++) places.push({ from, to });
	};
	for (const character of name) {
		const to = from + character.length;
		const last = places.at(-1);
		if (WORD.test(character)) {
			if (!isInWord || UNSPACED.test(character)) beginnings.push(letters.length);
			isInWord = true;
			add(folded(character), to);
		} else if (isInWord && last !== undefined && /\p{M}/u.test(character)) last.to = to;
		else {
			isInWord = false;
			if (!JOINER.test(character)) add(" ", to);
		}
		from = to;
	}
	return words.flatMap((word) => {
		const found = beginnings.filter((at) => letters.startsWith(word, at));
		return found.map(
			(at) => [places[at]?.from ?? 0, places[at + word.length - 1]?.to ?? 0] as [number, number],
		);
	});
}

/** Marks what a query matches in names. Nothing is added to the page, so that text stays text. */
export function markMatches(names: Iterable<Element>, query: string): void {
	if (!("highlights" in CSS)) return;
	const ranges = Array.from(names, (name) => {
		const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode() ?? name;
		return matchesIn(text.textContent ?? "", query).map(([startOffset, endOffset]) => {
			return new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset });
		});
	});
	CSS.highlights.set("match", new Highlight(...ranges.flat()));
}
