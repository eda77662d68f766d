/** Mirrors a published tree: copies its release, and puts the result in the place of DIR. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import { siteUrl } from "../download/addresses.ts";
import { MirrorError } from "../download/errors.ts";
import { Http } from "../download/http.ts";
import { copyTree } from "./copy.ts";
import { heldIn } from "./held.ts";
import { type CheckLock, withLock } from "./lock.ts";
import { DEFAULTS, type Options } from "./options.ts";
import { hasWorkFolder, type MirrorPlace, makeWorkFolder, placeOf } from "./place.ts";
import { fetchPointer } from "./pointer.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceText,
	recordIn,
	SUMS,
	saysSame,
	sumsText,
} from "./provenance.ts";
import type { MirrorState, Outcome, Run, RunRequest } from "./run.ts";
import { recover, Unfinished } from "./unfinished.ts";

/** Copies a tree. Throws a UserError; DIR is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	const { dir, report, signal } = request;
	const options: Options = { ...DEFAULTS, ...request };
	const url = siteUrl(request.url);
	const place = placeOf(dir);
	// Nothing is made beside what is not ours. Where there is a work folder, a run may just be replacing DIR.
	if (!hasWorkFolder(place)) await heldIn(place);
	makeWorkFolder(place);
	return await withLock(place, async (checkLock) => {
		let { record, isWhole } = await heldIn(place);
		if (recover(place)) ({ record, isWhole } = await heldIn(place));
		const held = isWhole ? record : undefined;
		const last = lastRecord(place) ?? record;
		const unfinished = new Unfinished(place);
		const http = new Http({ ...options, url, signal, note: report.note });
		const date = new Date().toISOString();
		const run = { url, place, held, last, unfinished, http, date, options, report, signal };
		try {
			return await finish(run, await copyOf(run), checkLock);
		} finally {
			await http.close();
		}
	});
}

/** Throws a MirrorError if it is damaged, since it says which key is trusted. */
function lastRecord({ dir, last }: MirrorPlace): Provenance | undefined {
	if (!existsSync(last)) return undefined;
	const record = recordIn(contentOf(last));
	if (record !== undefined) return record;
	throw new MirrorError(
		`${last}: does not say what was mirrored last; restore it, or delete it, and the next run trusts what ${dir} says of itself, or else the source`,
	);
}

async function copyOf(run: Run): Promise<MirrorState> {
	const { last, place, url } = run;
	const pointer = await fetchPointer(run, last !== undefined);
	if (pointer !== undefined) return await copyTree(run, pointer);
	const fix =
		last === undefined
			? `if it is a live server of this API, ${commandLine("import", url)} makes a catalogue of it`
			: `${place.dir} mirrors one, so ask its publisher`;
	throw new MirrorError(`${url}/latest.json: is not the pointer of a published tree; ${fix}`);
}

/**
 * Puts a state in the place of DIR, unless DIR holds the same. DIR stays as it is until the last moment. If a
 * run is killed between the renames, the next one puts it back.
 */
async function finish(
	run: Run,
	{ paths, provenance }: MirrorState,
	checkLock: CheckLock,
): Promise<Outcome> {
	const { held, http, place, unfinished } = run;
	const { build, count, failed } = provenance;
	const files = new Map(paths.map((path) => [path, unfinished.hashOf(path)]));
	const record = contentOf(join(place.folder, PROVENANCE)) ?? "";
	const isSame = provenance === held || (await holdsSame(run, files, provenance));
	const text = isSame ? record : provenanceText(provenance);
	if (!isSame) {
		files.set(PROVENANCE, await unfinished.save(PROVENANCE, [text]));
		await unfinished.save(SUMS, [sumsText(files)]);
		unfinished.expectOnly([...files.keys(), SUMS]);
		await unfinished.flush();
	}
	checkLock();
	unfinished.remember(text);
	if (!isSame) unfinished.putInPlace();
	unfinished.remove();
	return {
		...{ build, count, failed },
		status: failed.length > 0 ? "partial" : isSame ? "unchanged" : "mirrored",
		files: paths.length,
		fetched: unfinished.fetched,
		kept: unfinished.keptOf(paths),
		bytes: http.bytes,
		requests: http.requests,
	};
}

/** Whether DIR has these files and no others, undamaged, and a record that says the same. */
async function holdsSame(
	{ held, place, unfinished }: Run,
	files: ReadonlyMap<string, string>,
	wanted: Provenance,
): Promise<boolean> {
	if (held === undefined || !saysSame(held, wanted)) return false;
	const record = (await hashOf(join(place.folder, PROVENANCE))) ?? "";
	const sums = contentOf(join(place.folder, SUMS))?.toString();
	if (sums !== sumsText(new Map([...files, [PROVENANCE, record]]))) return false;
	for (const path of files.keys()) if (!(await unfinished.isHeld(path))) return false;
	return true;
}
