/**
 * Splits names and queries into words, called tokens. Builds and queries must agree on every runtime, so this
 * module uses no locale, dictionary or character class of the runtime.
 */
import { hasSigns, JOINING, partsOf } from "./character-classes.ts";
import { APOSTROPHES, fold } from "./folding.ts";
import { CLASSES } from "./unicode-tables.ts";

const { LETTERS, NUMBERS, MARKS, PICTOGRAPHS, SYMBOLS, UNSPACED } = CLASSES;

/** The maximum length of a word, in UTF-16 units. The rest of a longer word is ignored. */
export const MAX_TOKEN_LENGTH = 40;

/*
 * The format of tokens and terms. The token of a word is its letters; if there are only one or two, followed by
 * END, so that few other tokens begin with it: `boom`, `bo `. Terms of names also have marks after END: `bo ...`
 * means longer words that begin with `bo`, and `im '` a word that always has an apostrophe. A tag begins with
 * TAG: ` animal`.
 */
const TAG = " ";
const END = " ";

const JOINER = "\u200d";
/** For a name without any word, emoji or symbol, the tokens are its runs of visible characters. */
const VISIBLE = /[^\0- \x7f-\x9f\u1680\u2028\u2029\ud800-\udfff\u{e0020}-\u{e007f}\u200d]+/gu;

const WORD_SIGNS = `${LETTERS}${NUMBERS}${MARKS}`;
const WORD = `[${WORD_SIGNS}]+`;
const EMOJI = `[f${PICTOGRAPHS}]t*`;
/** A word, an emoji, several joined emoji, a flag, or a symbol. */
const TOKENS = new RegExp(`${WORD}|${EMOJI}(?:j${EMOJI})*|r{1,2}|[${SYMBOLS}]`, "g");
const UNSPACED_SIGN = new RegExp(`[${UNSPACED}]`);
/** A letter or a digit of a script that puts spaces between words. */
const ALPHABETIC = new RegExp(`^(?![${UNSPACED}])[${LETTERS}${NUMBERS}]`);
const UNSPACED_RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "g");

/**
 * Words joined by punctuation, which people also type without it. The look-behind does not change the matches,
 * but saves time: without it, a long word would be tried again from each of its letters.
 */
const COMPOUNDS = new RegExp(`(?<![${WORD_SIGNS}])${WORD}(?:-${WORD})+`, "g");
const COMPOUND_SIGN = new RegExp(`[${JOINING}]`);
/** A compound with more parts is a list or an address. */
const MAX_PARTS = 4;

