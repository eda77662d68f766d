/** Writes what describes a tree: the list of its files, and the pointer, which comes last. */
import { manifestLine } from "../tree/manifest.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer, pointerJson } from "../tree/pointer.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a part of the manifest, in characters. */
const PART_SIZE = 16 * 1024;

/** Most files of a manifest for each one that it lists: of some 100 characters in a part that has a quarter of its size. */
const PARTS_PER_FILE = 400 / PART_SIZE;
/** Files of even the shortest manifest, at most. */
const LEAST_PARTS = 3;

/** Most files that a tree of so many files has together with its manifest. */
export function filesWithManifest(files: number): number {
	return files + Math.ceil(files * PARTS_PER_FILE) + LEAST_PARTS;
}

/** How many files fit into a tree of `maxFiles` beside `files` others and the manifest. */
export function filesLeft(maxFiles: number, files: number): number {
	return Math.floor((maxFiles - LEAST_PARTS) / (1 + PARTS_PER_FILE)) - files;
}

/** Writes the manifest and then `latest.json`. Returns the pointer. */
export async function writeManifest(
	tree: TreeWriter,
	about: Omit<Pointer, "build" | "version" | "manifest">,
): Promise<Pointer> {
	const lines = tree.listed.map((file) => ({ key: file.path, line: manifestLine(file) }));
	const manifest = await writeKeyed(tree, "manifest", lines, PART_SIZE);
	const text = await pointerJson({ ...about, manifest });
	tree.write(POINTER_PATH, text);
	return parsePointer(text);
}
