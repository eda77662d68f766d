/** Verifies a mirror without a network: hashes every file, and compares it with everything that describes the mirror. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { POINTER_FILE, SIGNATURE_FILE } from "../download/addresses.ts";
import { MirrorError } from "../download/errors.ts";
import { isSigned } from "../signing/minisign.ts";
import { type ListedFile, listedFiles } from "../tree/listed-files.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { DamagedTree, openStore, STORE_FOLDERS } from "../tree/store.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import type { Report } from "./options.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	provenanceIn,
	SUMS,
	sumsIn,
} from "./provenance.ts";
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
	const { pointer, files, isWhole } = await ownList(folder, provenance);
	const found = filesBelow(folder);
	const lacking = new Set(failed.map(({ what }) => what));
	const isWanted = ({ path }: ListedFile): boolean =>
		found.has(path) || !(lacking.has(path) || isLeftOut(path, without));
	const listed = [...sumsIn(folder), ...files.filter(isWanted)];
	const [missing, corrupt] = [new Set<string>(), new Set<string>()];
	const hashes = new Map<string, string | undefined>();
	for (const { path, sha256 } of listed) {
		if (hashes.size % 512 === 0) {
			report.show("verifying", hashes.size, listed.length);
			await breathe();
			signal.throwIfAborted();
		}
		if (!hashes.has(path)) {
			hashes.set(path, found.get(path) ? hashOf(`${folder}/${path}`) : undefined);
		}
		if (hashes.get(path) !== sha256) (found.has(path) ? corrupt : missing).add(path);
	}
	// All hashes are right, so the pointer itself is wrong.
	if (pointer && !isWhole && missing.size + corrupt.size === 0) corrupt.add(POINTER_FILE);
	// A tree's own list counts for more than SHA256SUMS, to which anyone can add a line.
	const known = new Set((isWhole ? files : listed).map(({ path }) => path));
	for (const path of [SUMS, PROVENANCE, POINTER_FILE, SIGNATURE_FILE]) known.add(path);
	const isOurs = (path: string): boolean => known.has(path) || (!isMirror && HOST_FILES.has(path));
	const extra = isMirror || isWhole ? [...found.keys()].filter((path) => !isOurs(path)) : [];
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

/** Never the hash of a file. */
const DAMAGED = "";

/**
 * The files of a tree, as its own pointer and manifest list them, and whether the list is whole: it may not
 * be, if one of these is damaged. A record that says that this is a crawl does not count, because a changed
 * record must not hide a tree's own hashes.
 */
async function ownList(
	folder: string,
	provenance: Provenance | undefined,
): Promise<{ pointer?: Pointer; files: ListedFile[]; isWhole: boolean }> {
	const isCrawl = provenance?.kind === "crawl" && !existsSync(join(folder, POINTER_FILE));
	if (isCrawl) return { files: [], isWhole: false };
	const textOf = (path: string) => contentOf(join(folder, path))?.toString() ?? "";
	const text = textOf(POINTER_FILE);
	const pointer = await parsePointer(text).catch(() => undefined);
	if (pointer === undefined) {
		return { files: [{ path: POINTER_FILE, sha256: DAMAGED }], isWhole: false };
	}
	const files: ListedFile[] = [];
	const { key } = pointer;
	if (provenance && key && !isSigned(text, textOf(SIGNATURE_FILE), key)) {
		files.push({ path: SIGNATURE_FILE, sha256: DAMAGED });
	}
	const store = openStore(async (path) => contentOf(join(folder, path)));
	const pages = provenance?.without.includes("pages") !== true;
	let isWhole = true;
	for (const part of STORE_FOLDERS) {
		try {
			for await (const more of listedFiles(pointer, store, part, pages)) {
				for (const file of more) files.push(file);
			}
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			isWhole = false;
		}
	}
	return { pointer, files, isWhole };
}
