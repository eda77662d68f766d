/**
 * What the words of a name are. The same function cuts names when the index is built and queries
 * when it is asked, on every runtime: Unicode properties only, no locale, no dictionary.
 */

/** Longest token, in UTF-16 units; the rest of a longer word is ignored, in names and queries alike. */
export const MAX_TOKEN_LENGTH = 40;

/** Accents of the scripts in which people leave them out. Indic vowel signs are letters and stay. */
const ACCENTS = new RegExp(
	"[" +
		"\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f" + // Latin, Greek
		"\\u0483-\\u0489" + // Cyrillic
		"\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" + // Hebrew
		"\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8" + // Arabic
		"\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff" + // Arabic, extended
		"\\ufe0e\\ufe0f" + // how an emoji is drawn, not which it is
		"]",
	"gu",
);

/** Letters that Unicode does not decompose but readers treat as variants. */
const FOLDED: Readonly<Record<string, string>> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	đ: "d",
	ð: "d",
	þ: "th",
	ł: "l",
	ħ: "h",
	ı: "i",
	ς: "σ",
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join("")}]`, "gu");

const EMOJI = "\\p{Extended_Pictographic}\\p{EMod}?[\\u{e0020}-\\u{e007f}]*";
/** Letters with their marks, and digits. */
const LETTERS = "[\\p{L}\\p{N}\\p{M}]+";
/** A word, with apostrophes between its letters; an emoji or a joined sequence of them; a flag. */
const WORD = `${LETTERS}(?:['\\u2019\\u02bc]+${LETTERS})*`;
const TOKEN = new RegExp(`${WORD}|${EMOJI}(?:\\u200d${EMOJI})*|\\p{RI}{1,2}`, "gu");
const APOSTROPHES = /['\u2019\u02bc]/gu;
/** For names with no word and no emoji at all. */
const PUNCTUATION = /[\p{P}\p{S}]+/gu;

/** Scripts written without spaces between words. */
const UNSPACED = [
	"Han",
	"Hiragana",
	"Katakana",
	"Hangul",
	"Thai",
	"Lao",
	"Khmer",
	"Myanmar",
	"Tibetan",
]
	.map((script) => `\\p{scx=${script}}`)
	.join("");
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'+[a-z0-9]+)*/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]+/g;

/**
 * Of a run of marks only so many are looked at: sorting them, as normalising does, takes the square
 * of their number. https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const MARKS_TOO_MANY = /(\p{M}{30})\p{M}+/gu;

/** Case, accents and compatibility forms removed. */
function fold(text: string): string {
	return text
		.replace(MARKS_TOO_MANY, "$1")
		.normalize("NFKD")
		.toLowerCase()
		.replace(ACCENTS, "")
		.replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter)
		.normalize("NFC");
}

/** Cuts a word to the longest token, never through a character. */
function cut(word: string): string {
	if (word.length <= MAX_TOKEN_LENGTH) return word;
	const unit = word.charCodeAt(MAX_TOKEN_LENGTH - 1);
	const insidePair = unit >= 0xd800 && unit <= 0xdbff;
	return word.slice(0, insidePair ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
}

/** Runs of a folded text: what one looks for, before unspaced scripts are cut finer. */
function runs(text: string): string[] {
	if (ASCII.test(text)) {
		const lower = text.toLowerCase();
		const words = lower.match(ASCII_WORD) ?? lower.match(ASCII_PUNCTUATION) ?? [];
		return words.map((word) => (word.includes("'") ? word.replaceAll("'", "") || word : word));
	}
	const folded = fold(text);
	const words = folded.match(TOKEN) ?? folded.match(PUNCTUATION) ?? [];
	return words.flatMap((word) => word.replace(APOSTROPHES, "").match(UNSPACED_RUN) ?? word);
}

/** Neighbouring pairs of characters. */
function pairs(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function indexed(run: string): string[] {
	if (!STARTS_UNSPACED.test(run)) return [cut(run)];
	const characters = Array.from(run);
	return [...characters, ...pairs(characters)];
}

function asked(run: string): string[] {
	if (!STARTS_UNSPACED.test(run)) return [cut(run)];
	const characters = Array.from(run);
	return characters.length === 1 ? characters : pairs(characters);
}

/** The tokens a name is found by, with repeats, in no particular order. */
export function indexTokens(name: string): string[] {
	return runs(name).flatMap(indexed);
}

/** The tokens a query asks for, with repeats, in the order of the query. */
export function queryTokens(query: string): string[] {
	return runs(query).flatMap(asked);
}

/** The tokens of a query, in both kinds, each with how often it is there. */
export interface CountedTokens {
	/** What a name with the same words would be indexed by. */
	readonly indexed: ReadonlyMap<string, number>;
	/** What is looked up, in the order of the query. */
	readonly asked: ReadonlyMap<string, number>;
}

/** Cuts a query once, and each word that it repeats once: it may repeat one ten thousand times. */
export function countTokens(query: string): CountedTokens {
	const runCounts = frequenciesOf(runs(query));
	const counted = (cutRun: (run: string) => string[]): Map<string, number> => {
		const counts = new Map<string, number>();
		for (const [run, times] of runCounts) {
			for (const token of cutRun(run)) counts.set(token, (counts.get(token) ?? 0) + times);
		}
		return counts;
	};
	return { indexed: counted(indexed), asked: counted(asked) };
}

/** Whether a query token also matches longer words that begin with it. */
export function matchesAsPrefix(token: string): boolean {
	return Array.from(token).length >= 3;
}

/** How often each token is in a list. */
export function frequenciesOf(tokens: readonly string[]): Map<string, number> {
	const frequencies = new Map<string, number>();
	for (const token of tokens) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
	return frequencies;
}
