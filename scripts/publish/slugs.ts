/** Writes the slug files: the position of the clip that each slug names, or null where it was removed. */
import type { Content } from "./content.ts";
import { type KeyedLine, writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a slug file, in characters: a thousand slugs or so. */
const FILE_SIZE = 24 * 1024;

/** Writes the slug files. Returns the name of their root. */
export function writeSlugs(tree: TreeWriter, content: Content): Promise<string> {
	return writeKeyed(tree, "slugs", slugLines(content), FILE_SIZE);
}

function* slugLines(content: Content): Generator<KeyedLine> {
	const { slugs } = content;
	const sorted = Uint32Array.from(slugs.keys());
	sorted.sort((a, b) => ((slugs[a] ?? "") < (slugs[b] ?? "") ? -1 : 1));
	for (const position of sorted) {
		const key = slugs[position] ?? "";
		const value = content.isRemoved(position) ? null : position;
		yield { key, line: `${JSON.stringify(key)}:${value}` };
	}
}
