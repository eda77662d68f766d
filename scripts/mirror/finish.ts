/** Ends a run: puts the state that it has made into the place of DIR, unless DIR holds the same. */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { exchange } from "../tree/write/exchange.ts";
import {
	PROVENANCE,
	type Provenance,
	provenanceText,
	readSums,
	SUMS,
	sumsText,
} from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";

type Numbers = Pick<Outcome, "files" | "fetched" | "kept">;

/** Makes a state of these files, or keeps the one that is here. */
export async function finish(
	run: Run,
	paths: Iterable<string>,
	provenance: Provenance,
	counted: Pick<Outcome, "fetched" | "kept">,
): Promise<Outcome> {
	const files = new Map([...paths].map((path) => [path, run.unfinished.hashOf(path)]));
	const numbers = { ...counted, files: files.size };
	if (!run.unfinished.isRepair && hasSame(run, files, provenance)) {
		return keep(run, provenance, numbers);
	}
	await replace(run, files, provenance);
	return outcomeOf(run, provenance, "mirrored", numbers);
}

/** Ends a run after which DIR is as it was, because the source has nothing else. */
export function keep(run: Run, provenance: Provenance, numbers: Numbers): Outcome {
	remember(run, provenance);
	rmSync(run.unfinished.folder, { recursive: true, force: true });
	return outcomeOf(run, provenance, "unchanged", numbers);
}

function outcomeOf(
	{ http: { bytes, requests } }: Run,
	{ kind, build, count, failed }: Provenance,
	done: Outcome["status"],
	numbers: Numbers,
): Outcome {
	const status = failed.length > 0 ? "partial" : done;
	return { status, kind, build, count, failed, ...numbers, bytes, requests };
}

/** Writes the record of the last state. The build of a tree outlives a crawl, as its key and its number do. */
function remember({ last, place, unfinished }: Run, provenance: Provenance): void {
	const draft = unfinished.newDraft();
	writeFileSync(draft, provenanceText({ ...provenance, build: provenance.build ?? last?.build }));
	renameSync(draft, place.last);
}

/** DIR is the one state until the last moment, and if there is none in that, the next run puts it back. */
async function replace(
	run: Run,
	files: ReadonlyMap<string, string>,
	provenance: Provenance,
): Promise<void> {
	const { place, unfinished } = run;
	const record = await unfinished.save(PROVENANCE, [provenanceText(provenance)]);
	await unfinished.save(SUMS, [sumsText(new Map([...files, [PROVENANCE, record]]))]);
	if (existsSync(place.previous)) {
		// It is moved first, so that there is never a part of it in its place.
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

/** Whether DIR has these files and this record. In a crawl only `data/` counts, since pages vary. */
function hasSame(
	{ held, place }: Run,
	files: ReadonlyMap<string, string>,
	wanted: Provenance,
): boolean {
	const counted = wanted.kind === "tree" ? /^(?!provenance\.json$)/ : /^data\//;
	const [before, after] = [readSums(place.folder), files].map((sums) =>
		sumsText(new Map([...sums].filter(([path]) => counted.test(path)))),
	);
	return held !== undefined && before === after && saysSame(held, wanted);
}

/** Whether records agree, apart from dates, from numbers that follow from the files, and from reasons, which vary. */
export function saysSame(one: Omit<Provenance, "media">, other: typeof one): boolean {
	const [first, second] = [one, other].map((said) => {
		const { kind, source, build, key, serial, without } = said;
		const failed = said.failed.map(({ what, url }) => url ?? what);
		return JSON.stringify([kind, source, build, key, serial, without, failed]);
	});
	return first === second;
}

/**
 * Waits until the file system of a folder has everything on the disk. One call takes a tenth of the time of one
 * for each file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	if (spawnSync("sync", ["-f", folder]).status !== 0) spawnSync("sync");
}
