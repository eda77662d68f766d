/**
 * Finds the text of records in a catalogue file, and writes others in its style, so that all other bytes are
 * kept. New records come after the last one of the catalogue, so that no other clip changes its position.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, modify, type Node, parseTree, visit } from "jsonc-parser";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import type { RecordPlace } from "../catalogue/problems.ts";
import { MAX_LINE_BYTES } from "../catalogue/records.ts";
import { readLines } from "../catalogue/text-file.ts";
import { UserError } from "../console/user-error.ts";
import type { Measures } from "../sound/measures.ts";
import type { Edit } from "./file-edits.ts";

interface RecordText {
	/** The first byte of the record in its file. */
	readonly start: number;
	/** The byte after it. */
	readonly end: number;
	/** Its own bytes. */
	readonly bytes: Buffer;
}

const BOM = Buffer.from("\ufeff");

/** Whether a catalogue file is one JSON text rather than one per line. */
function isJsonFile(file: string): boolean {
	return /\.json$/i.test(file);
}

/**
 * The edits that give records new texts, by file. The files must have no problems.
 * @param rewrite returns the new text, or the old one to leave a record alone
 */
export async function editsOf(
	places: readonly RecordPlace[],
	rewrite: (text: string, slug: string) => string | Promise<string>,
): Promise<Map<string, Edit[]>> {
	const edits = new Map<string, Edit[]>();
	for (const file of new Set(places.map((place) => place.file))) {
		const ofFile: Edit[] = [];
		const texts = await recordTexts(
			file,
			places.filter((place) => place.file === file),
		);
		for (const { start, end, bytes } of texts) {
			const before = bytes.toString("utf8");
			const text = await rewrite(before, JSON.parse(before).slug);
			if (text !== before) ofFile.push({ start, end, text });
		}
		if (ofFile.length > 0) edits.set(file, ofFile);
	}
	return edits;
}

/** The texts of the records at these places of one file, in its order. */
async function recordTexts(file: string, places: readonly RecordPlace[]): Promise<RecordText[]> {
	if (!isJsonFile(file)) return linesAt(file, new Set(places.map(({ line }) => line)));
	const wanted = new Set(places.map(({ record }) => record?.[0] ?? 0));
	return objectsIn(await readFile(file)).filter((_, i) => wanted.has(i));
}

async function linesAt(file: string, numbers: ReadonlySet<unknown>): Promise<RecordText[]> {
	const found: RecordText[] = [];
	let start = 0;
	for await (const lines of readLines(createReadStream(file), MAX_LINE_BYTES)) {
		for (const { number, bytes, length } of lines) {
			if (bytes !== undefined && numbers.has(number)) {
				const skipped = start === 0 ? bomLength(bytes) : 0;
				const [from, end] = [start + skipped, start + bytes.length];
				found.push({ start: from, end, bytes: bytes.subarray(skipped) });
			}
			start += length + 1;
		}
	}
	return found;
}

function bomLength(bytes: Buffer): number {
	return bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
}

/** The records of a JSON file. They hold no other objects, so every object is a record. */
function objectsIn(bytes: Buffer): RecordText[] {
	const skipped = bomLength(bytes);
	const found: RecordText[] = [];
	let start = 0;
	// One character per byte. JSON's own characters are the same in UTF-8 and in Latin-1.
	visit(bytes.toString("latin1", skipped), {
		onObjectBegin: (offset) => {
			start = skipped + offset;
		},
		onObjectEnd: (offset, length) => {
			const end = skipped + offset + length;
			found.push({ start, end, bytes: bytes.subarray(start, end) });
		},
	});
	return found;
}

const FIELDS = ["duration", "gain"] as const satisfies readonly (keyof Measures)[];

/** The text with these measures in place of those that it has; new ones come last. */
export function withMeasures(record: string, measures: Measures): string {
	return FIELDS.reduce((text, field) => withField(text, field, measures[field]), record);
}

function withField(text: string, field: string, value: number | undefined): string {
	const properties = parseTree(text)?.children ?? [];
	const isThere = properties.some(({ children }) => children?.[0]?.value === field);
	if (isThere) return applyEdits(text, modify(text, [field], value, {}));
	return value === undefined ? text : added(text, properties, `"${field}"`, `${value}`);
}

/** Goes after the last field, with the same white space before it and after its colon. */
function added(text: string, properties: readonly Node[], key: string, value: string): string {
	const [before, last] = properties.slice(-2);
	const [lastKey, lastValue] = last?.children ?? [];
	if (!before || !last || !lastKey || !lastValue) return text;
	const separator = text.slice(endOf(before), last.offset);
	const colon = text.slice(endOf(lastKey), lastValue.offset);
	const end = endOf(last);
	return `${text.slice(0, end)}${separator}${key}${colon}${value}${text.slice(end)}`;
}

function endOf({ offset, length }: Node): number {
	return offset + length;
}

/** The file that is made in an empty catalogue. */
const FIRST_FILE = "clips.ndjson";

const LF = 0x0a;

/** The path of the file with the last records of a catalogue. In an empty one, it does not exist yet. */
export async function lastFile(dataDir: string): Promise<string> {
	const { names } = await findCatalogueFiles(dataDir);
	const file = join(dataDir, names.at(-1) ?? FIRST_FILE);
	if (names.length > 0 || !existsSync(file)) return file;
	throw new UserError(`${file}: is a folder; rename it, so that a file can be there`);
}

/** The edits that add records to a file, which may not exist yet. */
export async function additionsTo(file: string, records: readonly object[]): Promise<Edit[]> {
	const texts = records.map((record) => JSON.stringify(record));
	return isJsonFile(file)
		? elementsAfter(await readFile(file), texts)
		: [await linesAfter(file, texts)];
}

async function linesAfter(file: string, texts: readonly string[]): Promise<Edit> {
	const end = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	const before = end === 0 || (await readFile(file)).at(-1) === LF ? "" : "\n";
	return { start: end, end, text: `${before}${texts.join("\n")}\n` };
}

/** Adds elements to an array, in its style, or makes one of a single record. */
function elementsAfter(bytes: Buffer, texts: readonly string[]): Edit[] {
	const records = objectsIn(bytes);
	const [first, last] = [records[0], records.at(-1)];
	const open = bytes.indexOf("[") + 1;
	if (first === undefined || last === undefined)
		return [insertion(open, `\n${texts.join(",\n")}\n`)];
	const isArray = open > 0 && open <= first.start;
	const space = isArray ? bytes.toString("utf8", open, first.start) : "\n";
	const added = texts.map((text) => `,${space}${text}`).join("");
	if (isArray) return [insertion(last.end, added)];
	return [insertion(first.start, `[${space}`), insertion(last.end, `${added}${space}]`)];
}

function insertion(at: number, text: string): Edit {
	return { start: at, end: at, text };
}