const ASCII = /^[\0-\x7f]*$/;
const ASCII_APOSTROPHES = /(?<=[a-z0-9])['`]+(?=[a-z])/g;
const ASCII_WORDS = /[a-z0-9]+/g;
const ASCII_COMPOUNDS = new RegExp(`(?<![a-z0-9])[a-z0-9]+(?:[${JOINING}][a-z0-9]+)+`, "g");
const ASCII_SYMBOLS = /[!-/:-@[-`{-~]+/g;

/** Shortens a word to the longest token without splitting a character. */
function cut(word: string): string {
	if (word.length <= MAX_TOKEN_LENGTH) return word;
	const unit = word.charCodeAt(MAX_TOKEN_LENGTH - 1);
	const insidePair = unit >= 0xd800 && unit <= 0xdbff;
	const shorter = word.slice(0, insidePair ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
	return shorter.endsWith(JOINER) ? shorter.slice(0, -1) : shorter;
}

/** The token of a word. A word of one or two letters ends with END, so that few other tokens begin with it. */
function tokenOf(word: string): string {
	return isShort(word) && isAlphabetic(word) ? word + END : cut(word);
}

function isShort(word: string): boolean {
	return (
		word.length <= 2 || (word.length <= 4 && !ASCII.test(word) && Array.from(word).length <= 2)
	);
}

function isAlphabetic(word: string): boolean {
	const isAscii = word.charCodeAt(0) < 0x80;
	return isAscii ? /^[a-z0-9]/.test(word) : hasSigns(word.slice(0, 2), ALPHABETIC);
}

interface Pieces {
	/** Words, emoji, symbols, and runs of characters of a script without spaces. */
	readonly runs: readonly string[];
	/** Further tokens that match the name: `spiderman` for Spider-Man, `!` for !!!, `amour` for L'amour. */
	readonly joined: readonly string[];
	/** Whether each run is one token, both in a name and in a query. */
	readonly isPlain: boolean;
}

function piecesOf(text: string): Pieces {
	const hasApostrophes = text.search(APOSTROPHES) >= 0;
	const whole = runsOf(text, hasApostrophes ? "" : undefined);
	if (!hasApostrophes) return whole;
	const runs = new Set(whole.runs);
	const parts = new Set(runsOf(text, " ").runs);
	const added = [...parts].filter((part) => !runs.has(part) && isAlphabetic(part));
	const split = [...runs].filter((run) => !parts.has(run) && isAlphabetic(run));
	const more = [...added.map(tokenOf), ...split.map((run) => marked(tokenOf(run), "'"))];
	return { ...whole, joined: [...whole.joined, ...more] };
}

/** @param apostrophe replaces an apostrophe between letters, if there is one */
function runsOf(text: string, apostrophe?: "" | " "): Pieces {
	const wasAscii = ASCII.test(text);
	const folded = wasAscii ? foldAscii(text, apostrophe) : fold(text, apostrophe);
	// Also true for names such as Café, once folded.
	const isAscii = wasAscii || ASCII.test(folded);
	const words = isAscii ? folded.match(ASCII_WORDS) : partsOf(folded, TOKENS);
	if (words === null || words.length === 0)
		return symbolPieces(folded.match(isAscii ? ASCII_SYMBOLS : VISIBLE) ?? []);
	const isSpaced = isAscii || !hasUnspaced(folded);
	const runs = isSpaced ? words : words.flatMap(unspacedRuns);
	const isPlain = isSpaced && !folded.includes(JOINER);
	if (!COMPOUND_SIGN.test(folded)) return { runs, joined: [], isPlain };
	const compounds = isAscii ? (folded.match(ASCII_COMPOUNDS) ?? []) : partsOf(folded, COMPOUNDS);
	return { runs, joined: compounds.flatMap(joinedWord), isPlain };
}

function foldAscii(text: string, apostrophe?: "" | " "): string {
	const lower = text.toLowerCase();
	return apostrophe === undefined ? lower : lower.replace(ASCII_APOSTROPHES, apostrophe);
}

/** A repeated symbol is also found by typing it once. */
function symbolPieces(runs: readonly string[]): Pieces {
	const signs = runs.map((run) => [...new Set(run)]);
	return {
		runs,
		joined: signs.flatMap((distinct, i) =>
			distinct.length === 1 && distinct[0] !== runs[i] ? distinct : [],
		),
		isPlain: false,
	};
}

function unspacedRuns(word: string): string[] {
	return word.includes(JOINER) ? [word] : partsOf(word, UNSPACED_RUNS);
}

function joinedWord(compound: string): string[] {
	const parts = compound.split(COMPOUND_SIGN);
	const joined = parts.join("");
	// Characters may combine at the place where words are joined.
	const word = ASCII.test(joined) ? joined : fold(joined);
	const isWord = parts.length <= MAX_PARTS && word.length <= MAX_TOKEN_LENGTH && !hasUnspaced(word);
	return isWord ? [tokenOf(word)] : [];
}

function hasUnspaced(run: string): boolean {
	return !ASCII.test(run) && hasSigns(run, UNSPACED_SIGN);
}

function pairs(characters: readonly string[]): string[] {
	return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** A joined emoji is also found by each of its parts: 🤷 finds 🤷‍♀️. */
function indexTokensOf(run: string): string[] {
	if (run.includes(JOINER)) return [run, ...run.split(JOINER)].map(cut);
	if (!hasUnspaced(run)) return [tokenOf(run)];
	const characters = Array.from(run);
	return [...characters, ...pairs(characters)];
}

function queryTokensOf(run: string): string[] {
	if (run.includes(JOINER) || !hasUnspaced(run)) return [tokenOf(run)];
	const characters = Array.from(run);
	return characters.length === 1 ? characters : pairs(characters);
}

/** The tokens of some text, with their frequencies. */
export interface CountedTokens {
	/**
	 * The tokens of the text as a name: its words, then joined words, which neither add to the length nor prevent
	 * an exact match.
	 */
	readonly indexed: ReadonlyMap<string, number>;
	/** The number of distinct tokens of the text as a name, without joined words. */
	readonly length: number;
	/** The tokens of the text as a query, in order: a subset of its tokens as a name, none of them more frequent. */
	readonly queried: ReadonlyMap<string, number>;
}

export function countTokens(text: string): CountedTokens {
	const { runs, joined, isPlain } = piecesOf(text);
	const queried = new Map<string, number>();
	let indexed = queried;
	if (isPlain) {
		for (const run of runs) add(queried, tokenOf(run), 1);
		if (joined.length > 0) indexed = new Map(queried);
	} else {
		indexed = new Map<string, number>();
		// Each distinct run once, since a query may repeat a run ten thousand times.
		for (const [run, times] of frequenciesOf(runs)) {
			for (const token of indexTokensOf(run)) add(indexed, token, times);
			for (const token of queryTokensOf(run)) add(queried, token, times);
		}
	}
	const length = indexed.size;
	if (joined.length === 0) return { indexed, length, queried };
	for (const [token, times] of frequenciesOf(joined)) {
		if (!indexed.has(token)) indexed.set(token, times);
	}
	return { indexed, length, queried };
}

/** The single token of a whole tag; empty if the tag has no visible character. */
export function tagToken(tag: string): string {
	const folded = fold(tag).replace(/\s+/g, " ").trim();
	return folded && `${TAG}${folded}`;
}

export function marked(word: string, mark: "..." | "'"): string {
	return lettersOf(word) + END + mark;
}

/** The letters of a token. */
export function lettersOf(token: string): string {
	const end = token.indexOf(END, 1);
	return end < 0 ? token : token.slice(0, end);
}

/** The query token that matches a term: the term itself, or the word without its mark. */
export function wordOf(term: string): string {
	const letters = lettersOf(term);
	return letters === term ? term : tokenOf(letters);
}

/** The term for the first two letters of a token, or for the first letter if the token has only two. */
export function beginningOf(token: string): string | undefined {
	const [beginning] = /^..?(?=.)/su.exec(lettersOf(token)) ?? [];
	return beginning && isAlphabetic(token) ? marked(beginning, "...") : undefined;
}

/** Whether a query token also matches longer words that begin with it. */
export function matchesAsPrefix(token: string): boolean {
	return !token.startsWith(TAG) && (isAlphabetic(token) || Array.from(token).length >= 3);
}

/** Whether a query token matches a token of a name. */
export function begins(token: string, other: string): boolean {
	return matchesAsPrefix(token) ? other.startsWith(lettersOf(token)) : other === token;
}

/** The terms that a query token matches; undefined if these are all terms that begin with it. */
export function termsOf(token: string): readonly string[] | undefined {
	if (!matchesAsPrefix(token)) return [token];
	return token.endsWith(END) ? [token, marked(token, "'"), marked(token, "...")] : undefined;
}

function frequenciesOf(tokens: readonly string[]): Map<string, number> {
	const frequencies = new Map<string, number>();
	for (const token of tokens) add(frequencies, token, 1);
	return frequencies;
}

function add(counts: Map<string, number>, token: string, times: number): void {
	counts.set(token, (counts.get(token) ?? 0) + times);
}
