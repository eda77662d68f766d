/** A run: what the user allows, what it works with, and whether it copies or crawls. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../tree/write/folder-changes.ts";
import type { Outcome, Report } from "./commands.ts";
import { MirrorError } from "./errors.ts";
import type { Http } from "./http.ts";
import { type HeldRelease, heldReleases, type Place, placeOf, withRunFolder } from "./place.ts";

/** What counts unless the user says otherwise. The options of the command say what this means. */
export const DEFAULTS = {
	concurrency: 4,
	keep: 3,
	followOrigin: [] as readonly string[],
	maxFiles: 100_000,
	maxGigabytes: 20,
	timeout: 30,
	/** Milliseconds before the second attempt of a request; doubled before each further one. */
	delay: 500,
};

interface Options extends Readonly<typeof DEFAULTS> {
	readonly tree?: boolean;
	readonly crawl?: boolean;
	readonly dryRun?: boolean;
	readonly recheck?: boolean;
	readonly allowShrink?: boolean;
	readonly allowSource?: boolean;
	readonly allowRollback?: boolean;
	readonly key?: string;
	readonly maxAge?: number;
}

export interface RunRequest extends Partial<Options> {
	/** No trailing slash. */
	readonly url: string;
	readonly dir: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

export interface Run {
	/** As given, without a trailing slash. */
	readonly url: string;
	readonly place: Place;
	/** Where the run may write. */
	readonly folder: string;
	/** The releases that are here, oldest first. */
	readonly held: readonly HeldRelease[];
	readonly current: HeldRelease | undefined;
	readonly http: Http;
	readonly options: Options;
	/** When the run began, in ISO 8601. */
	readonly date: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** Copies a tree or crawls a live server. Throws a UserError; the current release is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	const { url, dir, signal, report } = request;
	const options: Options = { ...DEFAULTS, ...request };
	const place = placeOf(dir);
	heldReleases(place);
	// What sends requests takes longer to load than all else, and not every command needs it.
	const { Http } = await import("./http.ts");
	const work = async (folder: string): Promise<Outcome> => {
		const held = heldReleases(place);
		const current = held.find(({ isCurrent }) => isCurrent);
		const date = new Date().toISOString();
		const http = new Http({ url, options, signal, report });
		try {
			const what = { url, place, folder, held, current, date };
			const outcome = await copyOrCrawl({ ...what, http, options, report, signal });
			if (!options.dryRun) removeFolder(place.stock);
			return outcome;
		} finally {
			await http.close();
		}
	};
	if (!options.dryRun) return await withRunFolder(place, work);
	const folder = mkdtempSync(join(tmpdir(), "mirror-"));
	return await work(folder).finally(() => removeFolder(folder));
}

/**
 * Calls `work` with the data folder of a live server, which is deleted afterwards, and with what is
 * missing from it: for a catalogue that goes its own way, and so needs no mirror. Throws a UserError.
 */
export async function withCrawledData<T>(
	request: Omit<RunRequest, "dir" | "tree" | "crawl">,
	work: (data: string, failed: Outcome["failed"]) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "instants-crawl-"));
	try {
		const dir = join(folder, "crawl");
		const { failed } = await mirror({ ...request, dir, crawl: true });
		return await work(join(dir, "data"), failed);
	} finally {
		removeFolder(folder);
	}
}

/** Finds out what the source is, unless that is known. */
async function copyOrCrawl(run: Run): Promise<Outcome> {
	const [{ fetchPointer }, { copyTree }, { crawl }] = await Promise.all([
		import("./pointer.ts"),
		import("./copy.ts"),
		import("./crawl.ts"),
	]);
	const { current, options, place, url } = run;
	const given = options.tree ? "tree" : options.crawl ? "crawl" : undefined;
	const held = current?.provenance.kind;
	// Only trees are signed, so who names a key expects one.
	const kind = given ?? held ?? (options.key === undefined ? undefined : "tree");
	const pointer = kind === "crawl" ? undefined : await fetchPointer(run, kind === "tree");
	if (pointer !== undefined) return await copyTree(run, pointer);
	if (kind !== "tree") return await crawl(run);
	const reason = held === "tree" ? `, but ${place.dir} is the mirror of one` : "";
	throw new MirrorError(
		`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or crawl it as a live server with --crawl`,
	);
}
