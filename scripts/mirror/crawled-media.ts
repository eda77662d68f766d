/** Fetches the media of a crawled catalogue. Nothing declares their hashes: what comes whole is right. */
import { join } from "node:path";
import { printable } from "../console/text.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { AppendLog } from "./append-log.ts";
import type { MediaFile } from "./crawled-clip.ts";
import { MirrorError, StatusError } from "./failures.ts";
import { stateOf } from "./hash-file.ts";
import { refuseUnfit, UnfitError } from "./media-check.ts";
import { placeLinked } from "./place.ts";
import { receive } from "./receive.ts";
import type { Run } from "./run.ts";
import { type Source, type Validators, validatorsOf } from "./source.ts";
import { type Ends, transfer } from "./transfer.ts";

/** A file that is staged, and what the server said of this version of it. */
export interface StagedMedia extends FileEntry {
	readonly url: string;
	readonly validators: Validators;
}

export interface MediaJob extends Run {
	readonly media: readonly MediaFile[];
	/** What is staged, by this run and by killed ones before it. */
	readonly log: AppendLog<StagedMedia>;
}

export interface MediaResult {
	readonly staged: ReadonlyMap<string, StagedMedia>;
	/** Files that the server does not have, or that are not what they should be: by path, the reason. */
	readonly unfit: ReadonlyMap<string, string>;
	readonly fetched: number;
	readonly bytes: number;
}

const SHOWN = 3;

/** Refuses media of other origins, unless following was allowed. Throws a MirrorError. */
export function refuseForeignMedia(source: Source, media: readonly MediaFile[]): void {
	const foreign = media.filter(({ url }) => {
		try {
			source.refuseForeign(new URL(url), "");
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

/** Stages all media. Throws an IncompleteError when some could not be had, though they may be later. */
export async function fetchMedia(job: MediaJob): Promise<MediaResult> {
	const { media, workspace, record, log, options, tell } = job;
	const staged = new Map<string, StagedMedia>();
	const unfit = new Map<string, string>();
	const logged = new Map(log.entries.map((entry) => [entry.path, entry]));
	const held = new Map(record?.files.map((entry) => [entry.path, entry]));
	const missing: MediaFile[] = [];
	for (const file of media) {
		const entry = logged.get(file.path);
		const isStaged =
			entry?.url === file.url &&
			(await stateOf(join(workspace.staging, file.path), entry)) === "whole";
		if (isStaged) staged.set(file.path, entry);
		else missing.push(file);
	}
	let fetched = 0;
	let files = 0;
	let bytes = 0;
	const one = async (file: MediaFile, { signal }: Ends): Promise<void> => {
		const before = held.get(file.path);
		const isHeld =
			before !== undefined && (await stateOf(join(workspace.live, file.path), before)) === "whole";
		const result = await fetchOne(job, file, isHeld ? before : undefined, signal, (more) => {
			bytes += more;
			const phase = "media";
			const progress = { phase, files, allFiles: missing.length, bytes, allBytes: bytes };
			tell({ event: "progress", progress });
		});
		files++;
		if ("reason" in result) unfit.set(file.path, result.reason);
		if (result.entry === undefined) return;
		log.add(result.entry);
		staged.set(file.path, result.entry);
		if (result.from === "source") fetched++;
		const { path, bytes: size } = result.entry;
		tell({ event: "file", path, bytes: size, from: result.from });
	};
	const { concurrency } = options;
	const { signal } = job.source;
	const pathOf = ({ path }: MediaFile): string => path;
	await transfer({ items: missing, pathOf, concurrency, fetch: one, signal, tell });
	return { staged, unfit, fetched, bytes };
}

type OneResult =
	| { readonly from: "source" | "mirror"; readonly entry: StagedMedia; readonly reason?: string }
	| { readonly entry?: undefined; readonly reason: string };

async function fetchOne(
	{ source, workspace, record }: MediaJob,
	{ path, url }: MediaFile,
	held: FileEntry | undefined,
	signal: AbortSignal,
	onBytes: (bytes: number) => void,
): Promise<OneResult> {
	const target = join(workspace.staging, path);
	const known = record?.validators[path];
	const keep = (validators: Validators): StagedMedia => {
		if (held === undefined) throw new TypeError(`${path} is not held`);
		placeLinked(join(workspace.live, path), target);
		return { ...held, url, validators };
	};
	try {
		return await source.get<OneResult>({
			url: new URL(url),
			signal,
			held: known,
			...(held === undefined || known === undefined
				? {}
				: { take304: () => ({ from: "mirror", entry: keep(known) }) }),
			take: async (reply) => {
				const { parts } = workspace;
				const check = (part: string): Promise<void> => refuseUnfit(path, part);
				const content = await receive(reply, { parts, target, signal, onBytes, check });
				return {
					from: "source",
					entry: { path, url, ...content, validators: validatorsOf(reply) },
				};
			},
		});
	} catch (error) {
		const isGone = error instanceof StatusError && !error.mayPass;
		if (!isGone && !(error instanceof UnfitError)) throw error;
		const { message } = error;
		// What the source lost is not lost here.
		if (held !== undefined) {
			return {
				from: "mirror",
				entry: keep({}),
				reason: `${message}; the file held before is kept`,
			};
		}
		return { reason: `${message}; the clip keeps its URL` };
	}
}
