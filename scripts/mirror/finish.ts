/** Ends a run: puts the state that it has made into the place of DIR, unless DIR holds the same. */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exchange } from "../tree/write/exchange.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	SUMS,
	sumsText,
} from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";

/** Makes a state of these files, or keeps the present one if it is the same. */
export async function finish(
	run: Run,
	paths: readonly string[],
	provenance: Provenance,
): Promise<Outcome> {
	const files = new Map(paths.map((path) => [path, run.unfinished.hashOf(path)]));
	if (holdsSame(run, files, provenance)) return keep(run, paths, provenance);
	await replace(run, files, provenance);
	return outcomeOf(run, paths, provenance, "mirrored");
}

/** Ends a run that leaves DIR as it was, because the source has nothing new. */
export function keep(run: Run, paths: readonly string[], provenance: Provenance): Outcome {
	remember(run, provenance);
	rmSync(run.unfinished.folder, { recursive: true, force: true });
	return outcomeOf(run, paths, provenance, "unchanged");
}

function outcomeOf(
	{ http: { bytes, requests }, unfinished }: Run,
	paths: readonly string[],
	{ kind, build, count, failed }: Provenance,
	done: Outcome["status"],
): Outcome {
	const status = failed.length > 0 ? "partial" : done;
	const { fetched } = unfinished;
	const kept = unfinished.keptOf(paths);
	return {
		status,
		kind,
		build,
		count,
		failed,
		files: paths.length,
		fetched,
		kept,
		bytes,
		requests,
	};
}

/** Writes the record of the last state. A crawl keeps the build, key and number of the tree before it. */
function remember({ last, place, unfinished }: Run, provenance: Provenance): void {
	const draft = unfinished.newDraft();
	writeFileSync(draft, provenanceText({ ...provenance, build: provenance.build ?? last?.build }));
	renameSync(draft, place.last);
}

/** DIR stays as it is until the last moment. If a run is killed between the renames, the next one puts it back. */
async function replace(
	run: Run,
	files: ReadonlyMap<string, string>,
	provenance: Provenance,
): Promise<void> {
	const { place, unfinished } = run;
	const record = await unfinished.save(PROVENANCE, [provenanceText(provenance)]);
	await unfinished.save(SUMS, [sumsText(new Map([...files, [PROVENANCE, record]]))]);
	if (existsSync(place.previous)) {
		// Moved before it is deleted, so that there is never only a part of it.
		const old = unfinished.newDraft();
		renameSync(place.previous, old);
		rmSync(old, { recursive: true, force: true });
	}
	unfinished.removeAllBut(new Set([...files.keys(), PROVENANCE, SUMS]));
	flush(unfinished.folder);
	remember(run, provenance);
	exchange(place.folder, unfinished.folder, place.previous);
	flush(dirname(place.folder));
}

/** Whether DIR has these files and no others, undamaged, and a record that says the same. */
function holdsSame(
	{ held, place, unfinished }: Run,
	files: ReadonlyMap<string, string>,
	wanted: Provenance,
): boolean {
	if (held === undefined || !saysSame(held, wanted)) return false;
	const record = hashOf(join(place.folder, PROVENANCE)) ?? "";
	const sums = contentOf(join(place.folder, SUMS))?.toString();
	if (sums !== sumsText(new Map([...files, [PROVENANCE, record]]))) return false;
	return [...files.keys()].every((path) => unfinished.isHeld(path));
}

/** Whether records agree, apart from dates, from numbers that follow from the files, and from reasons, which vary. */
export function saysSame(one: Omit<Provenance, "media">, other: typeof one): boolean {
	const [first, second] = [one, other].map(({ failed, ...said }) => {
		const lacking = failed.map(({ what, url }) => url ?? what);
		return JSON.stringify({ ...said, date: "", media: 0, lacking });
	});
	return first === second;
}

/**
 * Waits until everything in the file system of a folder is on the disk. One call takes a tenth of the time
 * of one per file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	if (spawnSync("sync", ["-f", folder]).status !== 0) spawnSync("sync");
}
