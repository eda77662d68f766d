/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRemoval } from "../catalogue/record-schema.ts";
import { commandLine } from "../console/invocation.ts";
import { MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { convert, type DataRecord, recordJson, unknownFields } from "./crawled-clips.ts";
import { MediaCollection } from "./crawled-media.ts";
import { type Pass, readListing, refuseExcess } from "./crawled-pages.ts";
import { Draft } from "./draft.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { type Provenance, readSums } from "./fixity.ts";
import { parsed } from "./release.ts";
import type { Outcome } from "./report.ts";
import type { Run } from "./run.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

const CLIPS = "data/clips.ndjson";

/** Throws a MirrorError; the current release is then unchanged. */
export async function crawl(run: Run): Promise<Outcome> {
	refuseOtherSource(run);
	const { current, options, url } = run;
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
	const { records, failed } = convert(rows, {
		earlier: current?.provenance.kind === "crawl" ? readRecords(current.folder) : [],
		mediaOf: (value, field) => media.written(value, field),
		today: run.date.slice(0, 10),
	});
	const all = [...miscounts(api, pass), ...failed, ...media.failed];
	const count = records.filter((record) => !isRemoval(record)).length;
	refuseShrink(run, "clips", current?.provenance.count ?? 0, count);
	const { fetched, bytes, kept } = media;
	const facts = { kind: "crawl" as const, count, failed: all, bytes, kept, made: 0 };
	const outcome = { ...facts, fetched, requests: run.http.requests };
	if (options.dryRun) {
		return { ...outcome, status: "dry run", files: 0, fetched: media.wanted.length };
	}
	draft.writeText(CLIPS, records.map((record) => `${recordJson(record)}\n`).join(""));
	linkKept(run, draft, records);
	const files = draft.hashes.size;
	const status = all.length > 0 ? "partial" : "mirrored";
	if (
		current !== undefined &&
		!options.recheck &&
		isSame(current.folder, current.provenance, draft, all)
	) {
		const unchanged = status === "partial" ? status : "unchanged";
		return { ...outcome, status: unchanged, release: current.name, files };
	}
	const { date, media: hasMedia, place } = run;
	const release = draft.publish(
		place,
		{ version: 1, kind: "crawl", source: url, date, count, media: hasMedia, failed: [...all] },
		options.keep,
	);
	return { ...outcome, status, release, files };
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

function miscounts(api: URL, { counts, rows }: Pass): Provenance["failed"] {
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
	folder: string,
	{ failed }: Provenance,
	{ hashes }: Draft,
	all: Provenance["failed"],
): boolean {
	const data = (sums: ReadonlyMap<string, string>): string[] =>
		[...sums].flatMap(([path, hash]) => (path.startsWith("data/") ? `${path} ${hash}` : [])).sort();
	return JSON.stringify([data(readSums(folder)), failed]) === JSON.stringify([data(hashes), all]);
}
