/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { join } from "node:path";
import { isRemoval } from "../catalogue/record-schema.ts";
import { MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { rowsBetween } from "../tree/packs.ts";
import { DamagedTree } from "../tree/store.ts";
import { MediaCollection } from "./crawled-media.ts";
import { crawledPage, Pass, readAllPages, refuseExcess } from "./crawled-pages.ts";
import {
	convert,
	type DataRecord,
	RECORDS,
	recordJson,
	recordsIn,
	unknownFields,
} from "./crawled-records.ts";
import { invalid, RefusedError } from "./errors.ts";
import { finish } from "./finish.ts";
import type { PointerText } from "./pointer.ts";
import { type Failure, type Provenance, readSums, type WantedFile } from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";
import { Transfer } from "./transfer.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

/**
 * Crawls a live server, or takes the clips of a published tree instead of its pages. Throws a
 * MirrorError; DIR is then unchanged.
 */
export async function crawl(run: Run, tree?: PointerText): Promise<Outcome> {
	refuseOtherSource(run);
	const { date, held, last, options, place, unfinished, url } = run;
	const api = new URL(`${url}${API_PATH}`);
	const pass = await (tree === undefined ? readAllPages(run, api) : clipsOfTree(run, tree));
	const rows = [...pass.rows.values()];
	refuseShrink(run, "clips", rows.length);
	const unknown = unknownFields(rows);
	if (unknown.length > 0) {
		run.report.note(`fields that are unknown here are only in crawl/pages: ${unknown.join(", ")}`);
	}
	const media = new MediaCollection(run, rows, api);
	refuseShrink(run, "media", media.wanted.length);
	refuseExcess(run, pass.counts.length + media.wanted.length);
	if (options.media) await media.addAll();
	const isLater = held?.kind === "crawl";
	const earlier = isLater ? recordsIn(join(place.folder, RECORDS)) : [];
	const sums = isLater ? readSums(place.folder) : new Map<string, string>();
	const filesOf = (record: DataRecord): WantedFile[] =>
		mediaPaths(record).flatMap((path) => {
			const sha256 = sums.get(path);
			return sha256 === undefined ? [] : [{ path, sha256 }];
		});
	const isWhole = (record: DataRecord): boolean =>
		filesOf(record).every((file) => media.holds(file.path) || unfinished.has(file));
	const today = date.slice(0, 10);
	const { records, failed: refused, notes } = convert(rows, earlier, isWhole, media, today);
	for (const note of notes) run.report.note(note);
	const failed = [...miscounts(api, pass), ...refused, ...media.failed];
	const count = records.filter((record) => !isRemoval(record)).length;
	refuseShrink(run, "clips", count);
	if (count === 0 && last === undefined) refuseEmpty(api, refused);
	const provenance: Provenance = {
		...({ version: 1, kind: "crawl", source: url, date, count, failed } as const),
		media: media.wanted.length,
		without: options.media ? [] : ["media"],
		key: last?.key,
		serial: last?.serial,
	};
	await unfinished.save(
		RECORDS,
		records.map((record) => `${recordJson(record)}\n`),
	);
	const pages = tree === undefined ? pass.counts.map((_, i) => crawledPage(i + 1)) : [];
	// Records from an earlier run name files of that run.
	const earlierMedia = records.flatMap((record) => filesOf(record).map(({ path }) => path));
	const files = new Set([RECORDS, ...pages, ...earlierMedia, ...(await media.files())]);
	const { fetched, kept } = media;
	return await finish(run, files, provenance, { fetched, kept });
}

function refuseEmpty(api: URL, [first]: readonly Failure[]): never {
	const which = first && ` that a build takes (${first.what}: ${first.reason})`;
	throw new RefusedError(
		`${api.href}: has no clips${which ?? ""}, so there is nothing to mirror; correct the address, or come back when it has some`,
	);
}

/** All clips of a published tree as one page. */
async function clipsOfTree(run: Run, { pointer }: PointerText): Promise<Pass> {
	const { store } = new Transfer(run);
	try {
		const rows = await rowsBetween(store, pointer.packs, 0, pointer.count);
		const pass = new Pass();
		// A tree may be served at another address than it was built for, and its media are there.
		const isHere = (value: unknown): value is string =>
			pointer.media === "local" && String(value).startsWith(`${pointer.base_url}/`);
		const results = rows.map((row) => {
			const clip: Record<string, unknown> = JSON.parse(row);
			for (const field of MEDIA_FIELDS) {
				const value = clip[field];
				if (isHere(value)) clip[field] = `${run.url}${value.slice(pointer.base_url.length)}`;
			}
			return clip;
		});
		pass.add({ count: rows.length, results });
		return pass;
	} catch (error) {
		if (!(error instanceof DamagedTree)) throw error;
		throw invalid(run.url, [error.message]);
	}
}

function miscounts(api: URL, { counts, rows }: Pass): Failure[] {
	const count = counts.at(-1) ?? 0;
	if (count <= rows.size) return [];
	return [
		{
			what: api.href,
			reason: `counts ${count} clips, but its pages have ${rows.size} with slugs of their own`,
		},
	];
}

/** The paths of a record's media in the mirror. */
function mediaPaths(record: DataRecord): string[] {
	return "removed" in record ? [] : MEDIA_FIELDS.map((field) => `data${record[field]}`);
}
