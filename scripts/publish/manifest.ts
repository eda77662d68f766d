/** The list of every file of a tree, and the pointer to it, by which mirrors know what they hold. */
import { createHash } from "node:crypto";
import { FORMAT_VERSION, type Latest } from "../contract/latest.ts";
import { LATEST_PATH, MANIFEST_PATH } from "../contract/paths.ts";
import type { FileEntry, TreeWriter } from "./tree-writer.ts";

/** The hash of a sorted file list, hex: of a whole tree, the id of the build. */
export function listHash(entries: readonly FileEntry[]): string {
	const hash = createHash("sha256");
	for (const { path, bytes, sha256 } of entries) hash.update(`${sha256} ${bytes} ${path}\n`);
	return hash.digest("hex");
}

/** One file a line, so that two manifests can be compared by eye and by `diff`. */
function manifestJson(build: string, baseUrl: string, entries: readonly FileEntry[]): string {
	const head = JSON.stringify({ version: FORMAT_VERSION, build, base_url: baseUrl }).slice(0, -1);
	const files = entries.map(({ path, bytes, sha256 }) => JSON.stringify({ path, bytes, sha256 }));
	return `${head},"files":[\n${files.join(",\n")}\n]}\n`;
}

/** Writes `manifest.json` and, last of all files, `latest.json`. Gives the pointer. */
export function writeManifest(
	tree: TreeWriter,
	about: Pick<Latest, "base_url" | "media" | "count" | "shards">,
): Latest {
	const { entries } = tree;
	const build = listHash(entries);
	tree.write(MANIFEST_PATH, manifestJson(build, about.base_url, entries));
	const manifest = tree.entries.find(({ path }) => `/${path}` === MANIFEST_PATH) as FileEntry;
	const latest: Latest = {
		version: FORMAT_VERSION,
		build,
		base_url: about.base_url,
		media: about.media,
		count: about.count,
		shards: about.shards,
		manifest: { bytes: manifest.bytes, sha256: manifest.sha256 },
	};
	tree.write(LATEST_PATH, `${JSON.stringify(latest)}\n`);
	return latest;
}
