/**
 * Removes what a search ignores: case, accents, compatibility forms, invisible characters. Builds and queries
 * must produce the same words although their runtimes have different versions of Unicode. So the tables of one
 * version classify the characters, and `normalize` and `toLowerCase` are given only characters that every runtime
 * knows: the results for these never change.
 * https://www.unicode.org/policies/stability_policy.html
 */
import { hasSigns, replaceParts, signOf } from "./character-classes.ts";
import { CLASSES, RECENT_FORMS } from "./unicode-tables.ts";

const { LETTERS, NUMBERS, DIGITS, MARKS, PICTOGRAPHS, INVISIBLE, RECENT } = CLASSES;

/** Accents and nuktas, which people tend to leave out. Indic vowel signs stay: they are letters. */
const ACCENTS = new RegExp(
	"[" +
		"\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f" + // Latin, Greek
		"\\u0483-\\u0489" + // Cyrillic
		"\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" + // Hebrew
		"\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8" + // Arabic
		"\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff" + // Arabic, extended
		"\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0c3c\\u0cbc" + // Devanagari to Kannada
		"]",
	"gu",
);

/** Variants of characters that Unicode does not decompose, and their replacements. */
const VARIANTS =
	"ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ς:σ " +
	// Arabic letters that people often leave out, or that Persian and Urdu keyboards write differently.
	"ٱ:ا ة:ه ۃ:ه ہ:ه ھ:ه ە:ه ى:ي ی:ي ے:ي ک:ك ـ: " +
	"🆎:ab 🆑:cl 🆒:cool 🆓:free 🆔:id 🆕:new 🆖:ng 🆗:ok 🆘:sos 🆙:up 🆚:vs";

/** Created for the first text that is not ASCII, since a new process must answer quickly. */
let variants: ReadonlyMap<string, string> | undefined;

/**
 * Characters that people type for an apostrophe: quotes, primes, standalone accents, Armenian and Hebrew marks.
 * The first three after ' are alternative code points for some of the others. The half-space of Persian is
 * similar: people also type a space, or nothing.
 */
export const APOSTROPHES = /['\u0374\u1fef\u1ffd`´ʹʻʼ՚׳‘’‛′＇]|\u200c(?<=[\u0600-\u08ff]\u200c)/gu;

/**
 * The offsets of the nasals in the Unicode block of an Indic script, each after the four consonants of its class.
 * The anusvara is the third character of the block.
 */
const NASALS = [0x19, 0x1e, 0x23, 0x28, 0x2e];
/**
 * Matches a nasal with the virama. Before a consonant of its class, this pair is also written as the anusvara:
 * any nasal in Devanagari, Gujarati, Telugu and Kannada, but only the first one in Bengali and Odia, whose
 * anusvara is that nasal. Other scripts are not matched: Gurmukhi has no such pairs, in Malayalam the anusvara is
 * an m, and Tamil has none.
 */
const HALF_LETTERS = /(?:.[\u094d\u0acd\u0c4d\u0ccd]|ঙ\u09cd|ଙ\u0b4d)(?=(.))/g;

/** Thai and Lao sara am in two characters, with the tone marks that belong before them. */
const SARA_AM = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb]+)(?=[\u0e32\u0eb2])/g;

/**
 * Only the first 30 marks in a row are used: normalising sorts them, which takes quadratic time.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`[${MARKS}]{${MAX_MARKS + 1},}`, "g");

/** An apostrophe joins letters, as in "don't". Before a digit it separates, as in "6'40". */
const JOINING_APOSTROPHES = new RegExp(
	`(?<=[${LETTERS}${NUMBERS}${MARKS}])'+(?=[${LETTERS}])`,
	"g",
);

const EMOJI = `(?:ft+|[f${PICTOGRAPHS}][vm]*)`;
/** Matches invisible characters, or a whole emoji, which may need some invisible characters. */
const EMOJI_OR_INVISIBLE = new RegExp(`${EMOJI}(?:j${EMOJI})*|[jvt${INVISIBLE}]+`, "g");
const STARTS_EMOJI = new RegExp(`^[f${PICTOGRAPHS}]`);

