/** Crawls a live server of this API into a data folder that `instants build` accepts, and reports rows that cannot be records. */
import { join } from "node:path";
import { faultText, someOf } from "../catalogue/problems.ts";
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { listedLines, shown } from "../console/text.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import { INSTANT_FIELDS, type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { invalid, MirrorError } from "../download/errors.ts";
import { rowsBetween } from "../tree/packs.ts";
import { DamagedTree } from "../tree/store.ts";
import { storeOf } from "./copy.ts";
import { CrawledMedia } from "./crawled-media.ts";
import { Listing, type Row, readListing } from "./listing.ts";
import type { Report } from "./options.ts";
import type { PointerText } from "./pointer.ts";
import {
	contentOf,
	type Failure,
	failureText,
	type Provenance,
	parsed,
	sumsIn,
} from "./provenance.ts";
import type { MirrorState, Run } from "./run.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

const RECORDS = "data/clips.ndjson";

/**
 * Crawls a live server, or takes the clips of a published tree instead of its pages. Throws a
 * MirrorError; DIR is then unchanged.
 */
export async function crawl(run: Run, tree?: PointerText): Promise<MirrorState> {
	refuseOtherSource(run);
	const { date, last, options, place, report, unfinished, url } = run;
	const api = new URL(`${url}${API_PATH}`);
	const earlier = recordsIn(join(place.folder, RECORDS));
	const listing = await (tree === undefined ? readListing(run, api) : clipsOfTree(run, tree));
	const rows = [...listing.rows.values()];
	const media = new CrawledMedia(run, rows, api);
	refuseShrink(run, "media", media.wanted.length);
	const missing = options.media ? await media.addAll() : [];
	const stays = earlierRecords(run, earlier);
	const { records, failed } = convert(rows, media, stays, report.note);
	const count = records.size;
	refuseShrink(run, "clips", count);
	const lost = [...listing.gaps(api), ...failed, ...missing];
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
	const files = [RECORDS, ...listing.saved, ...(await media.files())];
	const ofRecords = [...records.values()].flatMap(mediaPaths);
	return { paths: [...new Set([...files, ...ofRecords])], provenance };
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

/** A record as it stands in `data/`. */
type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** Values for fields that a server leaves out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/**
 * Turns every row into a record or into a failure. Notes values that are spelled differently.
 * @param earlier the record of an earlier run, if it can stay
 */
function convert(
	rows: Iterable<Row>,
	media: CrawledMedia,
	earlier: (slug: unknown) => Instant | undefined,
	note: Report["note"],
): { readonly records: ReadonlyMap<string, Instant>; readonly failed: readonly Failure[] } {
	/** By slug. */
	const records = new Map<string, Instant>();
	const failed: Failure[] = [];
	const respelled = new Map<string, string[]>();
	for (const { page, number, value } of rows) {
		const fields = Object(value) as Readonly<Record<string, unknown>>;
		const record = fields === value ? recordOf(fields, media, respelled) : value;
		const row = `page ${page} clip ${number}`;
		const what = `${row} ${shown(fields === value ? fields.slug : value)}`;
		const { success, error } = instantSchema.safeParse(record);
		if (success) {
			records.set(String(fields.slug), { ...DEFAULTS, ...(record as Instant) });
			continue;
		}
		const faults = explain(record, error).map(({ field, value: _, ...fault }) =>
			field === undefined
				? faultText(fault)
				: `${field} ${shown(fields[field])}: ${media.refusal(fields[field], field) ?? faultText(fault)}`,
		);
		const old = earlier(fields.slug);
		if (old !== undefined) {
			records.set(old.slug, old);
			faults.push("the record of an earlier run stays");
		}
		const url = media.find(fields.sound, "sound")?.plain;
		failed.push({ what, reason: faults.join("; "), row, ...(url === undefined ? {} : { url }) });
	}
	for (const [spelling, slugs] of respelled) note(`${spelling} (clips: ${someOf(slugs)})`);
	return { records, failed };
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spellings of other servers: the field, the text, the value that it stands for, and a note. */
const SPELLINGS: readonly (readonly [string, RegExp, (text: string) => unknown, string])[] = [
	["image", /^$/, () => null, 'an empty "image" is taken for no image'],
	["color", /^#[0-9a-f]{6}$/i, (text) => text.slice(1), '"color" is taken without its "#"'],
	["duration", NUMBER, Number, '"duration" is taken as a number'],
	["gain", NUMBER, Number, '"gain" is taken as a number'],
];

/** The fields of a row that a record has. Null counts as left out. */
function recordOf(
	fields: Readonly<Record<string, unknown>>,
	media: CrawledMedia,
	respelled: Map<string, string[]>,
): Record<string, unknown> {
	const written = MEDIA_FIELDS.map((field) => [field, media.written(fields[field], field)]);
	const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(written) };
	for (const [field, pattern, meant, note] of SPELLINGS) {
		const value = values[field];
		if (typeof value !== "string" || !pattern.test(value)) continue;
		values[field] = meant(value);
		const slugs = respelled.get(note) ?? [];
		slugs.push(String(fields.slug));
		respelled.set(note, slugs);
	}
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}

/** The records in the order of the source, and the record of each removal where its clip was. */
function withRemovals(
	records: ReadonlyMap<string, Instant>,
	earlier: readonly DataRecord[],
	today: string,
): DataRecord[] {
	const first: DataRecord[] = [];
	const after = new Map<string, DataRecord[]>();
	let place = first;
	for (const record of earlier) {
		const { slug } = record;
		if (records.has(slug)) {
			place = [];
			after.set(slug, place);
		} else place.push(isRemoval(record) ? record : { slug, removed: today });
	}
	const current = [...records].flatMap(([slug, record]) => [record, ...(after.get(slug) ?? [])]);
	return [...first, ...current];
}

function recordLine(record: DataRecord): string {
	return `${"removed" in record ? toJson(record) : instantJson(record)}\n`;
}
