/** Puts a release together in the staging folder: from what is here already, and the rest from the source. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry } from "../tree/manifest.ts";
import { byContent, total } from "./contents.ts";
import type { From, Tell } from "./events.ts";
import { hashOf, stateOf } from "./hash-file.ts";
import type { Holding } from "./holding.ts";
import type { Workspace } from "./layout.ts";
import { placeCopy, placeLinked } from "./place.ts";
import { type Ends, transfer } from "./transfer.ts";
import { walk } from "./walk.ts";
import { stageAnew } from "./workspace.ts";

export interface Assembly {
	readonly workspace: Workspace;
	readonly holding: Holding;
	readonly wanted: readonly FileEntry[];
	readonly concurrency: number;
	readonly signal: AbortSignal;
	/** Fetches a file and puts it in its place when it is right; false when it is better left out. */
	readonly fetch: (entry: FileEntry, how: FetchOne) => Promise<boolean>;
	readonly tell: Tell;
}

export interface FetchOne extends Ends {
	/** The place in the staging folder. */
	readonly target: string;
	/** Told the bytes as they come; negative when they were for nothing. */
	readonly onBytes: (bytes: number) => void;
}

/** What assembling came to. Files that hold the same are fetched once, and count once. */
export interface Assembled {
	readonly fetched: number;
	readonly bytes: number;
	readonly kept: number;
}

/** Throws an IncompleteError when files could not be fetched; those that were stay. */
export async function assemble(assembly: Assembly): Promise<Assembled> {
	const { wanted, workspace, tell } = assembly;
	stageAnew(workspace);
	const missing = await placeHeld(assembly);
	rmSync(workspace.earlier, { recursive: true });

	// Files that hold the same are fetched once.
	const twins = byContent(missing);
	const firsts = [...twins.values()].flatMap((same) => same.slice(0, 1));
	const allBytes = total(firsts);
	const fetched: FileEntry[] = [];
	let files = 0;
	let bytes = 0;
	const progress = (): void => {
		const phase = "fetching";
		tell({
			event: "progress",
			progress: { phase, files, allFiles: firsts.length, bytes, allBytes },
		});
	};
	await transfer({
		items: firsts,
		pathOf: ({ path }) => path,
		concurrency: assembly.concurrency,
		signal: assembly.signal,
		tell,
		fetch: async (entry, ends) => {
			const target = join(workspace.staging, entry.path);
			const onBytes = (more: number): void => {
				bytes += more;
				progress();
			};
			files++;
			if (!(await assembly.fetch(entry, { target, onBytes, ...ends }))) return;
			fetched.push(entry);
			tell({ event: "file", path: entry.path, bytes: entry.bytes, from: "source" });
			for (const twin of twins.get(entry.sha256) ?? []) {
				if (twin !== entry) placeCopy(target, join(workspace.staging, twin.path));
			}
		},
	});
	return {
		fetched: fetched.length,
		bytes: total(fetched),
		kept: wanted.length - missing.length,
	};
}

/** Stages every wanted file whose bytes are here already, under whatever path. Gives the others. */
async function placeHeld({
	workspace,
	holding,
	wanted,
	signal,
	tell,
}: Assembly): Promise<FileEntry[]> {
	const { live, staging, earlier } = workspace;
	const staged = await contentOf(earlier, signal);
	const held = byContent([...holding.files.values()]);
	const missing: FileEntry[] = [];
	const linked = new Set<string>();
	const allBytes = total(wanted);
	let files = 0;
	let bytes = 0;
	for (const entry of wanted) {
		signal.throwIfAborted();
		const { sha256 } = entry;
		const before = staged.get(sha256);
		const source = before ?? (await wholeFile(live, held.get(sha256) ?? []));
		if (source === undefined) missing.push(entry);
		else {
			// Two files of one tree are never one on the disk: whoever changes one means only that.
			const place = linked.has(source) ? placeCopy : placeLinked;
			place(source, join(staging, entry.path));
			linked.add(source);
			const from: From = before === undefined ? "mirror" : "earlier run";
			tell({ event: "file", path: entry.path, bytes: entry.bytes, from });
		}
		files++;
		bytes += entry.bytes;
		const phase = "checking";
		tell({
			event: "progress",
			progress: { phase, files, allFiles: wanted.length, bytes, allBytes },
		});
	}
	return missing;
}

/** A file for each content in a folder. All is read: a machine that died may have left others than were fetched. */
async function contentOf(
	folder: string,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
	const content = new Map<string, string>();
	for (const { path, kind } of walk(folder)) {
		signal.throwIfAborted();
		if (kind === "file") content.set(await hashOf(join(folder, path)), join(folder, path));
	}
	return content;
}

/** The first of these files that holds what it is declared to. */
async function wholeFile(live: string, entries: readonly FileEntry[]): Promise<string | undefined> {
	for (const entry of entries) {
		const file = join(live, entry.path);
		if ((await stateOf(file, entry)) === "whole") return file;
	}
	return undefined;
}
