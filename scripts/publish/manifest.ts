/** Writes what describes a tree: the list of its files, and the pointer, which comes last. */
import { manifestLine } from "../tree/manifest.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer, pointerJson } from "../tree/pointer.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a part of the manifest, in characters. */
const PART_SIZE = 16 * 1024;

/** Most files that a manifest of so many files takes. */
export function manifestFiles(files: number): number {
	// A line has 90 characters or more, and a part a quarter of its size or more.
	return Math.ceil((files * 400) / PART_SIZE) + 3;
}

/** Of so many files, how many may be written beside the manifest that lists them and `listed` others. */
export function roomBesideManifest(files: number, listed: number): number {
	let room = files;
	while (room > 0 && room + manifestFiles(listed + room) > files) room--;
	return room;
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
