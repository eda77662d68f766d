/** Copies a release of a published tree: fetches the files that are missing here, and replaces DIR with the result. */
import type { Pointer } from "../tree/pointer.ts";
import { DamagedTree, STORE_FOLDERS, type StoreFolder } from "../tree/store.ts";
import { POINTER_FILE, SIGNATURE_FILE, urlOf } from "./addresses.ts";
import { invalid, MirrorError, RefusedError, TransferError } from "./errors.ts";
import { finish, keep, saysSame } from "./finish.ts";
import { listedFiles } from "./listed-files.ts";
import { fetchPointer, type PointerText } from "./pointer.ts";
import { PARTS, PROVENANCE, type Provenance, sumsIn, type WantedFile } from "./provenance.ts";
import type { Outcome, Run } from "./run.ts";
import { isLeftOut, isMedium, pathFaults } from "./safe-paths.ts";
import { fetchAll, storeOf } from "./transfer.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	trustedKey,
	trustedSignature,
} from "./trust.ts";

/** Throws a MirrorError; DIR is then unchanged. */
export async function copyTree(run: Run, latest: PointerText): Promise<Outcome> {
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

async function copyRelease(run: Run, latest: PointerText): Promise<Outcome> {
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
		return keep(run, [...paths], held);
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
	return await finish(run, here, { ...about, media, failed });
}

/** Lists the files to copy, except the pointer. Throws a MirrorError if the release must be refused. */
async function wantedFiles(
	run: Run,
	{ pointer }: PointerText,
	without: Provenance["without"],
): Promise<{ wanted: readonly WantedFile[]; media: number }> {
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
async function filesOf(run: Run, pointer: Pointer, pages: boolean): Promise<WantedFile[]> {
	const { maxFiles } = run.options;
	const store = storeOf(run);
	const url = urlOf(run.url, POINTER_FILE).href;
	const files: WantedFile[] = [];
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
