/**
 * Changes records in the text of a catalogue file, in that file's style, and leaves all other bytes unchanged.
 * New records are added after the last one in the catalogue, so that no clip changes its position.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, modify, type Node, parseTree, visit } from "jsonc-parser";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import type { RecordPlace } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";
import type { Measures } from "../sound/measures.ts";
import type { Changes } from "./file-edits.ts";

/** Where a record is in the text of its file. */
interface Span {
	readonly start: number;
	readonly end: number;
}

/** Whether a catalogue file is a single JSON text rather than one text per line. */
function isJsonFile(file: string): boolean {
	return /\.json$/i.test(file);
}

/** The spans of all lines or, in a JSON file, of all objects: records contain no nested objects. */
function spansOf(file: string, text: string): Span[] {
	const spans: Span[] = [];
	const bom = text.startsWith("\ufeff") ? 1 : 0;
	let start = bom;
	if (isJsonFile(file)) {
		visit(text.slice(bom), {
			onObjectBegin: (offset) => {
				start = bom + offset;
			},
			onObjectEnd: (offset, length) => void spans.push({ start, end: bom + offset + length }),
		});
		return spans;
	}
	for (const line of text.slice(bom).split("\n")) {
		spans.push({ start, end: start + line.replace(/\r$/, "").length });
		start += line.length + 1;
	}
	return spans;
}

/**
 * Replaces the text of each record at these places. The files must be valid.
 * @param rewrite returns the new text of a record, or the old one to leave it alone
 */
export function rewritten(
	places: readonly RecordPlace[],
	rewrite: (record: string, slug: string) => string,
): Changes {
	const changed = (file: string, text: string): string => {
		const ofFile = places.filter((place) => place.file === file);
		const wanted = new Set(
			ofFile.map(({ line, record }) => (line === undefined ? (record?.[0] ?? 0) : line - 1)),
		);
		const parts: string[] = [];
		let at = 0;
		for (const { start, end } of spansOf(file, text).filter((_, i) => wanted.has(i))) {
			const record = text.slice(start, end);
			parts.push(text.slice(at, start), rewrite(record, JSON.parse(record).slug));
			at = end;
		}
		return parts.join("") + text.slice(at);
	};
	const files = new Set(places.map(({ file }) => file));
	return new Map([...files].map((file) => [file, (text: string) => changed(file, text)]));
}

const FIELDS = ["duration", "gain"] as const satisfies readonly (keyof Measures)[];

/** The text of a record with these measures instead of the old ones; new fields come last. */
export function withMeasures(record: string, measures: Measures): string {
	return FIELDS.reduce((text, field) => withField(text, field, measures[field]), record);
}

function withField(text: string, field: string, value: number | undefined): string {
	const properties = parseTree(text)?.children ?? [];
	const isThere = properties.some(({ children }) => children?.[0]?.value === field);
	if (isThere) return applyEdits(text, modify(text, [field], value, {}));
	return value === undefined ? text : added(text, properties, `"${field}"`, `${value}`);
}

/** Adds a field after the last one, with the same white space before it and after its colon. */
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

/** The file that is created in an empty catalogue. */
const FIRST_FILE = "clips.ndjson";

/** The path of the file with the last records of a catalogue. In an empty catalogue, that file does not exist yet. */
export async function lastFile(dataDir: string): Promise<string> {
	const { names } = await findCatalogueFiles(dataDir);
	const file = join(dataDir, names.at(-1) ?? FIRST_FILE);
	if (names.length > 0 || !existsSync(file)) return file;
	throw new UserError(`${file}: is a folder, but a file is needed; rename the folder`);
}

/** Adds records to a file, which may not exist yet. */
export function extended(file: string, records: readonly object[]): Changes {
	const added = records.map((record) => JSON.stringify(record));
	const extend = (text: string): string =>
		isJsonFile(file) ? withElements(text, added, spansOf(file, text)) : withLines(text, added);
	return new Map([[file, extend]]);
}

function withLines(text: string, added: readonly string[]): string {
	const isEnded = text === "" || text.endsWith("\n");
	return `${text}${isEnded ? "" : "\n"}${added.join("\n")}\n`;
}

/** Adds elements to an array, in the array's style, or turns a single record into an array. */
function withElements(text: string, added: readonly string[], spans: readonly Span[]): string {
	const open = text.indexOf("[") + 1;
	const [start, end] = [spans[0]?.start ?? open, spans.at(-1)?.end ?? open];
	const [before, records, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
	if (records === "") return `${before}\n${added.join(",\n")}\n${after}`;
	const isArray = open > 0 && open <= start;
	const space = isArray ? text.slice(open, start) : "\n";
	const all = [records, ...added].join(`,${space}`);
	return isArray ? `${before}${all}${after}` : `${before}[${space}${all}${space}]${after}`;
}
