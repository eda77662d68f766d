/** Assembles a release in the staging folder: reuses content that is already here and fetches the rest. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import { copy, linkOrCopy, walk } from "./disk.ts";
import type { FileDownload } from "./fetch-release.ts";
import { groupByContent, hashOf, stateOf, totalBytes, uniqueContents } from "./file-content.ts";
import type { Inventory } from "./inventory.ts";
import type { Origin, Report } from "./run-context.ts";
import { transfer } from "./transfer.ts";
import { restartStaging } from "./workspace.ts";
import type { Workspace } from "./workspace-paths.ts";

export interface Assembly {
	readonly workspace: Workspace;
	readonly inventory: Inventory;
	readonly wanted: readonly FileEntry[];
	readonly concurrency: number;
	readonly signal: AbortSignal;
	/** Downloads one file; returns false if the host withholds it. */
	readonly fetch: (entry: FileEntry, job: FileDownload) => Promise<boolean>;
	readonly report: Report;
}

/** Files with the same content are fetched once, and counted once as fetched. */
export interface Assembled {
	readonly fetched: number;
	readonly bytes: number;
	readonly kept: number;
}

/** Throws an IncompleteError if files could not be fetched; the staged ones remain for the next run. */
export async function assemble(assembly: Assembly): Promise<Assembled> {
	const { wanted, workspace, concurrency, signal, report } = assembly;
	const { staging, earlier, parts } = workspace;
	restartStaging(workspace);
	const missing = await stageLocal(assembly);
	rmSync(earlier, { recursive: true });

	const twins = groupByContent(missing);
	const items = uniqueContents(missing);
	const progress = progressReport(report, "fetching", items);
	const fetched: FileEntry[] = [];
	await transfer({
		items,
		pathOf: ({ path }) => path,
		concurrency,
		signal,
		report,
		fetch: async (entry, signals) => {
			const target = join(staging, entry.path);
			progress(1, 0);
			const onBytes = (bytes: number): void => progress(0, bytes);
			if (!(await assembly.fetch(entry, { parts, target, onBytes, ...signals }))) return;
			fetched.push(entry);
			report({ event: "file", path: entry.path, bytes: entry.bytes, from: "source" });
			for (const twin of twins.get(entry.sha256) ?? []) {
				if (twin !== entry) copy(target, join(staging, twin.path));
			}
		},
	});
	return {
		fetched: fetched.length,
		bytes: totalBytes(fetched),
		kept: wanted.length - missing.length,
	};
}

/** Returns a function that adds files and bytes to what is done, and reports it. */
function progressReport(report: Report, phase: string, all: readonly FileEntry[]) {
	const [allFiles, allBytes] = [all.length, totalBytes(all)];
	let files = 0;
	let bytes = 0;
	return (moreFiles: number, moreBytes: number): void => {
		files += moreFiles;
		bytes += moreBytes;
		report({ event: "progress", progress: { phase, files, allFiles, bytes, allBytes } });
	};
}

/** Stages every wanted file whose content is here already, under any path. Returns the others. */
async function stageLocal(assembly: Assembly): Promise<FileEntry[]> {
	const { workspace, inventory, wanted, signal, report } = assembly;
	const { live, staging, earlier } = workspace;
	const staged = await filesByHash(earlier, signal);
	const held = groupByContent([...inventory.files.values()]);
	const progress = progressReport(report, "checking", wanted);
	const missing: FileEntry[] = [];
	const linked = new Set<string>();
	for (const entry of wanted) {
		signal.throwIfAborted();
		const { path, sha256, bytes } = entry;
		const before = staged.get(sha256);
		const source = before ?? (await intactFile(live, held.get(sha256) ?? []));
		if (source === undefined) missing.push(entry);
		else {
			// Two files of one tree must not share a hard link: editing one would change the other.
			const place = linked.has(source) ? copy : linkOrCopy;
			place(source, join(staging, path));
			linked.add(source);
			const from: Origin = before === undefined ? "mirror" : "earlier run";
			report({ event: "file", path, bytes, from });
		}
		progress(1, bytes);
	}
	return missing;
}

/** One file for each content. Hashes all of them, because a crash may have corrupted some. */
async function filesByHash(
	folder: string,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
	const files = new Map<string, string>();
	for (const { path, kind } of walk(folder)) {
		signal.throwIfAborted();
		if (kind === "file") files.set(await hashOf(join(folder, path)), join(folder, path));
	}
	return files;
}

/** The first of these files that has the declared content. */
async function intactFile(
	live: string,
	entries: readonly FileEntry[],
): Promise<string | undefined> {
	for (const entry of entries) {
		const file = join(live, entry.path);
		if ((await stateOf(file, entry)) === "intact") return file;
	}
	return undefined;
}
