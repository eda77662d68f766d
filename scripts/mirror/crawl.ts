/** Crawls a live server of this API into a data folder that `instants build` accepts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRemoval } from "../catalogue/record-schema.ts";
import { commandLine } from "../console/invocation.ts";
import { MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { convert, type DataRecord, type Problem, recordJson } from "./crawled-clips.ts";
import { MediaCollection } from "./crawled-media.ts";
import { type Pass, readListing, refuseExcess } from "./crawled-pages.ts";
import { mediaOf, writtenMedia } from "./crawled-paths.ts";
import { Draft } from "./draft.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { readSums } from "./fixity.ts";
import { parsed } from "./release.ts";
import type { Outcome } from "./report.ts";
import type { Run } from "./run.ts";
import { refuseOtherSource, refuseShrink } from "./trust.ts";

const CLIPS = "data/clips.ndjson";
const PROBLEMS = "crawl/problems.ndjson";

/** Throws a MirrorError; the current release is then unchanged. */
export async function crawl(run: Run): Promise<Outcome> {
	refuseOtherSource(run);
	const { current, options, url } = run;
	const api = new URL(`${url}/`.endsWith(API_PATH) ? `${url}/` : `${url}${API_PATH}`);
	const draft = new Draft(run.place);
	const pass = await readListing(run, api, draft);
	const rows = [...pass.rows.values()];
	if (rows.length === 0 && current === undefined) {
		throw new RefusedError(
			`${api.href}: has no clips, so there is nothing to mirror; correct the address, or come back when it has some`,
		);
	}
	const media = mediaOf(rows, api);
	const wanted = run.media ? [...media.values()] : [];
	refuseExcess(run, pass.counts.length + wanted.length, 0);
	const got = new MediaCollection(run, draft);
	if (!options.dryRun) await got.addAll(wanted);
	const earlier = current?.provenance.kind === "crawl" ? readRecords(current.folder) : [];
	const { records, problems } = convert(rows, {
		earlier,
		mediaOf: writtenMedia(media, (path) => draft.hashes.has(path)),
		today: run.date.slice(0, 10),
	});
	const all = [...countProblems(api, pass), ...problems, ...got.problems];
	const count = records.filter((record) => !isRemoval(record)).length;
	refuseShrink(run, "clips", current?.provenance.count ?? 0, count);
	const outcome = {
		kind: "crawl" as const,
		count,
		failed: all.filter(({ lost }) => lost).map(({ what, reason }) => ({ what, reason })),
		fetched: options.dryRun ? wanted.length : got.fetched,
		bytes: got.bytes,
		kept: got.kept,
		made: 0,
		requests: run.http.requests,
	};
	if (options.dryRun) return { ...outcome, status: "dry run", files: 0, dropped: 0 };
	draft.writeText(CLIPS, records.map((record) => `${recordJson(record)}\n`).join(""));
	draft.writeText(PROBLEMS, all.map((problem) => `${JSON.stringify(problem)}\n`).join(""));
	linkKept(run, draft, records);
	return { ...outcome, ...putInPlace(run, draft, outcome) };
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

function countProblems(api: URL, { counts, rows }: Pass): Problem[] {
	const count = counts.at(-1) ?? 0;
	if (count === rows.size) return [];
	const reason = `counts ${count} clips, but its pages have ${rows.size}`;
	return [{ what: api.href, reason, lost: count > rows.size }];
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
			draft.link(path, join(current.folder, path), sha256);
		}
	}
}

/** Makes the draft the current release, unless it would be published as that one is. */
function putInPlace(
	run: Run,
	draft: Draft,
	{ count, failed }: Pick<Outcome, "count" | "failed">,
): Pick<Outcome, "status" | "release" | "files" | "dropped"> {
	const { current, media, url: source, date } = run;
	const before = current === undefined ? new Map<string, string>() : readSums(current.folder);
	const files = draft.hashes.size;
	if (current !== undefined && published(before) === published(draft.hashes)) {
		draft.discard();
		const status = failed.length > 0 ? "partial" : "unchanged";
		return { status, release: current.name, files, dropped: 0 };
	}
	const release = draft.publish(
		{ version: 1, kind: "crawl", source, date, count, media, failed: [...failed] },
		run.options.keep,
	);
	const dropped = [...before.keys()].filter((path) => !draft.hashes.has(path)).length;
	return { status: failed.length > 0 ? "partial" : "mirrored", release, files, dropped };
}

/** What a build reads, and the problems. Pages may be different in every answer. */
function published(hashes: ReadonlyMap<string, string>): string {
	const files = [...hashes].filter(([path]) => path.startsWith("data/") || path === PROBLEMS);
	return files.sort().join("\n");
}
