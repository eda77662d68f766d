/** Gets the files of a release that are not here: fetches them, or makes them from the clips. */
import pMap from "p-map";
import { saveContent } from "./content-folder.ts";
import { ContentError } from "./errors.ts";
import { heldStore, type ReleaseFetcher } from "./fetch-release.ts";
import { type DeclaredFile, sum, uniqueContents } from "./file-content.ts";
import { FileMaker, isMakeable } from "./made-files.ts";
import { countProgress } from "./progress.ts";
import type { ReleasePlan } from "./release-plan.ts";
import type { RunContext } from "./run-context.ts";
import { transfer } from "./transfer.ts";
import type { Workspace } from "./workspace-paths.ts";

/** How many files are made at the same time: what takes long is to have each safely on the disk. */
const AT_A_TIME = 16;

/**
 * Saves them in the content folder. Returns how many were made. Throws an IncompleteError if some could
 * not be fetched; the others stay for the next run.
 */
export async function obtain(
	context: RunContext,
	plan: ReleasePlan,
	missing: readonly DeclaredFile[],
	fetcher: ReleaseFetcher,
): Promise<number> {
	const items = uniqueContents(missing);
	const makeable = items.filter(isMakeable);
	await fetchAll(
		context,
		plan,
		items.filter((file) => !isMakeable(file)),
		fetcher,
	);
	const unmade = await makeAll(context, plan, makeable);
	await fetchAll(context, plan, unmade, fetcher);
	return makeable.length - unmade.length;
}

async function fetchAll(
	{ options, source, report }: RunContext,
	{ sizeOf }: ReleasePlan,
	items: readonly DeclaredFile[],
	fetcher: ReleaseFetcher,
): Promise<void> {
	const advance = countProgress(report, "fetching", items.length, sum(items, sizeOf));
	await transfer({
		items,
		pathOf: ({ path }) => path,
		concurrency: options.concurrency,
		signal: source.signal,
		report,
		fetch: async (file, signals) => {
			await fetcher.fetch(file, (bytes) => advance(0, bytes), signals);
			advance(1, 0);
		},
	});
}

/** Returns the files that are different from what can be made. */
async function makeAll(
	{ workspace, source, report }: RunContext,
	{ release, sizeOf }: ReleasePlan,
	files: readonly DeclaredFile[],
): Promise<DeclaredFile[]> {
	const maker = new FileMaker({ pointer: release.pointer, store: heldStore(workspace) });
	const unmade: DeclaredFile[] = [];
	const advance = countProgress(report, "making", files.length, sum(files, sizeOf));
	const makeOne = async (file: DeclaredFile): Promise<void> => {
		source.signal.throwIfAborted();
		if (await isMade(workspace, maker, file)) {
			report({ event: "file", path: file.path, bytes: sizeOf(file), from: "store" });
		} else unmade.push(file);
		advance(1, sizeOf(file));
	};
	await pMap(files, makeOne, { concurrency: AT_A_TIME });
	return unmade;
}

async function isMade(
	workspace: Workspace,
	maker: FileMaker,
	file: DeclaredFile,
): Promise<boolean> {
	try {
		for await (const version of maker.versions(file)) {
			if (await isSaved(workspace, version, file)) return true;
		}
	} catch (error) {
		// Whatever keeps a file from being made, it can be fetched; but not onto a full disk.
		if ("syscall" in Object(error)) throw error;
	}
	return false;
}

/** Saves a text unless it is not what the file must contain. */
async function isSaved(
	workspace: Workspace,
	text: AsyncIterable<string> | Iterable<string>,
	expected: DeclaredFile,
): Promise<boolean> {
	try {
		await saveContent(workspace, text, { expected });
		return true;
	} catch (error) {
		if (error instanceof ContentError) return false;
		throw error;
	}
}
