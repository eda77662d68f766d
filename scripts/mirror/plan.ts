/** What a release means for a mirror: which files are wanted, which are there, which go. */
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import type { Assembled } from "./assemble.ts";
import { byContent, total } from "./contents.ts";
import type { FetchedRelease } from "./fetch-release.ts";
import { sizeOf } from "./hash-file.ts";
import { entryOf, type Holding } from "./holding.ts";
import { pathsOf, refuseLoss } from "./own-files.ts";
import { LATEST, MANIFEST } from "./release.ts";
import type { Run } from "./run.ts";

/** What of a release is wanted here, and what is to become of what is held. */
export interface Plan {
	readonly release: FetchedRelease;
	readonly holding: Holding;
	readonly media: boolean;
	/** Files to hold, without the pointer and the manifest. */
	readonly wanted: readonly FileEntry[];
	/** The pointer and the manifest. */
	readonly described: readonly FileEntry[];
	/** Paths of all these. */
	readonly paths: readonly string[];
	/** How many files of the user's own stay. */
	readonly own: number;
	readonly deleted: readonly string[];
}

/** Throws a MirrorError when the folder holds what must not be lost. */
export function planFor(
	{ workspace, holding, record, options }: Run,
	release: FetchedRelease,
): Plan {
	const media = options.media ?? record?.media ?? true;
	const wanted = release.files.filter(({ path }) => media || !path.startsWith("media/"));
	const described = [entryOf(MANIFEST, release.manifestText), entryOf(LATEST, release.pointerText)];
	const paths = [...wanted, ...described].map(({ path }) => path);
	const own = pathsOf(holding.own);
	if (!options.delete) refuseLoss(holding.own, paths, workspace.name);
	const stays = new Set(paths);
	const gone = [...holding.files.keys()].filter((path) => !stays.has(path));
	return {
		release,
		holding,
		media,
		wanted,
		described,
		paths,
		own: options.delete ? 0 : own.length,
		deleted: [...gone, ...(options.delete ? own : [])].sort(),
	};
}

/** The wanted files that are not held, by their sizes and by what the held release declares. */
export async function unlike(
	{ wanted, described, holding }: Plan,
	live: string,
	withheld: ReadonlySet<string>,
): Promise<FileEntry[]> {
	const found: FileEntry[] = [];
	for (const entry of [...wanted, ...described]) {
		if (withheld.has(entry.path)) continue;
		const isDeclared = holding.files.get(entry.path)?.sha256 === entry.sha256;
		const isThere = isDeclared && (await sizeOf(join(live, entry.path))) === entry.bytes;
		if (!isThere) found.push(entry);
	}
	return found;
}

/** What a run would do, going by what the held release declares. */
export function expected({ wanted, holding }: Plan, missing: readonly FileEntry[]): Assembled {
	const held = byContent([...holding.files.values()]);
	const absent = new Set(missing.map(({ path }) => path));
	const toFetch = wanted.filter(({ path, sha256 }) => {
		const elsewhere = held.get(sha256)?.some((twin) => !absent.has(twin.path));
		return absent.has(path) && elsewhere !== true;
	});
	const firsts = [...byContent(toFetch).values()].flatMap((same) => same.slice(0, 1));
	return { fetched: firsts.length, bytes: total(firsts), kept: wanted.length - toFetch.length };
}
