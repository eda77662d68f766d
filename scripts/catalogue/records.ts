/** The records of one catalogue file, each with its place, and what could not be read at all. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { jsonFault } from "./json-fault.ts";
import { readLines } from "./lines.ts";
import type { Place, Problem } from "./problems.ts";
import { decodeUtf8, isUtf16, NotUtf8, withoutBom } from "./text.ts";

/** A record as it was parsed, not yet checked. */
interface Found {
	readonly place: Place;
	readonly record: unknown;
}

/** What a file yields, in its order. */
type Reading = { readonly found: Found } | { readonly problem: Problem };

/** A record is some hundred bytes; a line beyond this is not one, and is not held in memory. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** Larger JSON files do not fit a string once decoded, or nearly so. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** Some records that follow one another. */
interface Batch {
	readonly readings: readonly Reading[];
	/** Size of what they were read from. */
	readonly bytes: number;
}

/** Reads the records of a file, by its extension, in batches. */
export function readRecords(file: string): AsyncGenerator<Batch> {
	return /\.json$/i.test(file) ? readJson(file) : readNdjson(file);
}

async function* readNdjson(file: string): AsyncGenerator<Batch> {
	for await (const lines of readLines(createReadStream(file), MAX_LINE_BYTES)) {
		const first = lines[0];
		if (first?.number === 1 && first.bytes !== undefined && isUtf16(first.bytes)) {
			// Its other lines are wrong in the same way.
			yield { readings: parseLine(first.bytes, { file, line: 1 }), bytes: first.length };
			return;
		}
		const readings = lines.flatMap(({ number, bytes, length }): Reading[] => {
			const place = { file, line: number };
			if (bytes === undefined) {
				const message = `the line has ${length} bytes, a record at most ${MAX_LINE_BYTES}; write one instant a line`;
				return [{ problem: { place, message } }];
			}
			return parseLine(bytes, place);
		});
		yield { readings, bytes: lines.reduce((sum, { length }) => sum + length + 1, 0) };
	}
}

function parseLine(bytes: Buffer, place: Place): Reading[] {
	let text = "";
	try {
		const decoded = decodeUtf8(bytes);
		text = place.line === 1 ? withoutBom(decoded) : decoded;
		return text.trim() === "" ? [] : [{ found: { place, record: JSON.parse(text) } }];
	} catch (error) {
		return [{ problem: { place, message: unreadable(error, text, "one JSON object a line") } }];
	}
}

async function* readJson(file: string): AsyncGenerator<Batch> {
	const { size } = await stat(file);
	if (size > MAX_JSON_BYTES) {
		const message = `has ${size} bytes, a JSON file at most ${MAX_JSON_BYTES}; write it as .ndjson, one instant a line`;
		yield { readings: [{ problem: { place: { file }, message } }], bytes: size };
		return;
	}
	const bytes = await readFile(file);
	yield { readings: parseJson(bytes, file), bytes: size };
}

function parseJson(bytes: Buffer, file: string): Reading[] {
	let text: string;
	try {
		text = withoutBom(decodeUtf8(bytes));
	} catch (error) {
		const line = error instanceof NotUtf8 ? lineAt(bytes, error.offset) : 1;
		return [{ problem: { place: { file, line }, message: unreadable(error, "", "") } }];
	}
	if (text.trim() === "") {
		const message = "is empty; an empty catalogue is written []";
		return [{ problem: { place: { file }, message } }];
	}
	try {
		const value: unknown = JSON.parse(text);
		if (!Array.isArray(value)) return [{ found: { place: { file, record: [] }, record: value } }];
		return value.map((record, element) => ({
			found: { place: { file, record: [element] }, record },
		}));
	} catch (error) {
		const hint = 'an array of instants or one instant (one a line belongs in a ".ndjson" file)';
		const line = text.slice(0, jsonFault(text).offset).split("\n").length;
		return [{ problem: { place: { file, line }, message: unreadable(error, text, hint) } }];
	}
}

function lineAt(bytes: Buffer, offset: number): number {
	let line = 1;
	for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1))
		line++;
	return line;
}

function unreadable(error: unknown, text: string, expected: string): string {
	if (error instanceof NotUtf8) return error.message;
	if (error instanceof SyntaxError)
		return `is not JSON: ${jsonFault(text).what}; expected ${expected}`;
	throw error;
}
