/** What to do with a release: which files to fetch, which to keep, which to delete. */
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import type { Assembled } from "./assembly.ts";
import { groupByContent, sizeOf, textEntry, totalBytes, uniqueContents } from "./file-content.ts";
import { type Inventory, leftovers } from "./inventory.ts";
import { MANIFEST, POINTER, type Release } from "./release.ts";
import type { RunContext } from "./run-context.ts";
import { refuseLoss } from "./user-files.ts";

export interface ReleasePlan {
	readonly media: boolean;
	/** The files to mirror, without the pointer and the manifest. */
	readonly wanted: readonly FileEntry[];
	/** The pointer and the manifest. */
	readonly metadata: readonly FileEntry[];
	/** The paths of all of these. */
	readonly paths: readonly string[];
	/** How many of the user's own files stay. */
	readonly own: number;
	readonly deleted: readonly string[];
}

/** Throws a MirrorError if files of the user's own would be lost. */
export function planFor(
	{ workspace, inventory, record, options }: RunContext,
	release: Release,
): ReleasePlan {
	const media = options.media ?? record?.media ?? true;
	const wanted = release.files.filter(({ path }) => media || !path.startsWith("media/"));
	const metadata = [
		textEntry(MANIFEST, release.manifestText),
		textEntry(POINTER, release.pointerText),
	];
	const paths = [...wanted, ...metadata].map(({ path }) => path);
	if (!options.delete) refuseLoss(inventory.own, paths, workspace.name);
	const rest = leftovers(inventory, new Set(paths), options.delete);
	return { media, wanted, metadata, paths, ...rest };
}

/** The files that are missing or different, judged by their sizes and by the manifest of the live release. */
export async function missingFiles(
	{ workspace, inventory }: RunContext,
	{ wanted, metadata }: ReleasePlan,
	withheld: ReadonlySet<string>,
): Promise<FileEntry[]> {
	const missing: FileEntry[] = [];
	for (const entry of [...wanted, ...metadata]) {
		if (withheld.has(entry.path)) continue;
		const isDeclared = inventory.files.get(entry.path)?.sha256 === entry.sha256;
		const isThere = isDeclared && (await sizeOf(join(workspace.live, entry.path))) === entry.bytes;
		if (!isThere) missing.push(entry);
	}
	return missing;
}

/** What a run would do, judged by the manifest of the live release. */
export function forecast(
	inventory: Inventory,
	wanted: readonly FileEntry[],
	missing: readonly FileEntry[],
): Assembled {
	const held = groupByContent([...inventory.files.values()]);
	const absent = new Set(missing.map(({ path }) => path));
	const toFetch = wanted.filter(({ path, sha256 }) => {
		const isElsewhere = held.get(sha256)?.some((twin) => !absent.has(twin.path)) === true;
		return absent.has(path) && !isElsewhere;
	});
	const unique = uniqueContents(toFetch);
	return {
		fetched: unique.length,
		bytes: totalBytes(unique),
		kept: wanted.length - toFetch.length,
	};
}
