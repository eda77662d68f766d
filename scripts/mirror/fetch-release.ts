/** Fetches a release: the pointer, the manifest that it names, and the files that the manifest lists. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shown } from "../console/text.ts";
import { isHostFile } from "../tree/host-files.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { Pointer } from "../tree/pointer.ts";
import { bodyText, type Download, download } from "./download.ts";
import { ContentError, isDefinitive, MirrorError, StatusError, TransferError } from "./errors.ts";
import { sha256 } from "./file-content.ts";
import type { HttpResponse } from "./http.ts";
import type { MirrorRecord } from "./record.ts";
import { MANIFEST, POINTER, type Release, readManifest, readPointer } from "./release.ts";
import type { RunContext } from "./run-context.ts";
import { type Source, type Validators, validatorsOf } from "./source.ts";
import type { TransferSignals } from "./transfer.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;

/** How much of a text that is not a pointer the message shows, in characters. */
const SHOWN = 40;

/** How often the pointer is read again because the manifest does not match it. */
const MAX_POINTERS = 3;

/** The source has no pointer. The message says what it has instead. */
export class NoPointerError extends MirrorError {}

/** The source has published another release since. */
export class OutdatedError extends Error {}

interface Fetched {
	readonly text: string;
	readonly validators: Validators;
}

export interface FetchedPointer extends Fetched {
	readonly pointer: Pointer;
}

/** A release with the validators for the next run's conditional requests. */
export interface FetchedRelease extends Release {
	readonly validators: MirrorRecord["validators"];
}

/** The source, and the mirror's own versions of the pointer and the manifest. */
export type ReleaseContext = Pick<RunContext, "source" | "workspace" | "record">;

/** Throws a NoPointerError if the source does not publish a tree. */
export async function fetchPointer(context: ReleaseContext): Promise<FetchedPointer> {
	const { source } = context;
	const url = source.urlOf(POINTER);
	const refuse = (reason: string): never => {
		throw new NoPointerError(`${url.href} is not the pointer of a published tree: it ${reason}`);
	};
	const known = knownText(context, POINTER);
	try {
		const fetched = await fetchText(source, POINTER, known, async (response) => {
			return await bodyText(response, source.signal, MAX_POINTER, "the 64 KB a pointer may have");
		});
		const pointer = readPointer(fetched.text, url.href);
		if (pointer !== undefined) return { ...fetched, pointer };
		return refuse(`begins with ${shown(fetched.text.slice(0, SHOWN))}`);
	} catch (error) {
		if (isDefinitive(error)) return refuse(error.message);
		throw error;
	}
}

/**
 * The current release. Throws a MirrorError if the source has none, or an invalid one.
 * @param first the pointer, if it has been fetched already
 */
export async function fetchRelease(
	context: ReleaseContext,
	first?: FetchedPointer,
): Promise<FetchedRelease> {
	let latest = first;
	for (let read = 1; ; read++) {
		latest ??= await fetchPointer(context);
		try {
			return await fetchManifest(context, latest);
		} catch (error) {
			// The source may have published a release between the two requests.
			if (!(error instanceof TransferError)) throw error;
			const url = context.source.urlOf(MANIFEST).href;
			if (error instanceof ContentError && read < MAX_POINTERS) latest = undefined;
			else
				throw new MirrorError(`${url}: ${error.message}; the files published here are unchanged`);
		}
	}
}

async function fetchManifest(
	context: ReleaseContext,
	latest: FetchedPointer,
): Promise<FetchedRelease> {
	const { source } = context;
	const { pointer, text: pointerText } = latest;
	const { bytes, sha256: expected } = pointer.manifest;
	const before = knownText(context, MANIFEST);
	const known = before !== undefined && sha256(before.text) === expected ? before : undefined;
	const { text, validators } = await fetchText(source, MANIFEST, known, async (response) => {
		const manifest = await bodyText(response, source.signal, bytes);
		const hash = sha256(manifest);
		if (hash === expected) return manifest;
		throw new ContentError(`has SHA-256 ${hash}, not ${expected} as ${POINTER} says`);
	});
	return {
		pointer,
		pointerText,
		manifestText: text,
		files: readManifest(text, pointer, source.urlOf(MANIFEST).href).files,
		validators: {
			[POINTER]: { ...latest.validators, sha256: sha256(pointerText) },
			[MANIFEST]: { ...validators, sha256: sha256(text) },
		},
	};
}

async function fetchText(
	source: Source,
	path: string,
	known: Fetched | undefined,
	read: (response: HttpResponse) => Promise<string>,
): Promise<Fetched> {
	return await source.get<Fetched>({
		url: source.urlOf(path),
		fresh: true,
		known: known && { validators: known.validators, value: () => known },
		read: async (response) => {
			return { text: await read(response), validators: validatorsOf(response) };
		},
	});
}

/** The mirror's version of a file, if it is from this source and has not changed since. */
function knownText(
	{ source, workspace, record }: ReleaseContext,
	path: string,
): Fetched | undefined {
	const validators = record?.validators[path];
	if (validators === undefined || record?.source !== source.url.href) return undefined;
	try {
		const text = readFileSync(join(workspace.live, path), "utf8");
		return sha256(text) === validators.sha256 ? { text, validators } : undefined;
	} catch {
		return undefined;
	}
}

export type FileDownload = Pick<Download, "parts" | "target" | "onBytes"> & TransferSignals;

/**
 * Returns a function that downloads one file of a release, or returns false if the host withholds it.
 * It throws an OutdatedError if the source has another release by then.
 * @param withheld collects the paths of files that the host does not serve
 */
export function releaseFetcher(
	context: ReleaseContext,
	{ pointer: { build } }: FetchedRelease,
	withheld: Set<string>,
): (entry: FileEntry, job: FileDownload) => Promise<boolean> {
	const { source } = context;
	let failures = 0;
	const refuseOutdated = async (error: TransferError, stopping: AbortSignal): Promise<void> => {
		if (stopping.aborted) throw error;
		if (!(error instanceof ContentError || error instanceof StatusError)) return;
		failures++;
		// At the 1st, 2nd, 4th, 8th … failure: early enough, without a request for every failure.
		if (!Number.isInteger(Math.log2(failures))) return;
		const latest = await fetchPointer(context).catch(() => undefined);
		if (latest !== undefined && latest.pointer.build !== build) throw new OutdatedError();
	};
	return async (entry, { stopping, ...job }) => {
		try {
			await source.get({
				url: source.urlOf(entry.path),
				signal: job.signal,
				isListed: !isHostFile(entry.path),
				read: async (response) => await download(response, { ...job, expected: entry }),
				onFailure: (error) => refuseOutdated(error, stopping),
			});
			return true;
		} catch (error) {
			if (!isDefinitive(error) || !isHostFile(entry.path)) throw error;
			// This may be how the host hides the file (with a page, perhaps), or a newer version of it.
			const { pointer } = await fetchPointer(context);
			if (pointer.build !== build) throw new OutdatedError();
			withheld.add(entry.path);
			return false;
		}
	};
}
