/** Makes folders of releases: hard links to files of the pool, and the record of them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renameFolder } from "../tree/write/folder-changes.ts";
import { flushFolder, type MirrorPlace, numberOf, pointTo } from "./place.ts";
import type { Pool } from "./pool.ts";
import {
	digestOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	READ_ONLY,
	SUMS,
	sumsText,
} from "./release.ts";

/**
 * Makes files of the pool a release, and the current one. Returns its name.
 * @param folder of the run
 */
export function addRelease(
	place: MirrorPlace,
	folder: string,
	pool: Pool,
	files: ReadonlyMap<string, string>,
	provenance: Provenance,
): string {
	const numbers = readdirSync(place.releases).map((name) => numberOf(name) || 0);
	const number = Math.max(0, ...numbers) + 1;
	const name = writeRelease(place, folder, pool, files, provenance, number);
	pointTo(place, name);
	return name;
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
