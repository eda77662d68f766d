/** Lists the files of a tree in its manifest, and writes the pointer, from which all files can be found. */

import type { Release } from "../signing/release.ts";
import { manifestLine } from "../tree/manifest.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { FORMAT_VERSION, sha256 } from "../tree/store.ts";
import { writeKeyed } from "./store-files.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** The size of a part of the manifest, in characters. */
const PART_SIZE = 16 * 1024;

/**
 * The fields of the pointer, in the order of its schema. JSON.stringify writes only the fields in this list,
 * which works because no field has nested objects.
 */
const FIELDS = Object.keys(pointerSchema.shape).filter((field) => field !== "build");

/** The text of a pointer. */
export async function pointerJson(about: Omit<Pointer, "build" | "version">): Promise<string> {
	const pointer = JSON.stringify({ ...about, version: FORMAT_VERSION }, FIELDS);
	const rest = `${pointer.slice(1)}\n`;
	return `{"build":"${await sha256(rest)}",${rest}`;
}

/** Writes the manifest, then the pointer and its signature. Must be called last. Returns the pointer. */
export async function writeManifest(
	tree: TreeWriter,
	about: Omit<Pointer, "build" | "version" | "manifest">,
	{ sign, ...release }: Release = {},
): Promise<Pointer> {
	const lines = tree.sortedListed().map((file) => ({ key: file.path, line: manifestLine(file) }));
	const manifest = await writeKeyed(tree, "manifest", lines, PART_SIZE);
	const text = await pointerJson({ ...about, ...release, manifest });
	tree.write(POINTER_PATH, text);
	if (sign !== undefined) tree.write(SIGNATURE_PATH, sign(text));
	return parsePointer(text);
}
