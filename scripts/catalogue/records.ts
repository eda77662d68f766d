/** Reads the records of a catalogue file, with the place of each. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { commandLine } from "../console/invocation.ts";
import { jsonFault, repeatedKeys } from "./json-lines.ts";
import { type Fault, NOT_FETCHED, type Problem, type RecordPlace } from "./problems.ts";
import { decodeUtf8, isLfsPointer, isUtf16, NotUtf8, readLines, withoutBom } from "./text-file.ts";

/** A parsed record, not yet checked. */
interface Found {
	readonly place: RecordPlace;
	readonly record: unknown;
}

/** A record, or why there is none. */
type Reading = { readonly found: Found } | { readonly problem: Problem };

/** Records take a few hundred bytes. Longer lines are refused without being held in memory. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** Larger JSON files may not fit into a string. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;

interface Batch {
	readonly readings: readonly Reading[];
	/** The number of bytes they were read from. */
	readonly bytes: number;
}

/** The parts of messages about a JSON file. */
export interface JsonKind {
	/** The content that it should have. */
	readonly expected: string;
	/** The fix if it is empty. */
	readonly ifEmpty: string;
	/** Whether an array stands for the records in it. */
	readonly isList: boolean;
}

const ONE_A_LINE = "one JSON object per line";

/** A line with which Git marks a conflict of two changes. */
const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?:[ \r\n]|$)/;

const CLIPS: JsonKind = {
	expected: 'an array of clips or one clip (for one clip per line, use ".ndjson")',
	ifEmpty: "for an empty catalogue, write []",
	isList: true,
};

/** Reads the records of a file in batches. */
export function readRecords(file: string, kind = CLIPS): AsyncGenerator<Batch> {
	return /\.json$/i.test(file) ? readJson(file, kind) : readNdjson(file);
}

async function* readNdjson(file: string): AsyncGenerator<Batch> {
	let isEmpty = true;
	for await (const lines of readLines(createReadStream(file), MAX_LINE_BYTES)) {
		const [{ number, bytes: first } = {}] = lines;
		// Every other line would be wrong in the same way.
		if (number === 1 && first !== undefined && (isUtf16(first) || isLfsPointer(first))) {
			yield { readings: parseLine(first, { file, line: 1 }), bytes: first.length };
			return;
		}
		const readings: Reading[] = [];
		let read = 0;
		for (const { number, bytes, length } of lines) {
			const place = { file, line: number };
			read += length + 1;
			if (bytes !== undefined) readings.push(...parseLine(bytes, place));
			else {
				const message = `the line has ${length} bytes, and at most ${MAX_LINE_BYTES} are allowed`;
				readings.push({ problem: { place, message, fix: "write one clip per line" } });
			}
		}
		isEmpty &&= readings.length === 0;
		yield { readings, bytes: read };
	}
	if (isEmpty) {
		const fix = "delete it, or restore its content";
		yield { readings: [{ problem: { place: { file }, message: "is empty", fix } }], bytes: 0 };
	}
}

function parseLine(bytes: Buffer, place: RecordPlace): Reading[] {
	let text = "";
	try {
		const decoded = decodeUtf8(bytes);
		text = place.line === 1 ? withoutBom(decoded) : decoded;
		if (text.trim() === "") return [];
		const record: unknown = JSON.parse(text);
		const fault = valueFault(record);
		if (fault !== undefined) return [{ problem: { place, ...fault } }];
		const problems = repeatedKeys(text, record, place).map((problem) => ({ problem }));
		return [{ found: { place, record } }, ...problems];
	} catch (error) {
		return [{ problem: { place, ...faultOf(error, text, ONE_A_LINE) } }];
	}
}

async function* readJson(file: string, kind: JsonKind): AsyncGenerator<Batch> {
	const { size } = await stat(file);
	if (size > MAX_JSON_BYTES) {
		const message = `has ${size} bytes, and at most ${MAX_JSON_BYTES} are allowed in a JSON file`;
		const fix = "convert it to .ndjson, with one clip per line";
		yield { readings: [{ problem: { place: { file }, message, fix } }], bytes: size };
		return;
	}
	const bytes = await readFile(file);
	yield { readings: parseJson(bytes, file, kind), bytes: size };
}

function parseJson(
	bytes: Buffer,
	file: string,
	{ expected, ifEmpty, isList }: JsonKind,
): Reading[] {
	let text: string;
	try {
		text = withoutBom(decodeUtf8(bytes));
	} catch (error) {
		const before = bytes.subarray(0, error instanceof NotUtf8 ? error.offset : 0);
		const line = before.toString("latin1").split("\n").length;
		return [{ problem: { place: { file, line }, ...faultOf(error, "", "") } }];
	}
	if (text.trim() === "") {
		return [{ problem: { place: { file }, message: "is empty", fix: ifEmpty } }];
	}
	try {
		const value: unknown = JSON.parse(text);
		const fault = valueFault(value);
		if (fault !== undefined) return [{ problem: { place: { file }, ...fault } }];
		const readings: Reading[] =
			isList && Array.isArray(value)
				? value.map((record, i) => ({ found: { place: { file, record: [i] }, record } }))
				: [{ found: { place: { file, record: [] }, record: value } }];
		return [...readings, ...repeatedKeys(text, value, { file }).map((problem) => ({ problem }))];
	} catch (error) {
		const line = text.slice(0, jsonFault(text).offset).split("\n").length;
		return [{ problem: { place: { file, line }, ...faultOf(error, text, expected) } }];
	}
}

function faultOf(error: unknown, text: string, expected: string): Fault {
	if (error instanceof NotUtf8) return { message: error.message, fix: "save the file as UTF-8" };
	if (!(error instanceof SyntaxError)) throw error;
	if (isLfsPointer(Buffer.from(text))) return NOT_FETCHED;
	const { offset, what } = jsonFault(text);
	if (CONFLICT.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1))) {
		return { message: "is a Git conflict marker", fix: "keep one side, and delete the markers" };
	}
	return { message: `is not JSON: ${what}; expected ${expected}` };
}

/** Deeper than any record. Code that follows thousands of levels would overflow the stack. */
const MAX_DEPTH = 100;

const DEEP: Fault = {
	message: `is nested more than ${MAX_DEPTH} levels deep`,
	fix: "write records as flat objects of texts and numbers",
};

const API_PAGE: Fault = {
	message: "is a page of an API",
	fix: `add its clips with ${commandLine("import", "URL")}`,
};

/** Why a value holds no records, whatever is in it. */
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
