/** Writes the slug files: the position of the clip that each slug names, or null where it was removed. */

import type { OnProgress } from "../console/progress.ts";
import type { Content } from "./content.ts";
import { type KeyedLine, writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a slug file, in characters: a thousand slugs or so. */
const FILE_SIZE = 24 * 1024;

/** Writes the slug files. Returns the name of their root. */
export function writeSlugs(
	tree: TreeWriter,
	content: Content,
	onProgress: OnProgress,
): Promise<string> {
	return writeKeyed(tree, "slugs", slugLines(content, onProgress), FILE_SIZE);
}

function* slugLines(content: Content, onProgress: OnProgress): Generator<KeyedLine> {
	const { slugs } = content;
	const sorted = Uint32Array.from(slugs.keys());
	sorted.sort((a, b) => ((slugs[a] ?? "") < (slugs[b] ?? "") ? -1 : 1));
	for (const [done, position] of sorted.entries()) {
		if (done % 1000 === 0) onProgress("writing slugs", done, sorted.length);
		const key = slugs[position] ?? "";
		const value = content.isRemoved(position) ? null : position;
		yield { key, line: `${JSON.stringify(key)}:${value}` };
	}
}
