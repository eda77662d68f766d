/**
 * Copies a release of a published tree: lists its files, fetches those that are missing here, and leaves out
 * those that options, or a host, leave out.
 */
import { readFileSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import pMap, { pMapSkip } from "p-map";
import { nameFault } from "../catalogue/portable-path.ts";
import { shown } from "../console/text.ts";
import { POINTER_FILE, SIGNATURE_FILE, urlOf } from "../download/addresses.ts";
import {
	ForeignError,
	failureReason,
	invalid,
	MirrorError,
	RefusedError,
	TransferError,
} from "../download/errors.ts";
import { type ListedFile, listedFiles } from "../tree/listed-files.ts";
import type { Pointer } from "../tree/pointer.ts";
import {
	DamagedTree,
	openStore,
	STORE_FOLDERS,
	type Store,
	type StoreFolder,
} from "../tree/store.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import {
	type Failure,
	PARTS,
	PROVENANCE,
	type Provenance,
	saysSame,
	sumsIn,
} from "./provenance.ts";
import type { MirrorState, Run } from "./run.ts";
import { isLeftOut, isMedium, pathFaults } from "./safe-paths.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedKey,
	trustedSignature,
} from "./trust.ts";

/** Throws a MirrorError; DIR is then unchanged. */
export async function copyTree(run: Run, latest: PointerText): Promise<MirrorState> {
	refuseOtherSource(run);
	return await copyRelease(run, latest).catch(async (error) => {
		await refuseMixture(run, latest);
		throw error;
	});
}

/** Throws a MirrorError if the source has just published a release, so that files of two releases were read. */
async function refuseMixture(run: Run, { text }: PointerText): Promise<void> {
	const now = await fetchPointer(run).catch(() => undefined);
	if (now === undefined || now.text === text) return;
	throw new MirrorError(
		`${run.url}: has published another release in the meantime; run this again, which goes on with that one`,
	);
}

async function copyRelease(run: Run, latest: PointerText): Promise<MirrorState> {
	const { held, options, place, unfinished, url: source, date } = run;
	const { build, count, serial } = latest.pointer;
	const without = PARTS.filter((part) => !options[part]);
	const about: Omit<Provenance, "media"> = {
		...({ version: 1, kind: "tree", source, date, count, build, failed: [] } as const),
		without,
		key: trustedKey(run, latest.pointer.key),
		serial,
	};
	refuseRollback(run, latest);
	refuseShrink(run, "clips", count);
	if (held && !options.recheck && saysSame(held, about)) {
		const paths = new Set(sumsIn(place.folder).map(({ path }) => path));
		paths.delete(PROVENANCE);
		return { paths: [...paths], provenance: held };
	}
	const signature = await trustedSignature(run, latest);
	const { wanted, media } = await wantedFiles(run, latest, without);
	const { here, failed } = await fetchAll(run, wanted);
	if (failed.length > 0) await refuseMixture(run, latest);
	await unfinished.save(POINTER_FILE, [latest.text]);
	here.push(POINTER_FILE);
	if (signature !== undefined) {
		await unfinished.save(SIGNATURE_FILE, [signature]);
		here.push(SIGNATURE_FILE);
	}
	return { paths: here, provenance: { ...about, media, failed } };
}

/** Lists the files to copy, except the pointer. Throws a MirrorError if the release must be refused. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	without: Provenance["without"],
): Promise<{ wanted: readonly ListedFile[]; media: number }> {
	const { options } = run;
	const url = urlOf(run.url, POINTER_FILE).href;
	const listed = await filesOf(run, pointer, options.pages).catch(async (error) => {
		const { status } = error instanceof TransferError ? error.fault : {};
		if (!options.pages || status !== 404) throw error;
		// A mirror without pages lacks the parts of the manifest that list only pages.
		await filesOf(run, pointer, false);
		throw new MirrorError(
			`${run.url}: has no precomputed pages; run this without --pages, or name a source that has them`,
		);
	});
	const faults = pathFaults(listed, POINTER_FILE);
	if (faults.length > 0) throw invalid(url, faults);
	const media = listed.filter(({ path }) => isMedium(path)).length;
	refuseShrink(run, "media", media);
	const wanted = listed.filter(({ path }) => !isLeftOut(path, without));
	const bytes = wanted.reduce((sum, { bytes = 0 }) => sum + bytes, pointer.bytes);
	const most = options.maxGigabytes * 1e9;
	if (bytes <= most) return { wanted, media };
	throw new RefusedError(
		`${url}: lists ${bytes} bytes, more than ${most}; if you expect that many, allow them with --max-gigabytes N`,
	);
}

/** All files of a release but its pointer. Throws a MirrorError if it is not valid, or lists too many. */
async function filesOf(run: Run, pointer: Pointer, pages: boolean): Promise<ListedFile[]> {
	const { maxFiles } = run.options;
	const store = storeOf(run);
	const url = urlOf(run.url, POINTER_FILE).href;
	const files: ListedFile[] = [];
	const list = async (folder: StoreFolder): Promise<void> => {
		for await (const more of listedFiles(pointer, store, folder, pages)) {
			// Not push(...more), which overflows the stack.
			for (const file of more) files.push(file);
			if (files.length < maxFiles) continue;
			throw new RefusedError(
				`${url}: lists more than ${maxFiles} files, which is more than a mirror takes; ask its publisher`,
			);
		}
	};
	await Promise.all(STORE_FOLDERS.map(list)).catch((error) => {
		throw error instanceof DamagedTree ? invalid(url, [error.message]) : error;
	});
	return files;
}

