/** Makes folders of releases: hard links to files of the pool, and the record of them. */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renameFolder } from "../tree/write/folder-changes.ts";
import {
	flushFolder,
	type HeldRelease,
	type MirrorPlace,
	namesIn,
	numberOf,
	pointTo,
} from "./place.ts";
import type { Pool } from "./pool.ts";
import {
	digestOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	READ_ONLY,
	SUMS,
	sumsText,
	sumsUnlessDamaged,
} from "./release.ts";
import type { Outcome, Run } from "./run.ts";

type Current = Pick<Outcome, "status" | "release">;

/** Makes files of the pool the current release: a new one, unless the last one is the same. */
export function addRelease(
	run: Run,
	files: ReadonlyMap<string, string>,
	provenance: Provenance,
): Current {
	const { folder, latest, options, place, pool } = run;
	const isPartial = provenance.failed.length > 0;
	const isWhole = !options.recheck || (latest && isUndamaged(latest, pool));
	if (latest && isWhole && hasSame(latest, files, provenance)) {
		const again = useAgain(run, latest);
		return isPartial && !options.dryRun ? { ...again, status: "partial" } : again;
	}
	if (options.dryRun) return { status: "dry run" };
	const numbers = namesIn(place.releases).map((name) => numberOf(name) || 0);
	const number = Math.max(0, ...numbers) + 1;
	const release = writeRelease(place, folder, pool, files, provenance, number);
	pointTo(place, release);
	return { status: isPartial ? "partial" : "mirrored", release };
}

/** Makes a release that is here the current one. */
export function useAgain({ current, options, place }: Run, { name }: HeldRelease): Current {
	if (current?.name === name) return { status: "unchanged", release: name };
	if (options.dryRun) return { status: "dry run" };
	pointTo(place, name);
	return { status: "mirrored", release: name };
}

/** Whether the files of a release are those that the pool has checked, or have the same content. */
function isUndamaged({ folder }: HeldRelease, pool: Pool): boolean {
	const sums = sumsUnlessDamaged(folder);
	if (sums === undefined) return false;
	return [...sums].every(([path, hash]) => {
		const file = join(folder, path);
		const [own, pooled] = [file, pool.fileOf(hash)].map((one) =>
			lstatSync(one, { throwIfNoEntry: false }),
		);
		const isLink = own !== undefined && own.ino === pooled?.ino && path !== PROVENANCE;
		return isLink || hashOf(file) === hash;
	});
}

/** Whether a release has these files and says the same. Pages of a crawl, and where it has media that a build refuses, vary. */
function hasSame(
	{ folder, provenance }: HeldRelease,
	files: ReadonlyMap<string, string>,
	wanted: Provenance,
): boolean {
	const counted =
		wanted.kind === "tree" ? /^(?!provenance\.json$).*/s : /^crawl\/media\/|^data\/.*/s;
	const [own, others] = [sumsUnlessDamaged(folder) ?? [], files].map((one) =>
		[...one]
			.flatMap(([path, hash]) => counted.exec(path)?.map((part) => `${hash} ${part}`) ?? [])
			.sort()
			.join("\n"),
	);
	return own === others && saysSame(provenance, wanted);
}

/** What a record says before all media are known. */
type Said = Omit<Provenance, "media">;

/** Whether records agree in all but dates, numbers that follow from the files, and reasons, which vary. */
export function saysSame(one: Said, other: Said): boolean {
	const [own, others] = [one, other].map(({ kind, source, build, key, serial, without, failed }) =>
		// What follows a question mark may be a signature.
		JSON.stringify([
			kind,
			source,
			build,
			key,
			serial,
			without,
			failed.map(({ what }) => what.split("?", 1)),
		]),
	);
	return own === others;
}

/** Makes files of the pool a release with this number. Returns its name. */
export function writeRelease(
	{ releases }: MirrorPlace,
	folder: string,
	pool: Pool,
	files: ReadonlyMap<string, string>,
	provenance: Provenance,
	number: number,
): string {
	const draft = join(folder, `release-${number}`);
	const made = new Set<string>();
	mkdirSync(draft);
	for (const [path, hash] of files) {
		const file = join(draft, path);
		const parent = dirname(file);
		if (!made.has(parent)) mkdirSync(parent, { recursive: true });
		made.add(parent);
		pool.link(hash, file);
	}
	const record = provenanceText(provenance);
	const sums = sumsText(new Map([...files, [PROVENANCE, digestOf(record)]]));
	writeFileSync(join(draft, PROVENANCE), record, { flag: "wx", mode: READ_ONLY });
	writeFileSync(join(draft, SUMS), sums, { flag: "wx", mode: READ_ONLY });
	flush(draft);
	const name = `${String(number).padStart(4, "0")}-${digestOf(sums).slice(0, 16)}`;
	// A purge that was killed has made it before.
	if (!existsSync(join(releases, name))) renameFolder(draft, join(releases, name));
	flushFolder(releases);
	return name;
}

/**
 * Waits until everything in a folder is on the disk. One call for the whole file system takes a tenth of
 * the time of one for each file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	const isDone = spawnSync("sync", ["-f", folder]).status === 0;
	if (!isDone) spawnSync("sync");
}
