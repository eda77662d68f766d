/**
 * Splits names and queries into words, called tokens. Builds and queries must agree on every runtime, so
 * this uses no locale, dictionary or character class of the runtime.
 */
import { hasSigns, partsOf, signs } from "./character-classes.ts";
import { APOSTROPHES, fold } from "./folding.ts";

/** In UTF-16 units. The rest of a longer word is ignored. */
export const MAX_TOKEN_LENGTH = 40;

const JOINER = "\u200d";
/** The tokens of a name without any word, emoji or symbol: its runs of visible characters. */
const VISIBLE = /[^\0- \x7f-\x9f\u1680\u2028\u2029\ud800-\udfff\u{e0020}-\u{e007f}\u200d]+/gu;

const WORD = `[${signs("LETTERS", "NUMBERS", "MARKS")}]+`;
const EMOJI = `[f${signs("PICTOGRAPHS")}]t*`;
/** A word, an emoji, several joined emoji, a flag, or a symbol. */
const TOKENS = new RegExp(`${WORD}|${EMOJI}(?:j${EMOJI})*|r{1,2}|[${signs("SYMBOLS")}]`, "g");
const UNSPACED = new RegExp(`[${signs("UNSPACED")}]`);
/** A letter or a digit of a script that puts spaces between words. */
const ALPHABETIC = new RegExp(`(?![${signs("UNSPACED")}])[${signs("LETTERS", "NUMBERS")}]`);
const UNSPACED_RUNS = new RegExp(`[${signs("UNSPACED")}]+|[^${signs("UNSPACED")}]+`, "g");

/** Words joined by signs, which people also type without the signs. */
const COMPOUNDS = new RegExp(`${WORD}(?:-${WORD})+`, "g");
const COMPOUND_SIGN = /[-_/.&+:·×‐]/;
/** With more parts it is a list, or an address. */
const MAX_PARTS = 4;

