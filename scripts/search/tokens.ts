/**
 * Splits names and queries into words, called tokens. Builds and queries use the same code, on every
 * runtime: no locales, and no dictionaries, since those differ.
 */

/** The longest token, in UTF-16 units. The rest of a longer word is ignored. */
export const MAX_TOKEN_LENGTH = 40;

/** The accents of scripts in which people leave them out. Indic vowel signs stay: they are letters. */
const ACCENTS = new RegExp(
	"[" +
		"\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f" + // Latin, Greek
		"\\u0483-\\u0489" + // Cyrillic
		"\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" + // Hebrew
		"\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8" + // Arabic
		"\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff" + // Arabic, extended
		"\\ufe0e\\ufe0f" + // variation selectors, which change only how an emoji looks
		"]",
	"gu",
);

/** Letters that Unicode does not decompose although readers see them as variants. */
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
const LETTERS = "[\\p{L}\\p{N}\\p{M}]+";
/** Letters and digits with their marks, and with apostrophes between them. */
const WORD = `${LETTERS}(?:['\\u2019\\u02bc]+${LETTERS})*`;
/** A word, an emoji, several joined emoji, or a flag. */
const TOKEN = new RegExp(`${WORD}|${EMOJI}(?:\\u200d${EMOJI})*|\\p{RI}{1,2}`, "gu");
const APOSTROPHES = /['\u2019\u02bc]/gu;
/** The tokens of names without any word or emoji. */
const PUNCTUATION = /[\p{P}\p{S}]+/gu;

/** Scripts that put no spaces between words. */
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
 * Only the first 30 marks in a row count: normalising sorts them, which takes quadratic time.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const MARKS_TOO_MANY = /(\p{M}{30})\p{M}+/gu;

/** Removes differences of case, accents and compatibility forms. */
function fold(text: string): string {
	return text
		.replace(MARKS_TOO_MANY, "$1")
		.normalize("NFKD")
		.toLowerCase()
		.replace(ACCENTS, "")
		.replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter)
		.normalize("NFC");
}

/** Shortens a word to the longest token without splitting a character. */
function cut(word: string): string {
	if (word.length <= MAX_TOKEN_LENGTH) return word;
	const unit = word.charCodeAt(MAX_TOKEN_LENGTH - 1);
	const insidePair = unit >= 0xd800 && unit <= 0xdbff;
	return word.slice(0, insidePair ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
}

/** Splits text into words and, where scripts meet that need no spaces, into runs of each. */
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

function pairs(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function indexTokensOf(run: string): string[] {
	if (!STARTS_UNSPACED.test(run)) return [cut(run)];
	const characters = Array.from(run);
	return [...characters, ...pairs(characters)];
}

function queryTokensOf(run: string): string[] {
	if (!STARTS_UNSPACED.test(run)) return [cut(run)];
	const characters = Array.from(run);
	return characters.length === 1 ? characters : pairs(characters);
}

/** The tokens by which a name is found, with repeats. */
export function indexTokens(name: string): string[] {
	return runs(name).flatMap(indexTokensOf);
}

/** The tokens to look up for a query, with repeats, in order. */
export function queryTokens(query: string): string[] {
	return runs(query).flatMap(queryTokensOf);
}

/** The tokens of a query, each with its number of occurrences. */
export interface CountedTokens {
	/** The tokens of a name that equals the query. */
	readonly indexed: ReadonlyMap<string, number>;
	/** The tokens to look up, in order. */
	readonly queried: ReadonlyMap<string, number>;
}

/** Splits each distinct word only once, since a query may repeat one ten thousand times. */
export function countTokens(query: string): CountedTokens {
	const runCounts = frequenciesOf(runs(query));
	const counted = (cutRun: (run: string) => string[]): Map<string, number> => {
		const counts = new Map<string, number>();
		for (const [run, times] of runCounts) {
			for (const token of cutRun(run)) counts.set(token, (counts.get(token) ?? 0) + times);
		}
		return counts;
	};
	return { indexed: counted(indexTokensOf), queried: counted(queryTokensOf) };
}

/** Whether a token of a query also matches longer words that begin with it. */
export function matchesAsPrefix(token: string): boolean {
	return Array.from(token).length >= 3;
}

export function frequenciesOf(tokens: readonly string[]): Map<string, number> {
	const frequencies = new Map<string, number>();
	for (const token of tokens) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
	return frequencies;
}
