/** Reads the records of a catalogue file, with the place of each. */
import { createReadStream, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { commandLine } from "../console/invocation.ts";
import { jsonFault, repeatedKeys } from "./json-lines.ts";
import { type Fault, NOT_FETCHED, type Problem, type RecordPlace } from "./problems.ts";
import { decodeUtf8, isLfsPointer, isUtf16, readLines, withoutBom } from "./text-file.ts";

/** A parsed record, not yet checked. */
interface Found {
	readonly place: RecordPlace;
	readonly record: unknown;
}

/** A record, or why there is none. */
type Reading = Found | Problem;

interface Batch {
	readonly readings: readonly Reading[];
	/** How many bytes the records were read from. */
	readonly bytes: number;
}

const ONE_A_LINE = "one JSON object per line";
const CLIPS = 'an array of clips or one clip (for one clip per line, use ".ndjson")';

const EMPTY: Fault = { message: "is empty", fix: "delete it, or restore its content" };

/** Reads the records of a file in batches. */
export async function* readRecords(file: string): AsyncGenerator<Batch> {
	if (!/\.json$/i.test(file)) yield* readNdjson(file);
	else yield { readings: await readJson(file), bytes: statSync(file).size };
}

async function* readNdjson(file: string): AsyncGenerator<Batch> {
	let isEmpty = true;
	for await (const { lines, bytes } of readLines(createReadStream(file))) {
		const readings: Reading[] = [];
		for (const { bytes, number } of lines) {
			readings.push(...parsed(bytes, { file, line: number }, ONE_A_LINE));
		}
		const [first] = lines;
		// All other lines would have the same fault.
		if (first?.number === 1 && (isUtf16(first.bytes) || isLfsPointer(first.bytes))) {
			yield { readings: readings.slice(0, 1), bytes };
			return;
		}
		isEmpty &&= readings.length === 0;
		yield { readings, bytes };
	}
	if (isEmpty) yield { readings: [{ place: { file }, ...EMPTY }], bytes: 0 };
}

/**
 * Reads the records of one JSON text.
 * @param expected the expected content, for messages
 * @param isList whether an array is a list of records
 */
export async function readJson(file: string, expected = CLIPS, isList = true): Promise<Reading[]> {
	const bytes = await readFile(file);
	const readings = parsed(bytes, { file }, expected, (value) =>
		isList && Array.isArray(value)
			? value.map((record, i) => ({ place: { file, record: [i] }, record }))
			: [{ place: { file, record: [] }, record: value }],
	);
	const isEmpty = readings.length === 0 && bytes.toString().trim() === "";
	return isEmpty ? [{ place: { file }, ...EMPTY }] : readings;
}

/**
 * The records in the text, or what is wrong with it. Blank text has no records.
 * @param place where the text begins
 * @param recordsIn the records in its parsed value; by default, the value is the only record
 */
function parsed(
	bytes: Buffer,
	place: RecordPlace,
	expected: string,
	recordsIn?: (value: unknown) => Found[],
): Reading[] {
	const decoded = decodeUtf8(bytes);
	if (decoded === undefined) {
		const [before = ""] = bytes.toString().split("\ufffd", 1);
		const message = isUtf16(bytes) ? "is UTF-16" : "is not valid UTF-8";
		return [{ place: after(place, before), message, fix: "save the file as UTF-8" }];
	}
	const text = (place.line ?? 1) === 1 ? withoutBom(decoded) : decoded;
	if (text.trim() === "") return [];
	try {
		const value: unknown = JSON.parse(text);
		const fault = valueFault(value);
		if (fault !== undefined) return [{ place, ...fault }];
		const records = recordsIn?.(value) ?? [{ place, record: value }];
		return [...records, ...repeatedKeys(text, value, place)];
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const { offset, what } = jsonFault(text);
		const fault = { message: `is not JSON: ${what}; expected ${expected}` };
		const at = after(place, text.slice(0, offset));
		return [{ place: at, ...(isLfsPointer(bytes) ? NOT_FETCHED : fault) }];
	}
}

/** The place where the text ends, given the place where it begins. */
function after({ file, line = 1 }: RecordPlace, before: string): RecordPlace {
	return { file, line: line + before.split("\n").length - 1 };
}

/** More levels than any record has. Recursion through thousands of levels would overflow the stack. */
const MAX_DEPTH = 100;

const DEEP: Fault = {
	message: `is nested more than ${MAX_DEPTH} levels deep`,
	fix: "write records as flat objects of strings and numbers",
};

const API_PAGE: Fault = {
	message: "is a page from an API",
	fix: `add its clips with ${commandLine("import", "URL")}`,
};

/** Why a value as a whole cannot be read as records; undefined if it can. */
function valueFault(value: unknown): Fault | undefined {
	if (isDeep(value)) return DEEP;
	return Array.isArray(Object(value).results) ? API_PAGE : undefined;
}

function isDeep(value: unknown, levels = MAX_DEPTH): boolean {
	if (typeof value !== "object" || value === null) return false;
	if (levels === 0) return true;
	for (const key in value) {
		if (isDeep((value as Record<string, unknown>)[key], levels - 1)) return true;
	}
	return false;
}
