/**
 * Splits names and queries into words, called tokens. Builds and queries use the same code, on every
 * runtime: no locales, no dictionaries and no classes of characters of theirs, since those differ.
 */
import { perReach } from "./character-classes.ts";
import { fold } from "./folding.ts";

/** The longest token, in UTF-16 units. The rest of a longer word is ignored. */
export const MAX_TOKEN_LENGTH = 40;

const JOINER = "\u200d";
/** The tokens of names without any word, emoji or symbol: all that is visible. */
const VISIBLE = /[^\0- \x7f-\x9f\u1680\u2028\u2029\ud800-\udfff\u{e0020}-\u{e007f}\u200d]+/gu;

/** A word, an emoji, several joined emoji, a flag, or a symbol. */
const tokenPattern = perReach((ranges) => {
	const word = `[${ranges("LETTERS")}${ranges("NUMBERS")}${ranges("MARKS")}]+`;
	const emoji = `[${ranges("PICTOGRAPHS")}][\\u{e0020}-\\u{e007f}]*`;
	const flag = "[\\u{1f1e6}-\\u{1f1ff}]{1,2}";
	const symbol = `[${ranges("SYMBOLS")}]`;
	return new RegExp(`${word}|${emoji}(?:${JOINER}${emoji})*|${flag}|${symbol}`, "gu");
});

const unspaced = perReach((ranges) => new RegExp(`([${ranges("UNSPACED")}]+)`, "u"));

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:['`]+[a-z][a-z0-9]*)*/g;
const ASCII_SYMBOLS = /[!-/:-@[-`{-~]+/g;

/** Shortens a word to the longest token without splitting a character. */
function cut(word: string): string {
	if (word.length <= MAX_TOKEN_LENGTH) return word;
	const unit = word.charCodeAt(MAX_TOKEN_LENGTH - 1);
	const insidePair = unit >= 0xd800 && unit <= 0xdbff;
	const shorter = word.slice(0, insidePair ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
	return shorter.endsWith(JOINER) ? shorter.slice(0, -1) : shorter;
}

function asciiWords(text: string): string[] {
	const lower = text.toLowerCase();
	const words = lower.match(ASCII_WORD);
	if (words === null) return lower.match(ASCII_SYMBOLS) ?? [];
	return /['`]/.test(lower) ? words.map((word) => word.replace(/['`]+/g, "")) : words;
}

/** Splits text into words and, where scripts meet that need no spaces, into runs of each. */
function runs(text: string): string[] {
	if (ASCII.test(text)) return asciiWords(text);
	const folded = fold(text);
	const words = folded.match(tokenPattern(folded)) ?? folded.match(VISIBLE) ?? [];
	if (!hasUnspaced(folded)) return words;
	return words.flatMap((word) =>
		word.includes(JOINER) ? word : word.split(unspaced(word)).filter((run) => run !== ""),
	);
}

function hasUnspaced(run: string): boolean {
	return !ASCII.test(run) && unspaced(run).test(run);
}

function pairs(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Joined emoji are found by each of them, too: 🤷 finds 🤷‍♀️. */
function indexTokensOf(run: string): string[] {
	if (run.includes(JOINER)) return [run, ...run.split(JOINER)].map(cut);
	if (!hasUnspaced(run)) return [cut(run)];
	const characters = Array.from(run);
	return [...characters, ...pairs(characters)];
}

function queryTokensOf(run: string): string[] {
	if (run.includes(JOINER) || !hasUnspaced(run)) return [cut(run)];
	const characters = Array.from(run);
	return characters.length === 1 ? characters : pairs(characters);
}

/** The tokens by which a name is found, with repeats. */
export function indexTokens(name: string): string[] {
	return ASCII.test(name) ? asciiWords(name).map(cut) : runs(name).flatMap(indexTokensOf);
}

/** The tokens to look up for a query, with repeats, in order. */
export function queryTokens(query: string): string[] {
	return runs(query).flatMap(queryTokensOf);
}

/** The tokens of a text, each with its number of occurrences. */
export interface CountedTokens {
	/** The tokens of the text as a name. */
	readonly indexed: ReadonlyMap<string, number>;
	/** The tokens of the text as a query, in order: some of those of the name, each as often at most. */
	readonly queried: ReadonlyMap<string, number>;
}

/** Splits each distinct word only once, since a query may repeat one ten thousand times. */
export function countTokens(text: string): CountedTokens {
	if (ASCII.test(text)) {
		const counts = frequenciesOf(indexTokens(text));
		return { indexed: counts, queried: counts };
	}
	const runCounts = frequenciesOf(runs(text));
	const counted = (cutRun: (run: string) => string[]): Map<string, number> => {
		const counts = new Map<string, number>();
		for (const [run, times] of runCounts) {
			for (const token of cutRun(run)) counts.set(token, (counts.get(token) ?? 0) + times);
		}
		return counts;
	};
	return { indexed: counted(indexTokensOf), queried: counted(queryTokensOf) };
}

/** What tokens of tags begin with, and no word of a name does. */
const TAG = " ";

/** The token of a tag, which stands for all of it. Empty for a tag of which nothing can be seen. */
export function tagToken(tag: string): string {
	const folded = fold(tag).replace(/\s+/g, " ").trim();
	return folded && `${TAG}${folded}`;
}

/** Whether a token of a query also matches longer words that begin with it. */
export function matchesAsPrefix(token: string): boolean {
	return !token.startsWith(TAG) && Array.from(token).length >= 3;
}

function frequenciesOf(tokens: readonly string[]): Map<string, number> {
	const frequencies = new Map<string, number>();
	for (const token of tokens) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
	return frequencies;
}
