/** What to do with a release: which files to mirror, which of them are here, which others to delete. */
import type { ReleaseFetcher } from "./fetch-release.ts";
import { type DeclaredFile, sum, uniqueContents } from "./file-content.ts";
import { areLive, HeldFiles } from "./held-files.ts";
import { leftovers } from "./inventory.ts";
import { isMakeable } from "./made-files.ts";
import { countProgress } from "./progress.ts";
import type { Release } from "./release.ts";
import type { Outcome, RunContext } from "./run-context.ts";
import { refuseLoss } from "./user-files.ts";

export interface ReleasePlan {
	readonly release: Release;
	readonly media: boolean;
	/** The files to mirror. */
	readonly wanted: readonly DeclaredFile[];
	/** Size of a file; estimated where only the files together say theirs. */
	readonly sizeOf: (file: DeclaredFile) => number;
	/** How many of the user's own files stay. */
	readonly own: number;
	readonly deleted: readonly string[];
	/** Whether nothing is to be done. */
	readonly isCurrent: boolean;
}

/** Throws a MirrorError if files of the user's own would be lost. */
export async function planFor(context: RunContext, release: Release): Promise<ReleasePlan> {
	const { workspace, inventory, record, options } = context;
	const media = options.media ?? record?.media ?? true;
	const wanted = release.files.filter(({ path }) => media || !path.startsWith("media/"));
	const paths = wanted.map(({ path }) => path);
	if (!options.delete) refuseLoss(inventory.own, paths, workspace.name);
	const rest = leftovers(inventory, new Set(paths), options.delete);
	const stored = wanted.filter(({ bytes }) => bytes === undefined).length;
	const average = Math.round(release.pointer.bytes / stored);
	return {
		release,
		media,
		wanted,
		sizeOf: ({ bytes = average }) => bytes,
		...rest,
		isCurrent: rest.deleted.length === 0 && (await areLive(context, wanted)),
	};
}

export interface Located {
	/** Where the content of files is, by their paths. */
	readonly places: ReadonlyMap<string, string>;
	readonly missing: readonly DeclaredFile[];
}

/** Finds the wanted files that are here. */
export async function locate(
	context: RunContext,
	{ wanted, sizeOf }: ReleasePlan,
): Promise<Located> {
	const { source, report } = context;
	const held = new HeldFiles(context);
	const places = new Map<string, string>();
	const missing: DeclaredFile[] = [];
	const advance = countProgress(report, "checking", wanted.length, sum(wanted, sizeOf));
	for (const file of wanted) {
		source.signal.throwIfAborted();
		const place = await held.find(file);
		if (place === undefined) missing.push(file);
		else places.set(file.path, place);
		advance(1, sizeOf(file));
	}
	return { places, missing };
}

/** What a run has done, or would do. */
export type Work = Pick<Outcome, "fetched" | "bytes" | "made" | "kept">;

/** What is left to do when some files are missing. */
export function forecast(
	{ sizeOf }: ReleasePlan,
	{ places, missing }: Located,
	{ fetched }: ReleaseFetcher,
): Work {
	const items = uniqueContents(missing);
	const toFetch = items.filter((file) => !isMakeable(file));
	return {
		fetched: fetched.size + toFetch.length,
		bytes: sum([...fetched.values()], ({ bytes }) => bytes) + sum(toFetch, sizeOf),
		made: items.length - toFetch.length,
		// Without the pointer and what was fetched to find the others.
		kept: places.size - 1 - fetched.size,
	};
}
