/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { join } from "node:path";
import { listedLines } from "../console/text.ts";
import { type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { rowsBetween } from "../tree/packs.ts";
import { DamagedTree } from "../tree/store.ts";
import { CrawledMedia } from "./crawled-media.ts";
import { convert, type DataRecord, recordLine, withRemovals } from "./crawled-records.ts";
import { invalid, MirrorError } from "./errors.ts";
import { finish } from "./finish.ts";
import { crawledPage, Listing, readListing } from "./listing.ts";
import type { PointerText } from "./pointer.ts";
import { contentOf, failureText, type Provenance, parsed, sumsIn } from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";
import { storeOf } from "./transfer.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

const RECORDS = "data/clips.ndjson";

/**
 * Crawls a live server, or takes the clips of a published tree instead of its pages. Throws a
 * MirrorError; DIR is then unchanged.
 */
export async function crawl(run: Run, tree?: PointerText): Promise<Outcome> {
	refuseOtherSource(run);
	const { date, last, options, place, report, unfinished, url } = run;
	const api = new URL(`${url}${API_PATH}`);
	const earlier = recordsIn(join(place.folder, RECORDS));
	const listing = await (tree === undefined ? readListing(run, api) : clipsOfTree(run, tree));
	const rows = [...listing.rows.values()];
	const media = new CrawledMedia(run, rows, api);
	refuseShrink(run, "media", media.wanted.length);
	const pages = tree === undefined ? listing.counts.map((_, i) => crawledPage(i + 1)) : [];
	if (options.media) await media.addAll();
	const { records, failed: refused, notes } = convert(rows, media, earlierRecords(run, earlier));
	for (const note of notes) report.note(note);
	const count = records.size;
	refuseShrink(run, "clips", count);
	const lost = [...listing.gaps(api), ...refused, ...media.failed];
	if (count === 0 && last === undefined) {
		const head = `${url}: has no clips to take; check the address`;
		throw new MirrorError([head, ...listedLines(lost.map(failureText))].join("\n"));
	}
	const provenance: Provenance = {
		...({ version: 1, kind: "crawl", source: url, date, count } as const),
		media: media.wanted.length,
		without: options.media ? [] : ["media"],
		key: last?.key,
		serial: last?.serial,
		failed: lost,
	};
	await unfinished.save(RECORDS, withRemovals(records, earlier, date.slice(0, 10)).map(recordLine));
	const files = [RECORDS, ...pages, ...(await media.files())];
	const ofRecords = [...records.values()].flatMap(mediaPaths);
	return await finish(run, [...new Set([...files, ...ofRecords])], provenance);
}

/** The records of an earlier crawl; none if there was none. Throws a MirrorError if they are damaged. */
function recordsIn(file: string): DataRecord[] {
	const lines = contentOf(file)?.toString().split("\n").slice(0, -1) ?? [];
	return lines.map((line, i) => {
		const record = parsed(line) as DataRecord | undefined;
		if (typeof record?.slug === "string") return record;
		throw new MirrorError(
			`${file}:${i + 1}: is not what a mirror writes; restore the file, or put DIR.previous in the place of DIR`,
		);
	});
}

/** Finds an earlier record whose media are all here, so that it can stay. */
function earlierRecords(
	{ place, unfinished }: Run,
	records: readonly DataRecord[],
): (slug: unknown) => Instant | undefined {
	const bySlug = new Map<unknown, DataRecord>(records.map((record) => [record.slug, record]));
	const sums = new Map(sumsIn(place.folder).map(({ path, sha256 }) => [path, sha256]));
	const isHere = (path: string): boolean =>
		unfinished.hashOf(path) !== "" || unfinished.has({ path, sha256: sums.get(path) ?? "" });
	return (slug) => {
		const record = bySlug.get(slug);
		if (record === undefined || "removed" in record) return undefined;
		return mediaPaths(record).every(isHere) ? record : undefined;
	};
}

/** The files of a record in the mirror. Other media are at the source. */
function mediaPaths(record: Instant): string[] {
	const paths = MEDIA_FIELDS.map((field) => `data${record[field]}`);
	return paths.filter((path) => path.startsWith("data/"));
}

/** All clips of a published tree as one page. */
async function clipsOfTree(run: Run, { pointer }: PointerText): Promise<Listing> {
	const { base_url, count, media, packs } = pointer;
	const rows = await rowsBetween(storeOf(run), packs, 0, count).catch((error) => {
		throw error instanceof DamagedTree ? invalid(run.url, [error.message]) : error;
	});
	const results = rows.map((row) => {
		const clip: Record<string, unknown> = JSON.parse(row);
		for (const field of MEDIA_FIELDS) {
			const value = String(clip[field]);
			// A tree may be served from another address than it was built for, and then its media are there too.
			const isHere = media === "local" && value.startsWith(`${base_url}/`);
			if (isHere) clip[field] = run.url + value.slice(base_url.length);
		}
		return clip;
	});
	const listing = new Listing();
	listing.add({ count: rows.length, results });
	return listing;
}
