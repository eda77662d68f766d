/** Fetches the media of a crawled catalogue. No hashes are declared, so a complete file of the right type will do. */
import { join } from "node:path";
import { printable } from "../console/text.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { MediaFile } from "./crawled-clips.ts";
import { linkOrCopy } from "./disk.ts";
import { download } from "./download.ts";
import { MirrorError, StatusError } from "./errors.ts";
import { stateOf } from "./file-content.ts";
import { checkMediaType, MediaTypeError } from "./media-type.ts";
import type { AppendLog } from "./record.ts";
import type { RunContext } from "./run-context.ts";
import { type Source, type Validators, validatorsOf } from "./source.ts";
import { transfer } from "./transfer.ts";

/** A staged file with the validators it came with. */
export interface StagedMedia extends FileEntry {
	readonly url: string;
	readonly validators: Validators;
}

export interface MediaJob extends RunContext {
	readonly media: readonly MediaFile[];
	/** What this run and interrupted earlier ones have staged. */
	readonly log: AppendLog<StagedMedia>;
}

export interface MediaResult {
	/** By path. */
	readonly staged: ReadonlyMap<string, StagedMedia>;
	/** Files that the server lacks or that have the wrong type: the reason, by path. */
	readonly unusable: ReadonlyMap<string, string>;
	readonly fetched: number;
	readonly bytes: number;
}

const SHOWN = 3;

/** Throws a MirrorError for media at other origins, unless `follow` is set. */
export function refuseForeignMedia(source: Source, media: readonly MediaFile[]): void {
	const foreign = media.filter(({ url }) => {
		try {
			source.http.refuseForeign(new URL(url), "");
			return false;
		} catch {
			return true;
		}
	});
	if (foreign.length === 0) return;
	const some = foreign.slice(0, SHOWN).map(({ url }) => printable(url));
	throw new MirrorError(
		`${foreign.length} of ${media.length} media files are not at ${source.url.origin} (${some.join(", ")}${foreign.length > SHOWN ? ", …" : ""}); fetch them too with --follow, or leave media out with --no-media`,
	);
}

/** Stages all media. Throws an IncompleteError if some could not be fetched but may be later. */
export async function fetchMedia(job: MediaJob): Promise<MediaResult> {
	const { log, record, source, options, report } = job;
	const { staged, missing } = await alreadyStaged(job);
	const recorded = new Map(record?.files.map((entry) => [entry.path, entry]));
	const unusable = new Map<string, string>();
	let fetched = 0;
	let files = 0;
	let bytes = 0;
	await transfer({
		items: missing,
		pathOf: ({ path }) => path,
		concurrency: options.concurrency,
		signal: source.signal,
		report,
		fetch: async (file, { signal }) => {
			const held = await intact(job.workspace.live, recorded.get(file.path));
			const result = await fetchOne(job, file, held, signal, (more) => {
				bytes += more;
				const counts = { files, allFiles: missing.length, bytes, allBytes: bytes };
				report({ event: "progress", progress: { phase: "media", ...counts } });
			});
			files++;
			const { entry, from, problem } = result;
			if (problem !== undefined) unusable.set(file.path, problem);
			if (entry === undefined) return;
			log.add(entry);
			staged.set(file.path, entry);
			if (from === "source") fetched++;
			report({ event: "file", path: entry.path, bytes: entry.bytes, from });
		},
	});
	return { staged, unusable, fetched, bytes };
}

async function alreadyStaged({ media, log, workspace }: MediaJob) {
	const logged = new Map(log.entries.map((entry) => [entry.path, entry]));
	const staged = new Map<string, StagedMedia>();
	const missing: MediaFile[] = [];
	for (const file of media) {
		const entry = await intact(workspace.staging, logged.get(file.path));
		if (entry?.url === file.url) staged.set(file.path, entry);
		else missing.push(file);
	}
	return { staged, missing };
}

async function intact<T extends FileEntry>(folder: string, entry?: T): Promise<T | undefined> {
	if (entry === undefined) return undefined;
	return (await stateOf(join(folder, entry.path), entry)) === "intact" ? entry : undefined;
}

interface MediaFetch {
	readonly from: "source" | "mirror";
	/** Undefined if there is no usable file. */
	readonly entry?: StagedMedia;
	readonly problem?: string;
}

/** @param held the intact file of the mirror, if it has one */
async function fetchOne(
	{ source, workspace, record }: MediaJob,
	{ path, url }: MediaFile,
	held: FileEntry | undefined,
	signal: AbortSignal,
	onBytes: (bytes: number) => void,
): Promise<MediaFetch> {
	const { live, staging, parts } = workspace;
	const target = join(staging, path);
	const keep = (entry: FileEntry, validators: Validators): MediaFetch => {
		linkOrCopy(join(live, path), target);
		return { from: "mirror", entry: { ...entry, url, validators } };
	};
	const validators = record?.validators[path];
	try {
		return await source.get<MediaFetch>({
			url: new URL(url),
			signal,
			known: held && validators && { validators, value: () => keep(held, validators) },
			read: async (response) => {
				const check = (part: string): Promise<void> => checkMediaType(path, part);
				const content = await download(response, { parts, target, signal, onBytes, check });
				const entry = { path, url, ...content, validators: validatorsOf(response) };
				return { from: "source", entry };
			},
		});
	} catch (error) {
		const isGone = error instanceof StatusError && !error.isTransient;
		if (!isGone && !(error instanceof MediaTypeError)) throw error;
		const { message } = error;
		// A file that the source has lost is not lost here.
		return held === undefined
			? { from: "source", problem: `${message}; the clip keeps its URL` }
			: { ...keep(held, {}), problem: `${message}; the file from an earlier run is kept` };
	}
}
