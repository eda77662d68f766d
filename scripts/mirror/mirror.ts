/** Mirrors a source: copies a published tree, or crawls a live server, and puts the result in the place of DIR. */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import { siteUrl } from "../download/addresses.ts";
import { MirrorError } from "../download/errors.ts";
import { Http } from "../download/http.ts";
import { exchange } from "../tree/write/exchange.ts";
import { copyTree } from "./copy.ts";
import { DEFAULTS, type Options } from "./options.ts";
import { checkPlace, placeOf, withLock } from "./place.ts";
import { fetchPointer } from "./pointer.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceIn,
	provenanceText,
	SUMS,
	saysSame,
	sumsText,
} from "./provenance.ts";
import type { MirrorState, Outcome, Run, RunRequest } from "./run.ts";
import { Unfinished } from "./unfinished.ts";

/** Copies a tree or crawls a live server. Throws a UserError; DIR is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	const { dir, report, signal } = request;
	const options: Options = { ...DEFAULTS, ...request };
	const url = siteUrl(request.url);
	const place = placeOf(dir);
	return await withLock(place, async () => {
		checkPlace(place);
		const held = provenanceIn(join(place.folder, PROVENANCE));
		const last = provenanceIn(place.last) ?? held;
		const unfinished = new Unfinished(place);
		const http = new Http({ ...options, url, signal, note: report.note });
		const date = new Date().toISOString();
		const run = { url, place, held, last, unfinished, http, date, options, report, signal };
		try {
			return await finish(run, await copyOrCrawl(run));
		} finally {
			await http.close();
		}
	});
}

async function copyOrCrawl(run: Run): Promise<MirrorState> {
	const { last, place, url } = run;
	const kind = expectedKind(run);
	const pointer = await fetchPointer(run, kind === "tree");
	if (pointer !== undefined) return await copyTree(run, pointer);
	const reason = last?.kind === "tree" ? `, but ${place.dir} is the mirror of one` : "";
	throw new MirrorError(
		`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or make a catalogue of a live server with ${commandLine("import", "URL")}`,
	);
}

/** The kind of the source, if it is known. Only trees are signed, so a key expects one. */
function expectedKind({ last, options }: Run): Outcome["kind"] | undefined {
	if (options.crawl) return "crawl";
	if (options.key !== undefined) return "tree";
	if (!options.allow.includes("source")) return last?.kind;
	return last?.key === undefined ? undefined : "tree";
}

/**
 * Puts a state in the place of DIR, unless DIR holds the same. DIR stays as it is until the last moment. If a
 * run is killed between the renames, the next one puts it back.
 */
async function finish(run: Run, { paths, provenance }: MirrorState): Promise<Outcome> {
	const { held, http, last, place, unfinished } = run;
	const { kind, build, count, failed } = provenance;
	const files = new Map(paths.map((path) => [path, unfinished.hashOf(path)]));
	const isSame = provenance === held || holdsSame(run, files, provenance);
	if (!isSame) {
		const record = await unfinished.save(PROVENANCE, [provenanceText(provenance)]);
		await unfinished.save(SUMS, [sumsText(new Map([...files, [PROVENANCE, record]]))]);
		if (existsSync(place.previous)) {
			// Moved before it is deleted, so that there is never only a part of it.
			const old = unfinished.newDraft();
			renameSync(place.previous, old);
			rmSync(old, { recursive: true, force: true });
		}
	}
	// A crawl keeps the build, key and number of the tree before it.
	const draft = unfinished.newDraft();
	writeFileSync(draft, provenanceText({ ...provenance, build: build ?? last?.build }));
	renameSync(draft, place.last);
	if (isSame) rmSync(unfinished.folder, { recursive: true, force: true });
	else {
		unfinished.removeAllBut(new Set([...files.keys(), PROVENANCE, SUMS]));
		flush(unfinished.folder);
		exchange(place.folder, unfinished.folder, place.previous);
	}
	const status = isSame ? "unchanged" : "mirrored";
	return {
		...{ kind, build, count, failed, status: failed.length > 0 ? "partial" : status },
		files: paths.length,
		fetched: unfinished.fetched,
		kept: unfinished.keptOf(paths),
		bytes: http.bytes,
		requests: http.requests,
	};
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

/**
 * Waits until everything in the file system of a folder is on the disk. One call takes a tenth of the time
 * of one per file. https://www.gnu.org/software/coreutils/sync
 */
function flush(folder: string): void {
	if (spawnSync("sync", ["-f", folder]).status !== 0) spawnSync("sync");
}
