/** Lines and keys are found in any text, wherever the chunks of its stream end. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedKeys } from "../../scripts/catalogue/json-lines.ts";
import { type Line, readLines } from "../../scripts/catalogue/text-file.ts";

async function* stream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
	yield* chunks;
}

/** Lines with their bytes as Latin-1, which can represent any byte. */
async function linesOf(chunks: readonly Buffer[]) {
	const found: Line[] = [];
	for await (const { lines } of readLines(stream(chunks))) found.push(...lines);
	return found.map(({ number, bytes }) => ({ number, text: bytes.toString("latin1") }));
}

/** The expected lines, from the whole file. */
function linesOfWhole(whole: string) {
	const lines = whole.split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines.map((line, i) => ({ number: i + 1, text: line.replace(/\r$/, "") }));
}

/** Random chunks, in which half of the bytes are line ends. */
const chunks = fc.array(
	fc
		.array(fc.oneof(fc.constantFrom(0x0a, 0x0d), fc.nat(255)), { maxLength: 12 })
		.map((bytes) => Buffer.from(bytes)),
	{ maxLength: 12 },
);

test("any bytes in any chunks give the lines of the whole file", async () => {
	await fc.assert(
		fc.asyncProperty(chunks, async (parts) => {
			const whole = Buffer.concat(parts).toString("latin1");
			expect(await linesOf(parts)).toEqual(linesOfWhole(whole));
		}),
		{ numRuns: 1000 },
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
