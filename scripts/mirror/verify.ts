/** Verifies a mirror without a network: hashes every file, and compares it with everything that describes the mirror. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { isSigned } from "../signing/minisign.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { openStore, type Store } from "../tree/store.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import { POINTER_FILE, SIGNATURE_FILE } from "./addresses.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { listedFiles } from "./listed-files.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceIn,
	SUMS,
	sumsIn,
	type WantedFile,
} from "./provenance.ts";
import type { Report } from "./run.ts";
import { isLeftOut } from "./safe-paths.ts";

/** The result, with sorted lists. */
export interface Verification {
	/** Whether nothing is missing, corrupt or extra. */
	readonly intact: boolean;
	/** The build of a tree; a crawl has none. */
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
	readonly pointer?: Pointer;
	/** Empty if an index file or the pointer is damaged. */
	readonly files: readonly WantedFile[];
	/** Those of the pointer, the signature and the index files that are damaged or missing. */
	readonly damaged: ReadonlySet<string>;
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
	const { failed = [], without = [] } = provenance ?? {};
	const { pointer, files, damaged } = await ownList(folder, provenance);
	const found = filesBelow(folder);
	const lacking = new Set(failed.map(({ what }) => what));
	const wanted = files.filter(
		({ path }) => found.has(path) || !(lacking.has(path) || isLeftOut(path, without)),
	);
	const listed = [...sumsIn(folder), ...wanted];
	const [missing, corrupt] = [new Set<string>(), new Set<string>()];
	const isFaulty = (path: string) => (found.has(path) ? corrupt : missing).add(path);
	damaged.forEach(isFaulty);
	const hashes = new Map<string, string | undefined>();
	for (const { path, sha256 } of listed) {
		if (hashes.size % 512 === 0) {
			report.progress("verifying", hashes.size, listed.length);
			await breathe();
			signal.throwIfAborted();
		}
		if (!hashes.has(path)) hashes.set(path, found.get(path) ? hashOf(`${folder}/${path}`) : "");
		if (hashes.get(path) !== sha256) isFaulty(path);
	}
	// A tree's own list counts for more than SHA256SUMS, to which anyone can add a line.
	const known = new Set((files.length > 0 ? files : listed).map(({ path }) => path));
	for (const path of [SUMS, PROVENANCE, POINTER_FILE, SIGNATURE_FILE]) known.add(path);
	const isOurs = (path: string): boolean => known.has(path) || (!isMirror && HOST_FILES.has(path));
	const isListed = isMirror || files.length > 0;
	const extra = isListed ? [...found.keys()].filter((path) => !isOurs(path)) : [];
	return {
		intact: missing.size + corrupt.size + extra.length === 0,
		build: pointer?.build ?? provenance?.build,
		files: hashes.size,
		missing: [...missing].sort(),
		corrupt: [...corrupt].sort(),
		extra: extra.sort(),
		failed,
	};
}

/** Even if the record says that it is a crawl: a changed record must not hide a tree's own hashes. */
async function ownList(folder: string, provenance: Provenance | undefined): Promise<OwnList> {
	const damaged = new Set<string>();
	const textOf = (path: string) => contentOf(join(folder, path))?.toString();
	const text = textOf(POINTER_FILE);
	if (text === undefined && provenance?.kind === "crawl") return { files: [], damaged };
	const pointer = await parsePointer(text ?? "").catch(() => undefined);
	if (pointer === undefined) return { files: [], damaged: damaged.add(POINTER_FILE) };
	const isWrong =
		pointer.key !== undefined && !isSigned(text ?? "", textOf(SIGNATURE_FILE) ?? "", pointer.key);
	if (provenance !== undefined && isWrong) damaged.add(SIGNATURE_FILE);
	const { readBytes } = openStore(async (path) => contentOf(join(folder, path)));
	const store: Store = {
		readBytes: (path, hash) =>
			readBytes(path, hash).catch((error) => {
				damaged.add(path.slice(1));
				throw error;
			}),
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
