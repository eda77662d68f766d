/** Gets the files of a release into a draft: links those that are here, makes or fetches the others. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import type { Pointer } from "../tree/pointer.ts";
import { openStore } from "../tree/store.ts";
import { type Draft, WrongContent } from "./draft.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { FileMaker, isMakeable } from "./made-files.ts";
import type { WantedFile } from "./release.ts";
import type { Run } from "./run.ts";
import type { TreeSource } from "./tree-source.ts";

/** After this many files that could not be fetched, the others are not tried. */
const MAX_FAILURES = 20;

/** How many files were made, and how many bytes were fetched. */
interface Transferred {
	readonly made: number;
	readonly bytes: number;
}

/** Throws a MirrorError that lists the files that could not be fetched. */
export async function transfer(
	run: Run,
	pointer: Pointer,
	source: TreeSource,
	draft: Draft,
	wanted: readonly WantedFile[],
): Promise<Transferred> {
	draft.keepOnly(new Map(wanted.map((file) => [file.path, file])));
	const missing = wanted.filter((file) => {
		if (draft.resume(file)) return false;
		const held = source.held(file);
		if (held !== undefined) draft.link(file.path, held.file, held.sha256);
		return held === undefined;
	});
	const isUpdate = run.current !== undefined;
	const makeable = missing.filter(({ path }) => isMakeable(path, isUpdate));
	const others = missing.filter(({ path }) => !isMakeable(path, isUpdate));
	const fetched = await fetchAll(run, source, draft, others);
	const unmade = await makeAll(run, pointer, draft, makeable);
	const alsoFetched = await fetchAll(run, source, draft, unmade);
	return { made: makeable.length - unmade.length, bytes: fetched + alsoFetched };
}

/** Makes files from the clips. Returns those that come out different. */
async function makeAll(
	{ place, signal, report }: Run,
	pointer: Pointer,
	draft: Draft,
	files: readonly WantedFile[],
): Promise<WantedFile[]> {
	const store = openStore((path) => readFile(join(place.draft, path)));
	const maker = new FileMaker({ pointer, store });
	const unmade: WantedFile[] = [];
	for (const [i, file] of files.entries()) {
		signal.throwIfAborted();
		if (!(await isMade(draft, maker, file))) unmade.push(file);
		report.progress("making", i + 1, files.length);
	}
	return unmade;
}

async function isMade(draft: Draft, maker: FileMaker, file: WantedFile): Promise<boolean> {
	// Whatever keeps a file from being made, it can be fetched.
	const versions = await maker.versions(file.path).catch(() => []);
	for (const version of versions) {
		try {
			await draft.write(file.path, version, file);
			return true;
		} catch (error) {
			if (!(error instanceof WrongContent)) throw error;
		}
	}
	return false;
}

/** Fetches files, the same content only once. Returns their bytes. */
async function fetchAll(
	run: Run,
	source: TreeSource,
	draft: Draft,
	files: readonly WantedFile[],
): Promise<number> {
	const { report, options, place } = run;
	const first = new Map<string, WantedFile>();
	for (const file of files) if (!first.has(file.sha256)) first.set(file.sha256, file);
	const failed: string[] = [];
	let [bytes, done] = [0, 0];
	const fetchOne = async (file: WantedFile): Promise<void> => {
		if (failed.length >= MAX_FAILURES) return;
		try {
			bytes += await fetchInto(draft, source, file);
		} catch (error) {
			if (!(error instanceof TransferError)) throw error;
			failed.push(`  ${shown(file.path)} ${error.reason}`);
		}
		report.progress("fetching", ++done, first.size);
	};
	await pMap(first.values(), fetchOne, { concurrency: options.concurrency });
	if (failed.length > 0) {
		const rest = failed.length >= MAX_FAILURES ? ", and the others were not tried" : "";
		const count = failed.length === 1 ? "1 file" : `${failed.length} files`;
		const head = `${place.dir}: is unchanged, because ${count} could not be fetched${rest}; the next run fetches what is missing:`;
		throw new MirrorError([head, ...failed].join("\n"));
	}
	for (const { path, sha256 } of files) {
		const origin = first.get(sha256)?.path ?? path;
		const hash = draft.hashes.get(origin) ?? "";
		if (origin !== path) draft.link(path, join(place.draft, origin), hash);
	}
	return bytes;
}

async function fetchInto(draft: Draft, source: TreeSource, file: WantedFile): Promise<number> {
	const known = source.metadata.get(file.path);
	if (known !== undefined) return (await draft.write(file.path, [known], file)).bytes;
	return await source.fetch(file, async ({ url, body }) => {
		try {
			return (await draft.write(file.path, body, file)).bytes;
		} catch (error) {
			throw error instanceof WrongContent ? new TransferError(url, error.message) : error;
		}
	});
}