/** The largest file of a store, in bytes; most have about 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** A run gives up after this many failures. */
const MAX_FAILURES = 10;

/** Files of the store, the manifest and the media. A release without one of them is refused. */
function isEssential({ bytes, path }: ListedFile): boolean {
	return bytes === undefined || isMedium(path);
}

/**
 * Calls `work` for a few items at a time, until the run is stopped. Returns the failures, in the order of
 * the items.
 */
async function workOn<T>(
	{ options, report, signal }: Run,
	what: "files" | "media",
	items: readonly T[],
	work: (item: T) => Promise<Failure | undefined>,
): Promise<Failure[]> {
	let done = 0;
	const workOnItem = async (item: T): Promise<Failure | typeof pMapSkip> => {
		// Files that are already here are hashed without waiting, and timers must still fire.
		await breathe();
		signal.throwIfAborted();
		report.show(what, done++, items.length);
		return (await work(item)) ?? pMapSkip;
	};
	return await pMap(items, workOnItem, { concurrency: options.concurrency });
}

/** The source's store. Reading a file from it adds the file to the unfinished release. */
function storeOf(run: Run): Store {
	const { unfinished } = run;
	return openStore(async (path) => {
		const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
		const file = { path: path.slice(1), sha256: name };
		if (!unfinished.has(file)) await fetchFile(run, file);
		return readFileSync(unfinished.pathOf(file.path));
	});
}

/**
 * Fetches the files that are not here. Returns as failures those that the host has changed, unless they
 * are essential, and those with names that some systems cannot hold. Throws a MirrorError that lists the
 * essential files that failed.
 */
async function fetchAll(
	run: Run,
	files: readonly ListedFile[],
): Promise<{ readonly here: string[]; readonly failed: Failure[] }> {
	const [here, lost]: [string[], string[]] = [[], []];
	const failed = await workOn(run, "files", files, async (file) => {
		if (lost.length >= MAX_FAILURES) return undefined;
		const { path, bytes } = file;
		const misnamed = nameFault(path);
		if (misnamed !== undefined) return { what: path, reason: misnamed };
		try {
			if (!run.unfinished.has(file)) await fetchFile(run, file);
			here.push(path);
		} catch (error) {
			const reason = failureReason(error);
			const isTransfer = error instanceof TransferError;
			// The API needs the store, and names its files itself.
			const isOptional = isTransfer
				? error.fault.isAnswered && !isEssential(file)
				: bytes !== undefined;
			if (isOptional) return { what: path, reason };
			if (!isTransfer || error instanceof ForeignError) throw error;
			lost.push(`  ${shown(path)} ${reason}`);
		}
		return undefined;
	});
	if (lost.length === 0) return { here, failed };
	const rest = lost.length >= MAX_FAILURES ? ", and the others were not tried" : "";
	const count = lost.length === 1 ? "1 file" : `${lost.length} files`;
	const head = `${run.place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
	throw new MirrorError([head, ...lost].join("\n"));
}

async function fetchFile({ http, unfinished, url }: Run, file: ListedFile): Promise<void> {
	const address = urlOf(url, file.path);
	const limit = file.bytes ?? MAX_STORE_FILE;
	const options = { limit, isListed: true, isEssential: isEssential(file) };
	await http.get(address, options, (body) =>
		unfinished.save(file.path, body, ({ bytes, sha256 }) => {
			const wanted = file.bytes ?? bytes;
			if (sha256 === file.sha256 && bytes === wanted) return;
			const reason = `has SHA-256 ${sha256} and ${bytes} bytes, not ${file.sha256} and ${wanted}`;
			throw new TransferError(address, reason, { isAnswered: true });
		}),
	);
}
