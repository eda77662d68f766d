/**
 * Copies a release: lists its files, and fetches the missing ones, except those that options exclude or the host
 * has changed.
 */

import { readFileSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import pMap, { pMapSkip } from "p-map";
import { nameFault } from "../catalogue/portable-path.ts";
import { commandLine } from "../console/invocation.ts";
import { shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { MAX_STORE_FILE, POINTER_FILE, SIGNATURE_FILE, urlOf } from "../download/addresses.ts";
import { ForeignError, invalid, RefusedError, TransferError } from "../download/errors.ts";
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
import { type Failure, PARTS, type Provenance, saysSame } from "./provenance.ts";
import type { Run } from "./run.ts";
import { isLeftOut, isMedium, pathFaults } from "./safe-paths.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedKey,
	trustedSignature,
} from "./trust.ts";

/**
 * Copies the release. Returns the record of the copy, or the record in DIR if there is nothing new. If it throws
 * a UserError, DIR is unchanged.
 */
export async function copyTree(run: Run): Promise<Provenance> {
	const { last, place, url } = run;
	const latest = await fetchPointer(run);
	if (latest === undefined) {
		const hint = `if it is a live server of this API, ${commandLine("import", url)} makes a catalogue from it`;
		const fix =
			last === undefined
				? hint
				: `${place.dir} mirrors a published tree, so ask the publisher where it is now`;
		throw new UserError(`${url}/latest.json: is not the pointer of a published tree; ${fix}`);
	}
	refuseOtherSource(run);
	return await copyRelease(run, latest).catch(async (error) => {
		await refuseMixture(run, latest);
		throw error;
	});
}

/** Throws a UserError if the source has just published another release: then files of two releases were read. */
async function refuseMixture(run: Pick<Run, "http" | "url">, { text }: PointerText): Promise<void> {
	const now = await fetchPointer(run).catch(() => undefined);
	if (now === undefined || now.text === text) return;
	throw new UserError(
		`${run.url}: has published a different release in the meantime; run this again to mirror it`,
	);
}

async function copyRelease(run: Run, latest: PointerText): Promise<Provenance> {
	const { held, options, unfinished, url: source } = run;
	const { build, count, serial } = latest.pointer;
	const without = PARTS.filter((part) => !options[part]);
	const [date, key] = [new Date().toISOString(), trustedKey(run, latest.pointer.key)];
	const said = { version: 1, kind: "tree", source, date, count, build, failed: [] } as const;
	const about: Omit<Provenance, "media"> = { ...said, without, key, serial };
	refuseRollback(run, latest);
	refuseShrink(run, "clips", count);
	if (held && !options.recheck && saysSame(held, about)) return held;
	const signature = await trustedSignature(run, latest);
	await unfinished.gather(run.signal);
	const { wanted, media } = await wantedFiles(run, latest, without);
	const failed = await fetchAll(run, wanted);
	if (failed.length > 0) await refuseMixture(run, latest);
	await unfinished.add(POINTER_FILE, latest.text);
	if (signature !== undefined) await unfinished.add(SIGNATURE_FILE, signature);
	return { ...about, media, failed };
}

/** Lists the files to copy, except the pointer. Throws a UserError if the run must refuse the release. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	without: Provenance["without"],
): Promise<{ wanted: readonly ListedFile[]; media: number }> {
	const { options } = run;
	const url = urlOf(run.url, POINTER_FILE).href;
	const listed = await filesOf(run, pointer, options.pages);
	const faults = pathFaults(listed, POINTER_FILE);
	if (faults.length > 0) throw invalid(url, faults);
	const media = listed.filter(({ path }) => isMedium(path)).length;
	refuseShrink(run, "media", media);
	const wanted = listed.filter(({ path }) => !isLeftOut(path, without));
	const bytes = wanted.reduce((sum, { bytes = 0 }) => sum + bytes, pointer.bytes);
	const most = options.maxGigabytes * 1e9;
	if (bytes <= most) return { wanted, media };
	const fix = "if you expect that many, allow them with --max-gigabytes N";
	throw new RefusedError(`${url}: lists ${bytes} bytes, more than ${most}; ${fix}`);
}

/**
 * All files of a release except its pointer. Throws a UserError if the release is not valid, or has too many
 * files.
 */
async function filesOf(
	run: Fetching & Pick<Run, "options">,
	pointer: Pointer,
	pages: boolean,
): Promise<ListedFile[]> {
	const { maxFiles } = run.options;
	const store = storeOf(run);
	const url = urlOf(run.url, POINTER_FILE).href;
	const files: ListedFile[] = [];
	const refuseMany = (count: number): void => {
		if (count < maxFiles) return;
		throw new RefusedError(
			`${url}: lists more than ${maxFiles} files, which is more than a mirror can hold; ask the publisher to reduce the number of files`,
		);
	};
	const list = async (folder: StoreFolder): Promise<void> => {
		for await (const more of listedFiles(pointer, store, folder, pages, refuseMany)) {
			// Not push(...more), which overflows the stack if there are many files.
			for (const file of more) files.push(file);
			refuseMany(files.length);
		}
	};
	await Promise.all(STORE_FOLDERS.map(list)).catch((error) => {
		throw error instanceof DamagedTree ? invalid(url, [error.message]) : error;
	});
	return files;
}

/** A run gives up after this many failed files. */
const MAX_FAILURES = 10;

/** Whether a file belongs to the store, the manifest or the media. A release that lacks such a file is refused. */
function isEssential({ bytes, path }: ListedFile): boolean {
	return bytes === undefined || isMedium(path);
}

/** The parts of a run that are needed to fetch a file. */
type Fetching = Pick<Run, "http" | "unfinished" | "url">;

/** The source's store. Every file that is read from it is added to the unfinished release. */
function storeOf(run: Fetching): Store {
	const { unfinished } = run;
	return openStore(async (path) => {
		const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
		const file = { path: path.slice(1), sha256: name };
		if (!(await unfinished.has(file))) await fetchFile(run, file);
		return readFileSync(unfinished.pathOf(file.path));
	});
}

/**
 * Fetches the missing files. Returns the files that the host has changed, and those whose names some systems
 * cannot store. Throws a UserError that lists the essential files that failed.
 */
async function fetchAll(run: Run, files: readonly ListedFile[]): Promise<Failure[]> {
	const { options, place, report, signal, unfinished } = run;
	const lost: string[] = [];
	let done = 0;
	const fetchOne = async (file: ListedFile): Promise<Failure | typeof pMapSkip> => {
		// Most files that are already here are hashed synchronously, and timers must still fire.
		await breathe();
		signal.throwIfAborted();
		report.show("files", done++, files.length);
		if (lost.length >= MAX_FAILURES) return pMapSkip;
		const { path } = file;
		const misnamed = nameFault(path);
		if (misnamed !== undefined) return { what: path, reason: misnamed };
		try {
			if (!(await unfinished.has(file))) await fetchFile(run, file);
		} catch (error) {
			if (!(error instanceof TransferError)) throw error;
			const { fault, reason } = error;
			// The API needs the store, and visitors need the media.
			if (fault.isAnswered && !isEssential(file)) return { what: path, reason };
			if (error instanceof ForeignError) throw error;
			lost.push(`  ${shown(path)} ${reason}`);
		}
		return pMapSkip;
	};
	const failed = await pMap(files, fetchOne, { concurrency: options.concurrency });
	if (lost.length === 0) return failed;
	const rest = lost.length >= MAX_FAILURES ? ", and the others were not tried" : "";
	const count = lost.length === 1 ? "1 file" : `${lost.length} files`;
	const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
	throw new UserError([head, ...lost].join("\n"));
}

async function fetchFile({ http, unfinished, url }: Fetching, file: ListedFile): Promise<void> {
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
