/** A file has the same lines wherever the chunks of its stream end. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, readLines } from "../../scripts/catalogue/text-file.ts";

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