const ASCII = /^[\0-\x7f]*$/;
const ASCII_APOSTROPHES = /(?<=[a-z0-9])['`]+(?=[a-z])/g;
const ASCII_WORDS = /[a-z0-9]+/g;
const ASCII_COMPOUNDS = /[a-z0-9]+(?:[-_/.&+:][a-z0-9]+)+/g;
const ASCII_SYMBOLS = /[!-/:-@[-`{-~]+/g;

/** Shortens a word to the longest token without splitting a character. */
function cut(word: string): string {
	if (word.length <= MAX_TOKEN_LENGTH) return word;
	const unit = word.charCodeAt(MAX_TOKEN_LENGTH - 1);
	const insidePair = unit >= 0xd800 && unit <= 0xdbff;
	const shorter = word.slice(0, insidePair ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
	return shorter.endsWith(JOINER) ? shorter.slice(0, -1) : shorter;
}

/** The token of a word. That of one or two letters ends with END, so that few others begin with it. */
function tokenOf(word: string): string {
	return word.length <= 4 && isShort(word) && isAlphabetic(word) ? word + END : cut(word);
}

function isShort(word: string): boolean {
	return ASCII.test(word) ? word.length <= 2 : Array.from(word).length <= 2;
}

function isAlphabetic(word: string): boolean {
	if (word.charCodeAt(0) < 0x80) return /^[a-z0-9]/.test(word);
	const [first = ""] = word;
	return hasSigns(first, ALPHABETIC);
}

interface Pieces {
	/** Words, emoji, symbols, and runs of characters of a script without spaces. */
	readonly runs: readonly string[];
	/** More tokens that find the name: `spiderman` for Spider-Man, `!` for !!!, `amour` for L'amour. */
	readonly joined: readonly string[];
}

function piecesOf(text: string): Pieces {
	const whole = runsOf(text, "");
	if (text.search(APOSTROPHES) < 0) return whole;
	const runs = new Set(whole.runs);
	const parts = new Set(runsOf(text, " ").runs);
	const own = [...parts].filter((part) => !runs.has(part) && isAlphabetic(part));
	const split = [...runs].filter((run) => !parts.has(run) && isAlphabetic(run));
	const more = [...own.map(tokenOf), ...split.map((run) => apostropheTerm(tokenOf(run)))];
	return { runs: whole.runs, joined: [...whole.joined, ...more] };
}

/** @param apostrophe what an apostrophe between letters becomes */
function runsOf(text: string, apostrophe: "" | " "): Pieces {
	const isAscii = ASCII.test(text);
	const folded = isAscii
		? text.toLowerCase().replace(ASCII_APOSTROPHES, apostrophe)
		: fold(text, apostrophe);
	const words = isAscii ? folded.match(ASCII_WORDS) : partsOf(folded, TOKENS);
	if (words === null || words.length === 0)
		return symbolPieces(folded.match(isAscii ? ASCII_SYMBOLS : VISIBLE) ?? []);
	const runs = !isAscii && hasUnspaced(folded) ? words.flatMap(unspacedRuns) : words;
	if (!COMPOUND_SIGN.test(folded)) return { runs, joined: [] };
	const compounds = isAscii ? (folded.match(ASCII_COMPOUNDS) ?? []) : partsOf(folded, COMPOUNDS);
	return { runs, joined: compounds.flatMap(joinedWord) };
}

function symbolPieces(runs: readonly string[]): Pieces {
	return { runs, joined: runs.flatMap((run) => /^(.)\1+$/u.exec(run)?.slice(1) ?? []) };
}

function unspacedRuns(word: string): string[] {
	return word.includes(JOINER) ? [word] : partsOf(word, UNSPACED_RUNS);
}

function joinedWord(compound: string): string[] {
	const parts = compound.split(COMPOUND_SIGN);
	const word = parts.join("");
	const isWord = parts.length <= MAX_PARTS && word.length <= MAX_TOKEN_LENGTH && !hasUnspaced(word);
	return isWord ? [tokenOf(word)] : [];
}

function hasUnspaced(run: string): boolean {
	return !ASCII.test(run) && hasSigns(run, UNSPACED);
}

function pairs(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Each part of a joined emoji finds it too: 🤷 finds 🤷‍♀️. */
function indexTokensOf(run: string): string[] {
	if (run.includes(JOINER)) return [run, ...run.split(JOINER)].map(cut);
	if (!hasUnspaced(run)) return [tokenOf(run)];
	const characters = Array.from(run);
	return [...characters, ...pairs(characters)];
}

function queryTokensOf(run: string): string[] {
	if (run.includes(JOINER)) return [cut(run)];
	if (!hasUnspaced(run)) return [tokenOf(run)];
	const characters = Array.from(run);
	return characters.length === 1 ? characters : pairs(characters);
}

/** The tokens of a name, each kind with repeats. */
export interface NameTokens {
	readonly words: readonly string[];
	/** More tokens that find the name. They count neither towards its length nor against an exact match. */
	readonly joined: readonly string[];
}

export function nameTokens(name: string): NameTokens {
	const { runs, joined } = piecesOf(name);
	const words = runs.flatMap(indexTokensOf);
	return { words, joined: joined.filter((token) => !words.includes(token)) };
}

/** All tokens that find a name, with repeats. */
export function indexTokens(name: string): string[] {
	const { words, joined } = nameTokens(name);
	return [...words, ...joined];
}

/** The tokens to look up for a query, with repeats, in order. */
export function queryTokens(query: string): string[] {
	return piecesOf(query).runs.flatMap(queryTokensOf);
}

/** The tokens of a text and how often it has each. */
export interface CountedTokens {
	/** The tokens of the text as a name. */
	readonly indexed: ReadonlyMap<string, number>;
	/** The number of distinct tokens of the text as a name, without joined words. */
	readonly length: number;
	/** The tokens of the text as a query, in order: some of those of the name, each as often at most. */
	readonly queried: ReadonlyMap<string, number>;
}

export function countTokens(text: string): CountedTokens {
	const { runs, joined } = piecesOf(text);
	const queried = new Map<string, number>();
	let indexed = queried;
	if (ASCII.test(text)) {
		for (const run of runs) add(queried, tokenOf(run), 1);
		if (joined.length > 0) indexed = new Map(queried);
	} else {
		indexed = new Map<string, number>();
		// Each distinct run once, since a query may repeat one ten thousand times.
		for (const [run, times] of frequenciesOf(runs)) {
			for (const token of indexTokensOf(run)) add(indexed, token, times);
			for (const token of queryTokensOf(run)) add(queried, token, times);
		}
	}
	const length = indexed.size;
	if (joined.length > 0) {
		for (const [token, times] of frequenciesOf(joined)) {
			if (!indexed.has(token)) indexed.set(token, times);
		}
	}
	return { indexed, length, queried };
}

/** Prefix of tag tokens. No word of a name can start with it. */
const TAG = " ";

/** The one token of a whole tag. Empty if the tag has no visible character. */
export function tagToken(tag: string): string {
	const folded = fold(tag).replace(/\s+/g, " ").trim();
	return folded && `${TAG}${folded}`;
}

/** Whether a query token also matches longer words that begin with it. */
export function matchesAsPrefix(token: string): boolean {
	return !token.startsWith(TAG) && (isAlphabetic(token) || Array.from(token).length >= 3);
}

/** Ends a word of one or two letters, and comes before a mark. No word has it. */
const END = " ";

/** The letters of a token. */
export function lettersOf(token: string): string {
	const end = token.indexOf(END, 1);
	return end < 0 ? token : token.slice(0, end);
}

/** The query token that finds a term: the term itself, or what its mark was added to. */
export function wordOf(term: string): string {
	const letters = lettersOf(term);
	return letters === term ? term : tokenOf(letters);
}

/** Says of a word that it has an apostrophe wherever the name has it. */
export function apostropheTerm(word: string): string {
	return `${lettersOf(word)}${END}'`;
}

/** Finds the names with a longer word that begins with this one, which has one or two letters. */
export function beginningTerm(word: string): string {
	return `${lettersOf(word)}${END}...`;
}

/** The terms that a query token matches; undefined if they are all those that begin with it. */
export function termsOf(token: string): readonly string[] | undefined {
	const isShort = !token.startsWith(TAG) && token.endsWith(END);
	if (isShort) return [token, apostropheTerm(token), beginningTerm(token)];
	return matchesAsPrefix(token) ? undefined : [token];
}

/** The terms of the first letter and of the first two, if the word of a token is longer. */
export function beginningsOf(token: string): string[] {
	if (!isAlphabetic(token)) return [];
	const [first = "", second, third] = lettersOf(token);
	if (second === undefined) return [];
	const letter = beginningTerm(first);
	return third === undefined ? [letter] : [letter, beginningTerm(first + second)];
}

function frequenciesOf(tokens: readonly string[]): Map<string, number> {
	const frequencies = new Map<string, number>();
	for (const token of tokens) add(frequencies, token, 1);
	return frequencies;
}

function add(counts: Map<string, number>, token: string, times: number): void {
	counts.set(token, (counts.get(token) ?? 0) + times);
}
