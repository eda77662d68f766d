/** Verifies a mirror without a network: hashes every file, and compares it with everything that describes the mirror. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { isSigned } from "../signing/minisign.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { openStore, type Store } from "../tree/store.ts";
import { POINTER_FILE, SIGNATURE_FILE } from "./addresses.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { listedFiles } from "./listed-files.ts";
import {
	contentOf,
	filesBelow,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceIn,
	readSums,
	SUMS,
	type WantedFile,
} from "./provenance.ts";
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
	const isMirror = existsSync(join(folder, SUMS));
	if (!isMirror && !existsSync(join(folder, POINTER_FILE))) {
		throw new MirrorError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER_FILE}; name a mirror`,
		);
	}
	const provenance = provenanceIn(join(folder, PROVENANCE));
	// Even if the record says that it is a crawl: a changed record must not hide a tree's own hashes.
	const list = await ownList(folder, provenance);
	const found = filesBelow(folder);
	const [missing, corrupt] = [new Set<string>(), new Set(contradictions(folder, provenance, list))];
	for (const path of list.damaged) (found.has(path) ? corrupt : missing).add(path);
	const sums = [...readSums(folder)].map(([path, sha256]) => ({ path, sha256 }));
	const listed = [...sums, ...present(list.files, found, provenance)];
	// A tree's own list counts for more than sums, to which a line can be added.
	const isListed = list.pointer !== undefined && list.damaged.size === 0;
	const known = new Set((isListed ? list.files : listed).map(({ path }) => path));
	for (const path of [SUMS, PROVENANCE, POINTER_FILE, SIGNATURE_FILE]) known.add(path);
	const hashes = new Map<string, string | undefined>();
	for (const { path, sha256 } of listed) {
		if (hashes.size % 512 === 0) {
			report.progress("verifying", hashes.size, known.size);
			await breathe();
			signal.throwIfAborted();
		}
		if (!hashes.has(path)) hashes.set(path, found.get(path) ? hashOf(`${folder}/${path}`) : "");
		if (!found.has(path)) missing.add(path);
		else if (hashes.get(path) !== sha256) corrupt.add(path);
	}
	const isOurs = (path: string): boolean => known.has(path) || (!isMirror && HOST_FILES.has(path));
	return {
		build: list.pointer?.build ?? provenance?.build,
		files: hashes.size,
		missing: [...missing].sort(),
		corrupt: [...corrupt].sort(),
		extra: isMirror || isListed ? [...found.keys()].filter((path) => !isOurs(path)).sort() : [],
		failed: provenance?.failed ?? [],
	};
}

/** The files that a tree lists, except those that a mirror has left out. */
function present(
	files: readonly WantedFile[],
	found: ReadonlyMap<string, boolean>,
	provenance: Provenance | undefined,
): readonly WantedFile[] {
	const { failed = [], without = [] } = provenance ?? {};
	const lacking = new Set(failed.map(({ what }) => what));
	return files.filter(
		({ path }) => found.has(path) || !(lacking.has(path) || isLeftOut(path, without)),
	);
}

/** Files in which the mirror's record and the pointer's signature contradict the pointer. */
function contradictions(
	folder: string,
	provenance: Provenance | undefined,
	{ pointer }: OwnList,
): string[] {
	if (provenance === undefined || pointer === undefined) return [];
	const [text = "", minisig = ""] = [POINTER_FILE, SIGNATURE_FILE].map((path) =>
		contentOf(join(folder, path))?.toString(),
	);
	const isWrong = pointer.key !== undefined && !isSigned(text, minisig, pointer.key);
	return [
		...(isWrong ? [SIGNATURE_FILE] : []),
		...(provenance.build === pointer.build ? [] : [PROVENANCE]),
	];
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
