/** Writes the last two files of a tree: the list of all others, and the pointer to it. */
import { buildId, manifestJson } from "../tree/manifest.ts";
import { MANIFEST_PATH, POINTER_PATH } from "../tree/paths.ts";
import { FORMAT_VERSION, type Pointer } from "../tree/pointer.ts";
import type { TreeWriter } from "./tree-writer.ts";

/** Writes `manifest.json` and then `latest.json`. Returns the pointer. */
export async function writeManifest(
	tree: TreeWriter,
	about: Pick<Pointer, "base_url" | "media" | "count" | "shards">,
): Promise<Pointer> {
	const files = tree.entries;
	const build = await buildId(files);
	const { base_url, media, count, shards } = about;
	const version = FORMAT_VERSION;
	const { bytes, sha256 } = tree.write(
		MANIFEST_PATH,
		manifestJson({ version, build, base_url, files }),
	);
	const manifest = { bytes, sha256 };
	const pointer: Pointer = { version, build, base_url, media, count, shards, manifest };
	tree.write(POINTER_PATH, `${JSON.stringify(pointer)}\n`);
	return pointer;
}
