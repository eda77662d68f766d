/** Adds records after the last one of a catalogue, so that no other clip changes its position. */
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import { UserError } from "../console/user-error.ts";
import type { Edit } from "./file-edits.ts";
import { isJsonFile, objectsIn } from "./record-text.ts";

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
