/** Mirrors a published tree: copies its release, and replaces DIR with the result. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../console/user-error.ts";
import { siteUrl } from "../download/addresses.ts";
import { Http } from "../download/http.ts";
import { digestOf, textOf } from "../tree/write/read-file.ts";
import { copyTree } from "./copy.ts";
import { heldIn } from "./held.ts";
import { withLock } from "./lock.ts";
import { hasWorkFolder, type MirrorPlace, makeWorkFolder, placeOf } from "./place.ts";
import {
	PROVENANCE,
	type Provenance,
	provenanceText,
	recordIn,
	SUMS,
	saysSame,
	sumsIn,
	sumsText,
} from "./provenance.ts";
import { DEFAULTS, type Options, type Outcome, type Run, type RunRequest } from "./run.ts";
import { recover, Unfinished } from "./unfinished.ts";

/** Copies a tree. If it throws a UserError, DIR is unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	const { dir, report, signal } = request;
	const options: Options = { ...DEFAULTS, ...request };
	const url = siteUrl(request.url);
	const place = placeOf(dir);
	// No work folder is created beside a foreign folder. If a work folder exists, a run may be replacing DIR
	// right now.
	if (!hasWorkFolder(place)) await heldIn(place);
	makeWorkFolder(place);
	return await withLock(place, async (checkLock) => {
		let { record, isWhole } = await heldIn(place);
		if (recover(place)) ({ record, isWhole } = await heldIn(place));
		const held = isWhole ? record : undefined;
		const last = lastRecord(place) ?? record;
		const unfinished = new Unfinished(place);
		const http = new Http({ ...options, url, signal, note: report.note });
		const run = { url, place, held, last, unfinished, http, options, report, signal };
		try {
			return await finish(run, await copyTree(run), checkLock);
		} finally {
			await http.close();
		}
	});
}

/** The record of the last state. Throws a UserError if it is damaged, since it says which key is trusted. */
function lastRecord({ dir, last }: MirrorPlace): Provenance | undefined {
	if (!existsSync(last)) return undefined;
	const record = recordIn(textOf(last));
	if (record !== undefined) return record;
	throw new UserError(
		`${last}: does not say what was mirrored last; restore it, or delete it: the next run will then trust the record in ${dir}, or if there is none, the source`,
	);
}

/**
 * Replaces DIR with a new state, unless DIR already has the same one. DIR stays unchanged until the last moment.
 * If a run is killed between the renames, the next run restores DIR.
 */
async function finish(
	{ held, http, place, unfinished }: Run,
	provenance: Provenance,
	checkLock: () => void,
): Promise<Outcome> {
	const { build, count, failed } = provenance;
	const files = new Map(provenance === held ? sumsIn(place.folder) : unfinished.hashes);
	files.delete(PROVENANCE);
	const counts = { files: files.size, kept: files.size - unfinished.saved };
	const record = textOf(join(place.folder, PROVENANCE));
	const isLike = held && saysSame(held, provenance) && unfinished.held === files.size;
	files.set(PROVENANCE, digestOf(record));
	const hasSame = isLike && textOf(join(place.folder, SUMS)) === sumsText(files);
	const isSame = provenance === held || hasSame;
	if (isSame) {
		checkLock();
		unfinished.remember(record);
	} else {
		const text = provenanceText(provenance);
		files.set(PROVENANCE, await unfinished.save(PROVENANCE, [text]));
		await unfinished.save(SUMS, [sumsText(files)]);
		await unfinished.putInPlace(text, checkLock);
	}
	unfinished.remove();
	const { fetched } = unfinished;
	const { bytes, requests } = http;
	const status = failed.length > 0 ? "partial" : isSame ? "unchanged" : "mirrored";
	return { status, build, count, failed, ...counts, fetched, bytes, requests };
}
