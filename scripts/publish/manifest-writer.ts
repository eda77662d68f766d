/** Lists the files of a tree in its manifest, and writes the pointer that leads to everything. */
import { manifestLine } from "../tree/manifest.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer, pointerJson } from "../tree/pointer.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** In characters. */
const PART_SIZE = 16 * 1024;
/** The most parts per listed file: lines of about 100 characters, parts of a quarter of their size. */
const PARTS_PER_FILE = 400 / PART_SIZE;
/** The most files of the shortest manifest. */
const LEAST_PARTS = 3;

/** The most files that the manifest of so many files takes. */
export function mostManifestFiles(listed: number): number {
	return Math.ceil(listed * PARTS_PER_FILE) + LEAST_PARTS;
}

/** Signs the text of a pointer. */
export type Sign = (text: string) => string;

/** Writes the manifest, then the pointer and its signature. To be called last. Returns the pointer. */
export async function writeManifest(
	tree: TreeWriter,
	about: Omit<Pointer, "build" | "version" | "manifest">,
	sign?: Sign,
): Promise<Pointer> {
	const lines = tree.sortedListed().map((file) => ({ key: file.path, line: manifestLine(file) }));
	const manifest = await writeKeyed(tree, "manifest", lines, PART_SIZE);
	const text = await pointerJson({ ...about, manifest });
	tree.write(POINTER_PATH, text);
	if (sign !== undefined) tree.write(SIGNATURE_PATH, sign(text));
	return parsePointer(text);
}
