/** Fetches the media of a crawled catalogue. No hashes are declared, so a complete file of the right type will do. */
import { join } from "node:path";
import { printable } from "../console/text.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { MediaFile } from "./crawled-clips.ts";
import { download } from "./download.ts";
import { MirrorError, StatusError } from "./errors.ts";
import { type DeclaredFile, isIntact } from "./file-content.ts";
import { HeldFiles } from "./held-files.ts";
import { checkMediaType, MediaTypeError } from "./media-type.ts";
import { countProgress } from "./progress.ts";
import type { AppendLog } from "./record.ts";
import type { RunContext } from "./run-context.ts";
import { type Source, type Validators, validatorsOf } from "./source.ts";
import { transfer } from "./transfer.ts";

/** A file that is here, with the validators it came with. */
export interface FetchedMedia extends FileEntry {
	readonly url: string;
	readonly validators: Validators;
}

export interface MediaJob extends RunContext {
	readonly media: readonly MediaFile[];
	/** What this run and interrupted earlier ones have got. */
	readonly log: AppendLog<FetchedMedia>;
}

export interface MediaResult {
	/** The files that are here now, by path. */
	readonly files: ReadonlyMap<string, FetchedMedia>;
	/** Files that the server lacks or that have the wrong type: the reason, by path. */
	readonly unusable: ReadonlyMap<string, string>;
	readonly fetched: number;
	readonly bytes: number;
}

/** The largest file accepted, in bytes. */
const MAX_MEDIA_FILE = 512 * 1024 * 1024;

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

/** Gets all media. Throws an IncompleteError if some could not be fetched but may be later. */
export async function fetchMedia(job: MediaJob): Promise<MediaResult> {
	const { log, source, options, report } = job;
	const held = new HeldFiles(job);
	const { files, missing } = await fetchedBefore(job, held);
	const unusable = new Map<string, string>();
	let [fetched, bytes] = [0, 0];
	const advance = countProgress(report, "media", missing.length);
	await transfer({
		items: missing,
		pathOf: ({ path }) => path,
		concurrency: options.concurrency,
		signal: source.signal,
		report,
		fetch: async (file, { signal }) => {
			const result = await fetchOne(job, file, signal, (more) => {
				bytes += more;
				advance(0, more);
			});
			advance(1, 0);
			const { entry, from, problem } = result;
			if (problem !== undefined) unusable.set(file.path, problem);
			if (entry === undefined) return;
			log.add(entry);
			files.set(file.path, entry);
			if (from === "source") fetched++;
			report({ event: "file", path: entry.path, bytes: entry.bytes, from });
		},
	});
	return { files, unusable, fetched, bytes };
}

/** What interrupted runs have got, and the files that are still missing. */
async function fetchedBefore({ media, log }: MediaJob, held: HeldFiles) {
	const logged = new Map(log.entries.map((entry) => [entry.path, entry]));
	const files = new Map<string, FetchedMedia>();
	const missing: MediaFile[] = [];
	for (const file of media) {
		const entry = logged.get(file.path);
		const isHeld = entry?.url === file.url && (await held.find(entry)) !== undefined;
		if (entry !== undefined && isHeld) files.set(file.path, entry);
		else missing.push(file);
	}
	return { files, missing };
}

async function intact(live: string, file?: DeclaredFile): Promise<FileEntry | undefined> {
	if (file?.bytes === undefined) return undefined;
	const { path, bytes, sha256 } = file;
	return (await isIntact(join(live, path), file)) ? { path, bytes, sha256 } : undefined;
}

interface MediaFetch {
	readonly from: "source" | "mirror";
	/** Undefined if there is no usable file. */
	readonly entry?: FetchedMedia;
	readonly problem?: string;
}

async function fetchOne(
	{ source, workspace, record, inventory }: MediaJob,
	{ path, url }: MediaFile,
	signal: AbortSignal,
	onBytes: (bytes: number) => void,
): Promise<MediaFetch> {
	const held = await intact(workspace.live, inventory.files.get(path));
	const keep = (entry: FileEntry, validators: Validators): MediaFetch => {
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
				const save = { limit: MAX_MEDIA_FILE, signal, onBytes, check };
				const content = await download(response, workspace, save);
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
