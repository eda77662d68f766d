/** Mirrors a source: copies a published tree, or crawls a live server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteUrl } from "./addresses.ts";
import { copyTree } from "./copy.ts";
import { crawl } from "./crawl.ts";
import { MirrorError } from "./errors.ts";
import { Http } from "./http.ts";
import { withLock } from "./lock.ts";
import { checkPlace, placeOf } from "./place.ts";
import { fetchPointer } from "./pointer.ts";
import { PROVENANCE, provenanceIn } from "./provenance.ts";
import { DEFAULTS, type Options, type Outcome, type Run, type RunRequest } from "./run.ts";
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
		return await copyOrCrawl(run).finally(() => http.close());
	});
}

/**
 * Crawls a live server or a published tree into a temporary data folder, and calls `work` with it and with
 * the list of what is missing. For imports, which need no mirror. Throws a UserError.
 */
export async function withCrawledData<T>(
	request: Omit<RunRequest, "dir" | "asData">,
	work: (data: string, failed: Outcome["failed"]) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "instants-crawl-"));
	try {
		const dir = join(folder, "crawl");
		const { failed } = await mirror({ ...request, dir, asData: true });
		return await work(join(dir, "data"), failed);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function copyOrCrawl(run: Run): Promise<Outcome> {
	const { last, options, place, url } = run;
	const kind = expectedKind(run);
	const pointer = kind === "crawl" ? undefined : await fetchPointer(run, kind === "tree");
	if (pointer !== undefined && !options.asData) return await copyTree(run, pointer);
	if (kind !== "tree") return await crawl(run, pointer);
	const reason = last?.kind === "tree" ? `, but ${place.dir} is the mirror of one` : "";
	throw new MirrorError(
		`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or crawl it as a live server with --crawl`,
	);
}

/** The kind of the source, if it is known. Only trees are signed, so a key expects one. */
function expectedKind({ last, options }: Run): Outcome["kind"] | undefined {
	if (options.crawl) return "crawl";
	if (options.key !== undefined) return "tree";
	if (!options.allow.includes("source")) return last?.kind;
	return last?.key === undefined ? undefined : "tree";
}
