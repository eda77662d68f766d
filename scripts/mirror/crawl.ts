/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { join } from "node:path";
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import { INSTANT_FIELDS, type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { rowsBetween } from "../tree/packs.ts";
import { DamagedTree } from "../tree/store.ts";
import { type DataRecord, RECORDS, recordsIn } from "./clips.ts";
import { MediaCollection } from "./crawled-media.ts";
import { Pass, type Row, readAllPages, refuseExcess } from "./crawled-pages.ts";
import { invalid, RefusedError } from "./errors.ts";
import type { HeldRelease } from "./place.ts";
import type { PointerText } from "./pointer.ts";
import { type Failure, type Provenance, readSums } from "./release.ts";
import { addRelease } from "./release-folder.ts";
import type { Outcome, Run } from "./run.ts";
import { Transfer } from "./transfer.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

/** The values of fields that a server may leave out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/**
 * Crawls a live server, or takes the clips of a published tree instead of its pages. Throws a
 * MirrorError; the current release is then unchanged.
 */
export async function crawl(run: Run, tree?: PointerText): Promise<Outcome> {
	refuseOtherSource(run);
	const { date, latest, options, pool, url } = run;
	const api = new URL(`${url}${API_PATH}`);
	const pass = await (tree === undefined ? readAllPages(run, api) : clipsOfTree(run, tree));
	const rows = [...pass.rows.values()];
	if (rows.length === 0 && latest === undefined) {
		throw new RefusedError(
			`${api.href}: has no clips, so there is nothing to mirror; correct the address, or come back when it has some`,
		);
	}
	const unknown = unknownFields(rows);
	if (unknown.length > 0) {
		run.report.note(`fields that are unknown here are only in crawl/pages: ${unknown.join(", ")}`);
	}
	const media = new MediaCollection(run, rows, api);
	refuseExcess(run, pass.counts.length + media.wanted.length);
	if (!options.dryRun && options.media) await media.addAll();
	const earlier =
		latest?.provenance.kind === "crawl" ? recordsIn(join(latest.folder, RECORDS)) : [];
	const { records, failed: refused } = convert(rows, earlier, media, date.slice(0, 10));
	const failed = [...miscounts(api, pass), ...refused, ...media.failed];
	const count = records.filter((record) => !isRemoval(record)).length;
	refuseShrink(run, "clips", count);
	const provenance: Provenance = {
		...({ version: 1, kind: "crawl", source: url, date, count, failed } as const),
		media: media.wanted.length,
		without: options.media ? [] : ["media"],
		key: latest?.provenance.key,
		serial: latest?.provenance.serial,
	};
	const { fetched, kept } = media;
	const { requests, bytes } = run.http;
	const numbers = { fetched, bytes, kept, requests };
	if (options.dryRun) {
		const wanted = media.wanted.length;
		return { ...provenance, ...numbers, status: "dry run", files: 0, fetched: wanted };
	}
	const lines = records.map((record) => `${recordJson(record)}\n`);
	const files = new Map([
		...keptFiles(latest, records),
		...(await media.files()),
		...pass.pages.map((hash, i) => [pagePath(i + 1), hash] as const),
		[RECORDS, await pool.save(lines)],
	]);
	return { ...provenance, ...numbers, files: files.size, ...addRelease(run, files, provenance) };
}

/** All clips of a published tree as one page. */
async function clipsOfTree(run: Run, latest: PointerText): Promise<Pass> {
	const { pointer } = latest;
	const { store } = new Transfer(run, latest);
	try {
		const rows = await rowsBetween(store, pointer.packs, 0, pointer.count);
		const pass = new Pass();
		// The media are where the tree is, even if it has another address than it was built for.
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

function pagePath(number: number): string {
	return `crawl/pages/${String(number).padStart(6, "0")}.json`;
}

function miscounts(api: URL, { counts, rows }: Pass): Failure[] {
	const count = counts.at(-1) ?? 0;
	if (count <= rows.size) return [];
	return [{ what: api.href, reason: `counts ${count} clips, but its pages have ${rows.size}` }];
}

/** Records that were kept from an earlier run name files of that run. */
function keptFiles(
	latest: HeldRelease | undefined,
	records: readonly DataRecord[],
): Map<string, string> {
	const sums = latest === undefined ? new Map<string, string>() : readSums(latest.folder);
	const named = new Set<unknown>(
		records.flatMap((record) =>
			"name" in record ? MEDIA_FIELDS.map((field) => `data${record[field]}`) : [],
		),
	);
	return new Map([...sums].filter(([path]) => named.has(path)));
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
