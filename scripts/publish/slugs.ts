/** Writes the slug files: the position of the clip that each slug names, or null where it was removed. */
import type { CatalogueRecord } from "../catalogue/instant.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a slug file, in characters: a thousand slugs or so. */
const FILE_SIZE = 24 * 1024;

/** Writes the slug files of all records, by position. Returns the name of their root. */
export function writeSlugs(tree: TreeWriter, records: readonly CatalogueRecord[]): Promise<string> {
	const lines = records.map((record, position) => ({
		key: record.slug,
		line: `${JSON.stringify(record.slug)}:${"removed" in record ? null : position}`,
	}));
	lines.sort((a, b) => (a.key < b.key ? -1 : 1));
	return writeKeyed(tree, "slugs", lines, FILE_SIZE);
}
