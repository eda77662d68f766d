/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { commandLine } from "../console/invocation.ts";
import { shown } from "../console/text.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import { INSTANT_FIELDS, type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import type { Outcome } from "./commands.ts";
import { MediaCollection } from "./crawled-media.ts";
import { type Pass, type Row, readListing, refuseExcess } from "./crawled-pages.ts";
import { Draft } from "./draft.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { type Failure, readSums } from "./fixity.ts";
import type { HeldRelease } from "./place.ts";
import { refuseOtherSource, refuseShrink } from "./pointer.ts";
import { parsed } from "./release.ts";
import type { Run } from "./run.ts";

/** A record as it stands in `data/`. */
type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** The values of fields that a server may leave out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

const CLIPS = "data/clips.ndjson";

/** Throws a MirrorError; the current release is then unchanged. */
export async function crawl(run: Run): Promise<Outcome> {
	refuseOtherSource(run);
	const { current, date, options, place, url } = run;
	const api = new URL(`${url}/`.endsWith(API_PATH) ? `${url}/` : `${url}${API_PATH}`);
	const draft = new Draft(run.folder);
	const pass = await readListing(run, api, draft);
	const rows = [...pass.rows.values()];
	if (rows.length === 0 && current === undefined) {
		throw new RefusedError(
			`${api.href}: has no clips, so there is nothing to mirror; correct the address, or come back when it has some`,
		);
	}
	const unknown = unknownFields(rows);
	if (unknown.length > 0) {
		run.report.note(`fields that are unknown here are only in crawl/pages: ${unknown.join(", ")}`);
	}
	const media = new MediaCollection(run, draft, rows, api);
	refuseExcess(run, pass.counts.length + media.wanted.length);
	if (!options.dryRun) await media.addAll();
	const earlier = current?.provenance.kind === "crawl" ? readRecords(current.folder) : [];
	const { records, failed: refused } = convert(rows, earlier, media, date.slice(0, 10));
	const failed = [...miscounts(api, pass), ...refused, ...media.failed];
	const count = records.filter((record) => !isRemoval(record)).length;
	refuseShrink(run, "clips", current?.provenance.count ?? 0, count);
	const provenance = { version: 1, kind: "crawl", source: url, date, count, failed } as const;
	const { fetched, kept } = media;
	const { requests, bytes } = run.http;
	const numbers = { fetched, bytes, kept, made: 0, requests };
	if (options.dryRun) {
		const wanted = media.wanted.length;
		return { ...provenance, ...numbers, status: "dry run", files: 0, fetched: wanted };
	}
	draft.writeText(CLIPS, records.map((record) => `${recordJson(record)}\n`).join(""));
	linkKept(run, draft, records);
	const isNew = current === undefined || options.recheck || !isSame(current, draft, failed);
	const release = isNew ? draft.publish(place, provenance, options.keep) : current.name;
	const status = failed.length > 0 ? "partial" : isNew ? "mirrored" : "unchanged";
	return { ...provenance, ...numbers, status, release, files: draft.hashes.size };
}

/** The records that the crawl before this one made. Throws a MirrorError if they are damaged. */
function readRecords(folder: string): DataRecord[] {
	const file = join(folder, CLIPS);
	const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
	return lines.map((line, i) => {
		const record = parsed(line) as DataRecord | undefined;
		if (typeof record?.slug === "string") return record;
		throw new MirrorError(
			`${file}:${i + 1}: is not what a crawl writes; restore the file, or go back to another release with: ${commandLine("mirror", "checkout", "DIR", "BUILD")}`,
		);
	});
}

function miscounts(api: URL, { counts, rows }: Pass): Failure[] {
	const count = counts.at(-1) ?? 0;
	if (count <= rows.size) return [];
	return [{ what: api.href, reason: `counts ${count} clips, but its pages have ${rows.size}` }];
}

