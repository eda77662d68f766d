/** Completes a tree with its manifest, its pointer and its signature, and says how many files that takes. */
import { manifestLine } from "../tree/manifest.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer, pointerJson } from "../tree/pointer.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** In characters. */
const PART_SIZE = 16 * 1024;
/** The most manifest files per listed file: lines of about 100 characters, parts of a quarter of their size. */
const PARTS_PER_FILE = 400 / PART_SIZE;
/** The most files of the shortest manifest. */
const LEAST_PARTS = 3;

/** The most files that a tree can have if it has so many besides its manifest. */
export function filesWithManifest(files: number): number {
	return files + Math.ceil(files * PARTS_PER_FILE) + LEAST_PARTS;
}

/** How many more files fit into a tree of `maxFiles` that has `files` besides its manifest. */
export function filesLeft(maxFiles: number, files: number): number {
	return Math.floor((maxFiles - LEAST_PARTS) / (1 + PARTS_PER_FILE)) - files;
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
