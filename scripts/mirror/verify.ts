/** Verifies a mirror without a network: hashes every file, and compares it with everything that describes the release. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { isSigned } from "../signing/minisign.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { openStore, type Store } from "../tree/store.ts";
import { POINTER_FILE, SIGNATURE_FILE } from "./addresses.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { listedFiles } from "./listed-files.ts";
import { isNameFor } from "./place.ts";
import {
	filesBelow,
	hashOf,
	PROVENANCE,
	type Provenance,
	readProvenance,
	readSums,
	SUMS,
	type WantedFile,
} from "./release.ts";
import type { Report } from "./run.ts";
import { isLeftOut } from "./safe-paths.ts";

/** Lists are sorted. */
export interface Verification {
	/** Only of a tree. */
	readonly build: string | undefined;
	readonly files: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
	/** Missing at the source already. */
	readonly failed: Provenance["failed"];
}

/** The files of a tree, as its own pointer and manifest list them. */
interface OwnList {
	/** Undefined if it is missing or damaged. */
	readonly pointer?: Pointer;
	/** Empty if an index file or the pointer is damaged. */
	readonly files: readonly WantedFile[];
	readonly damaged: ReadonlySet<string>;
}

export function isIntact({ missing, corrupt, extra }: Verification): boolean {
	return missing.length + corrupt.length + extra.length === 0;
}

/** Throws a MirrorError if there is nothing to compare the files with. */
export async function verify(
	dir: string,
	report: Report,
	signal: AbortSignal,
): Promise<Verification> {
	if (!existsSync(dir)) throw new MirrorError(`${dir}: does not exist; name a mirror`);
	const folder = realpathSync(dir);
	const hasSums = existsSync(join(folder, SUMS));
	if (!hasSums && !existsSync(join(folder, POINTER_FILE))) {
		throw new MirrorError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER_FILE}; name a mirror`,
		);
	}
	const provenance = hasSums ? readProvenance(folder) : undefined;
	// Even if the record says that it is a crawl: a changed record must not hide a tree's own hashes.
	const list = await ownList(folder, provenance);
	const listed = list.files.map(({ path, sha256 }) => [path, sha256] as const);
	const sums = hasSums ? readSums(folder) : new Map([...listed, [POINTER_FILE, ""]]);
	const found = filesBelow(folder);
	const [missing, corrupt] = [new Set<string>(), new Set<string>()];
	for (const path of list.damaged) (found.has(path) ? corrupt : missing).add(path);
	if (provenance !== undefined) {
		for (const path of contradictions(folder, provenance, list, sums)) corrupt.add(path);
	}
	let done = 0;
	for (const [path, wanted] of sums) {
		if (done++ % 512 === 0) {
			report.progress("verifying", done, sums.size);
			await breathe();
			signal.throwIfAborted();
		}
		const isFile = found.get(path);
		if (isFile === undefined) missing.add(path);
		else if (!isFile || !hashOf(`${folder}/${path}`)?.startsWith(wanted)) corrupt.add(path);
	}
	// Only its own list says which files belong to the output of a build.
	const isKnown = hasSums || list.damaged.size === 0;
	const isOurs = (path: string): boolean =>
		sums.has(path) || path === SUMS || (!hasSums && HOST_FILES.has(path));
	return {
		build: list.pointer?.build ?? provenance?.build,
		files: sums.size,
		missing: [...missing].sort(),
		corrupt: [...corrupt].sort(),
		extra: isKnown ? [...found.keys()].filter((path) => !isOurs(path)).sort() : [],
		failed: provenance?.failed ?? [],
	};
}

function isSignedWith(folder: string, key: string): boolean {
	const [text = "", minisig = ""] = [POINTER_FILE, SIGNATURE_FILE].map((path) =>
		contentOf(join(folder, path))?.toString(),
	);
	return isSigned(text, minisig, key);
}

function contentOf(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch {
		return undefined;
	}
}

async function ownList(folder: string, provenance: Provenance | undefined): Promise<OwnList> {
	const damaged = new Set<string>();
	const text = contentOf(join(folder, POINTER_FILE))?.toString();
	if (text === undefined && provenance?.kind === "crawl") return { files: [], damaged };
	const pointer = await parsePointer(text ?? "").catch(() => undefined);
	if (pointer === undefined) return { files: [], damaged: damaged.add(POINTER_FILE) };
	const { readBytes } = openStore(async (path) => contentOf(join(folder, path)));
	const store: Store = {
		readBytes: async (path, hash) => {
			try {
				return await readBytes(path, hash);
			} catch (error) {
				damaged.add(path.slice(1));
				throw error;
			}
		},
	};
	const pages = provenance?.without.includes("pages") !== true;
	const maxFiles = Number.POSITIVE_INFINITY;
	const files = await listedFiles(pointer, store, { url: folder, maxFiles, pages }).catch(
		(error) => {
			if (!(error instanceof RefusedError)) throw error;
			// All hashes are right, so the pointer itself is wrong.
			if (damaged.size === 0) damaged.add(POINTER_FILE);
			return [];
		},
	);
	return { pointer, files, damaged };
}

/** Files about which the release and the mirror's record disagree. */
function contradictions(
	folder: string,
	{ build, failed, without }: Provenance,
	{ pointer, files, damaged }: OwnList,
	sums: ReadonlyMap<string, string>,
): string[] {
	const wrong: string[] = [];
	if (!isNameFor(folder)) wrong.push(SUMS);
	if (pointer === undefined) return wrong;
	const { key } = pointer;
	if (key !== undefined && !isSignedWith(folder, key)) wrong.push(SIGNATURE_FILE);
	if (build !== pointer.build) wrong.push(PROVENANCE);
	if (damaged.size > 0) return wrong;
	const known = new Set([POINTER_FILE, SIGNATURE_FILE, PROVENANCE]);
	const lacking = new Set(failed.map(({ what }) => what));
	for (const { path, sha256 } of files) {
		known.add(path);
		const isLacking = !sums.has(path) && (lacking.has(path) || isLeftOut(path, without));
		if (!isLacking && sums.get(path) !== sha256) wrong.push(path);
	}
	return [...wrong, ...[...sums.keys()].filter((path) => !known.has(path))];
}