/** Records that were kept from an earlier run name files of an earlier run. */
function linkKept({ current }: Run, draft: Draft, records: readonly DataRecord[]): void {
	if (current === undefined) return;
	const sums = readSums(current.folder);
	for (const record of records) {
		for (const field of MEDIA_FIELDS) {
			const path = `data${"name" in record ? record[field] : ""}`;
			const sha256 = sums.get(path);
			if (sha256 === undefined || draft.hashes.has(path)) continue;
			draft.link(path, { file: join(current.folder, path), sha256 });
		}
	}
}

/** Whether a release has the same for a build, and lacks the same. Pages may be different in every answer. */
function isSame(
	{ folder, provenance }: HeldRelease,
	{ hashes }: Draft,
	failed: Failure[],
): boolean {
	const data = (sums: ReadonlyMap<string, string>): string[] =>
		[...sums].flatMap(([path, hash]) => (path.startsWith("data/") ? `${path} ${hash}` : [])).sort();
	const before = [data(readSums(folder)), provenance.failed];
	return JSON.stringify(before) === JSON.stringify([data(hashes), failed]);
}

/** Every row becomes a record or a failure, and every clip that is gone the record of a removal. */
function convert(
	rows: readonly Row[],
	earlier: readonly DataRecord[],
	media: MediaCollection,
	today: string,
): { readonly records: readonly DataRecord[]; readonly failed: Failure[] } {
	const before = new Map(earlier.map((record) => [record.slug, record]));
	const records = new Map<string, DataRecord>();
	const failed: Failure[] = [];
	for (const { page, number, value } of rows) {
		const fields = Object(value) as Readonly<Record<string, unknown>>;
		const record = fields === value ? knownFields(fields, media) : value;
		const slug = typeof fields.slug === "string" ? fields.slug : "";
		const what = `page ${page} clip ${number} ${shown(fields === value ? fields.slug : value)}`;
		const result = instantSchema.safeParse(record);
		if (records.has(slug)) {
			failed.push({ what, reason: "has the slug of another clip; it is left out" });
		} else if (result.success) {
			records.set(slug, { ...DEFAULTS, ...(record as Instant) });
		} else {
			const old = before.get(slug);
			const isKept = old !== undefined && !isRemoval(old);
			if (isKept) records.set(slug, old);
			const effect = isKept ? "what an earlier run has got is kept" : "it is left out";
			for (const { field, message, value } of explain(record, result.error)) {
				const given = field === undefined ? "" : ` ${field} ${shown(fields[field])}`;
				const isLost = value === undefined && given.includes('"');
				const reason = isLost ? "is not here, and a build refuses its URL" : message;
				failed.push({ what: what + given, reason: `${reason}; ${effect}` });
			}
		}
	}
	return { records: withRemovals(records, earlier, today), failed };
}

/** What a record may hold of a row. Null stands for a field that is left out. */
function knownFields(
	fields: Readonly<Record<string, unknown>>,
	media: MediaCollection,
): Record<string, unknown> {
	const written = MEDIA_FIELDS.map((field) => [field, media.written(fields[field], field)]);
	const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(written) };
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}

/** Fields of which a record has no place. */
function unknownFields(rows: readonly Row[]): string[] {
	const fields = new Set(rows.flatMap(({ value }) => Object.keys(Object(value))));
	for (const field of INSTANT_FIELDS) fields.delete(field);
	return [...fields].map(shown);
}

/** Clips that are gone leave a record behind, after the clip that they stood after. */
function withRemovals(
	records: ReadonlyMap<string, DataRecord>,
	earlier: readonly DataRecord[],
	today: string,
): DataRecord[] {
	const first: DataRecord[] = [];
	const behind = new Map<string, DataRecord[]>();
	let place = first;
	for (const record of earlier) {
		const { slug } = record;
		if (records.has(slug)) {
			place = [];
			behind.set(slug, place);
		} else place.push(isRemoval(record) ? record : { slug, removed: today });
	}
	const current = [...records].flatMap(([slug, record]) => [record, ...(behind.get(slug) ?? [])]);
	return [...first, ...current];
}

function recordJson(record: DataRecord): string {
	return "removed" in record ? toJson(record) : instantJson(record);
}
