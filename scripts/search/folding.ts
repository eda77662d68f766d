/**
 * Removes what a search ignores: case, accents, compatibility forms, invisible characters. Runtimes know
 * different versions of Unicode, yet a build and a query must get the same words. So characters are
 * classified by tables of one version, and `normalize` and `toLowerCase` see only characters that every
 * runtime knows: for those their results never change.
 * https://www.unicode.org/policies/stability_policy.html
 */
import { perReach } from "./character-classes.ts";
import { RECENT_FORMS } from "./unicode-tables.ts";

/** The accents of scripts in which people leave them out. Indic vowel signs stay: they are letters. */
const ACCENTS = new RegExp(
	"[" +
		"\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f" + // Latin, Greek
		"\\u0483-\\u0489" + // Cyrillic
		"\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" + // Hebrew
		"\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8" + // Arabic
		"\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff" + // Arabic, extended
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

/**
 * What people type for an apostrophe: quotes, primes, accents that stand alone, Armenian, Hebrew. The
 * first three are other code points for some of the rest.
 */
const APOSTROPHES = /[\u0374\u1fef\u1ffd`´ʹʻʼ՚׳‘’‛′＇]/gu;

const LOOKS = "\\ufe00-\\ufe0f\\u{1f3fb}-\\u{1f3ff}";

/**
 * Only the first 30 marks in a row count: normalising sorts them, which takes quadratic time.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const MAX_MARKS = 30;

/** An apostrophe joins letters, as in "don't". Before a digit it separates, as in "6'40". */
const joiningApostrophes = perReach((ranges) => {
	const letters = ranges("LETTERS");
	const before = `${letters}${ranges("NUMBERS")}${ranges("MARKS")}`;
	return new RegExp(`([${before}])'+(?=[${letters}])`, "gu");
});

/** Emoji need some invisible characters: those that join them, and the tags of flags such as Wales'. */
const emojiOrInvisible = perReach((ranges) => {
	const emoji = `(?:🏴[\\u{e0020}-\\u{e007f}]+|[${ranges("PICTOGRAPHS")}][${LOOKS}]*)`;
	return new RegExp(`(${emoji}(?:\\u200d${emoji})*)|[${ranges("INVISIBLE")}]+`, "gu");
});
/** Colours of skin, and whether an emoji looks like text. */
const EMOJI_LOOKS = new RegExp(`[${LOOKS}]+`, "gu");

const tooManyMarks = perReach((ranges) => {
	const marks = ranges("MARKS");
	return new RegExp(`([${marks}]{${MAX_MARKS}})[${marks}]+`, "gu");
});

/** What takes more than the runtime's own functions. Most names have nothing of it. */
const special = perReach(
	(ranges) => new RegExp(`[${ranges("INVISIBLE")}${ranges("RECENT")}${LOOKS}]`, "u"),
);
const known = perReach((ranges) => new RegExp(`[^${ranges("RECENT")}]+`, "gu"));

/** The same for every reach, and like the others not made before a text needs it. */
const recentForms = perReach(() => {
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
	return { forms, withForm: new RegExp(`[${[...forms.keys()].join("")}]`, "gu") };
});

function prepare(text: string): string {
	const { forms, withForm } = recentForms(text);
	return text
		.replace(emojiOrInvisible(text), (_, emoji = "") => emoji.replace(EMOJI_LOOKS, ""))
		.replace(withForm, (character) => forms.get(character) ?? character);
}

export function fold(text: string): string {
	const isSpecial = special(text).test(text);
	// Before NFKD, which turns an acute accent into a space.
	const plain = (isSpecial ? prepare(text) : text).replace(APOSTROPHES, "'");
	const short = plain.length > MAX_MARKS ? plain.replace(tooManyMarks(plain), "$1") : plain;
	const inKnown = (all: string, change: (part: string) => string): string =>
		isSpecial ? all.replace(known(all), change) : change(all);
	const decomposed = inKnown(short, (part) => part.normalize("NFKD").toLowerCase())
		// Some characters decompose into apostrophes, as ŉ does.
		.replace(APOSTROPHES, "'");
	const unaccented = decomposed.replace(ACCENTS, "");
	// Of a name like "˘", nothing else would be left to find it by.
	const bare = (unaccented.trim() === "" ? decomposed : unaccented).replace(
		FOLDABLE,
		(character) => FOLDED[character] ?? character,
	);
	const joined = bare.includes("'") ? bare.replace(joiningApostrophes(bare), "$1") : bare;
	return inKnown(joined, (part) => part.normalize("NFC"));
}
