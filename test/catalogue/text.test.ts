/** Lines, characters and keys are found in any text, wherever the chunks of its stream end. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedKeys } from "../../scripts/catalogue/json-lines.ts";
import { decodeUtf8, type Line, NotUtf8, readLines } from "../../scripts/catalogue/text-file.ts";

async function* stream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
	yield* chunks;
}

/** Lines with their bytes as Latin-1, which can represent any byte. */
async function linesOf(chunks: readonly Buffer[], maxLength = 1000) {
	const lines: Line[] = [];
	for await (const batch of readLines(stream(chunks), maxLength)) lines.push(...batch);
	return lines.map(({ number, bytes, length }) => ({
		number,
		text: bytes?.toString("latin1"),
		length,
	}));
}

/** The expected lines, from the whole file. */
function linesOfWhole(whole: string, maxLength = 1000) {
	const lines = whole.split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines.map((line, i) => ({
		number: i + 1,
		text: line.length > maxLength ? undefined : line.replace(/\r$/, ""),
		length: line.length,
	}));
}

/** Random chunks, in which half of the bytes are line ends. */
const chunks = fc.array(
	fc
		.array(fc.oneof(fc.constantFrom(0x0a, 0x0d), fc.nat(255)), { maxLength: 12 })
		.map((bytes) => Buffer.from(bytes)),
	{ maxLength: 12 },
);

test("any bytes in any chunks have the lines of the whole", async () => {
	await fc.assert(
		fc.asyncProperty(chunks, fc.integer({ min: 0, max: 10 }), async (parts, maxLength) => {
			const whole = Buffer.concat(parts).toString("latin1");
			expect(await linesOf(parts)).toEqual(linesOfWhole(whole));
			expect(await linesOf(parts, maxLength)).toEqual(linesOfWhole(whole, maxLength));
		}),
		{ numRuns: 1000 },
	);
});

test("bytes are decoded exactly, or the first byte that is not UTF-8 is found", () => {
	const text = fc
		.array(fc.oneof(fc.constantFrom("\ufffd", "\ufeff", "\n"), fc.string({ unit: "binary" })))
		.map((parts) => parts.join(""));
	const broken = fc.constantFrom("80", "ff", "c3", "e282", "f09f98", "c0af", "eda080", "f4908080");
	fc.assert(
		fc.property(text, broken, text, (before, hex, after) => {
			expect(decodeUtf8(Buffer.from(before))).toBe(before);
			const bytes = Buffer.concat([
				Buffer.from(before),
				Buffer.from(hex, "hex"),
				Buffer.from(`!${after}`),
			]);
			expect(() => decodeUtf8(bytes)).toThrow(
				expect.objectContaining({
					offset: Buffer.byteLength(before),
					message: `byte 0x${hex.slice(0, 2)} is not valid UTF-8`,
				}),
			);
			expect(() => decodeUtf8(bytes)).toThrow(NotUtf8);
		}),
	);
});

test("keys that are written twice are found, and no others, whatever keys and values look like", () => {
	const text = fc.constantFrom("a", '"', '":', '{"a":1,"a":2}', " : ", "\\", "__proto__");
	const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text));
	const entries = fc.array(fc.tuple(text, fc.constantFrom("", " ", "\n"), value));
	const json = (list: readonly (readonly [string, string, unknown])[]): string =>
		`{${list.map(([key, space, value]) => `${JSON.stringify(key)}${space}:${JSON.stringify(value)}`)}}`;
	fc.assert(
		fc.property(fc.array(entries), (records) => {
			const file = `[${records.map(json)}]`;
			const keys = records.map((record) => record.map(([key]) => key));
			const repeated = keys.flatMap((list) => list.filter((key, i) => list.indexOf(key) < i));
			const found = repeatedKeys(file, JSON.parse(file), { file: "a.json" });
			expect(found.map(({ field }) => field)).toEqual(repeated);
		}),
	);
});