/** Characters that the runtime's functions cannot fold. Most names have none. */
const SPECIAL = new RegExp(`[jvmt${INVISIBLE}${RECENT}]`);
const KNOWN = new RegExp(`[^${RECENT}]+`, "g");
const DIGIT = new RegExp(`[${DIGITS}]`);

let recentForms: ReadonlyMap<string, string> | undefined;

function readRecentForms(): ReadonlyMap<string, string> {
	const forms = new Map<string, string>();
	let [last, lastForm] = [0, 0];
	for (const entry of RECENT_FORMS.split(" ")) {
		const [gap = 0, ...steps] = entry.split("+").map((step) => Number.parseInt(step, 36));
		last += gap;
		const form = steps.map((step) => {
			lastForm += step;
			return lastForm;
		});
		forms.set(String.fromCodePoint(last), String.fromCodePoint(...form));
	}
	return forms;
}

/** Removes invisible characters and emoji modifiers, and decomposes or lower-cases RECENT characters. */
function prepare(text: string): string {
	recentForms ??= readRecentForms();
	const visible = replaceParts(text, EMOJI_OR_INVISIBLE, (part, signs) =>
		STARTS_EMOJI.test(signs) ? replaceParts(part, /[vm]+/g, () => "") : "",
	);
	return Array.from(visible, (character) => recentForms?.get(character) ?? character).join("");
}

function foldCharacter(character: string): string {
	variants ??= new Map(VARIANTS.split(" ").map((pair) => pair.split(":") as [string, string]));
	const variant = variants.get(character);
	if (variant !== undefined) return variant;
	const code = character.codePointAt(0) as number;
	// Hiragana become katakana.
	if (/[\u3041-\u3096\u309d\u309e]/.test(character)) return String.fromCharCode(code + 0x60);
	// The alphabet in black circles, then in black squares.
	const letter = (code - 0x1f150) % 0x20;
	if (code >= 0x1f150 && code < 0x1f190 && letter < 26) return String.fromCharCode(0x61 + letter);
	if (!DIGIT.test(signOf(code))) return character;
	// The ten digits of a script are consecutive in Unicode.
	let zero = code;
	while (DIGIT.test(signOf(zero - 1))) zero--;
	return String((code - zero) % 10);
}

function withAnusvara(half: string, next: string): string {
	const code = half.charCodeAt(0);
	const place = code % 0x80;
	const distance = code - next.charCodeAt(0);
	const isNasal = NASALS.includes(place) && distance > 0 && distance < 5;
	return isNasal ? String.fromCharCode(code - place + 2) : half;
}

/** @param apostrophe replaces an apostrophe between letters */
export function fold(text: string, apostrophe = ""): string {
	// Must come before NFKD, which turns an acute accent into a space.
	const quoted = text.replace(APOSTROPHES, "'");
	const isSpecial = hasSigns(quoted, SPECIAL);
	const plain = isSpecial ? prepare(quoted) : quoted;
	const short =
		plain.length > MAX_MARKS
			? replaceParts(plain, TOO_MANY_MARKS, (marks) =>
					Array.from(marks).slice(0, MAX_MARKS).join(""),
				)
			: plain;
	const inKnown = (all: string, change: (part: string) => string): string =>
		isSpecial ? replaceParts(all, KNOWN, change) : change(all);
	const decomposed = inKnown(short, (part) => part.normalize("NFKD").toLowerCase())
		// Some characters decompose into apostrophes, as ŉ does.
		.replace(APOSTROPHES, "'");
	const unaccented = decomposed.replace(ACCENTS, "");
	// Otherwise no query would find a name like "˘".
	const bare = (unaccented.trim() === "" ? decomposed : unaccented).replace(
		/[^\0-\x7f]/gu,
		foldCharacter,
	);
	const joined = bare.includes("'")
		? replaceParts(bare, JOINING_APOSTROPHES, () => apostrophe)
		: bare;
	const spelled = joined.replace(HALF_LETTERS, withAnusvara).replace(SARA_AM, "$2$1");
	return inKnown(spelled, (part) => part.normalize("NFC"));
}
