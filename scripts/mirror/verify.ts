/** Verifies a mirror without a network: hashes every file, and compares it with everything that describes the mirror. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { POINTER_FILE, SIGNATURE_FILE } from "../download/addresses.ts";
import { MirrorError } from "../download/errors.ts";
import { isSigned } from "../signing/minisign.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import { ownList } from "./held.ts";
import type { Report } from "./options.ts";
import { mirrorAround } from "./place.ts";
import {
	contentOf,
	hashOf,
	PROVENANCE,
	type Provenance,
	recordIn,
	SUMS,
	sumsIn,
	sumsText,
	unlessFails,
} from "./provenance.ts";
import { isLeftOut } from "./safe-paths.ts";

/** The result, with sorted lists. */
export interface Verification {
	/** Whether nothing is missing, corrupt or extra. */
	readonly intact: boolean;
	readonly build: string | undefined;
	/** Where a run can fetch files again. Absent for what is no mirror, and for the state before. */
	readonly source: string | undefined;
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
	for (;;) {
		const before = folderAt(dir);
		const isReplaced = (): boolean => folderAt(dir) !== before;
		const found = await look(dir, report, signal).catch((error) => {
			if (!isReplaced()) throw error;
		});
		// Files of two states were read: a run or a build has just finished.
		if (found !== undefined && !isReplaced()) return found;
	}
}

/** Which folder has a name now. */
function folderAt(dir: string): string | undefined {
	const stats = unlessFails(() => statSync(dir));
	return stats && `${stats.dev} ${stats.ino}`;
}

async function look(dir: string, report: Report, signal: AbortSignal): Promise<Verification> {
	if (!existsSync(dir)) throw new MirrorError(`${dir}: does not exist; name a mirror`);
	const folder = realpathSync(dir);
	const record = recordIn(contentOf(join(folder, PROVENANCE)));
	const isMirror = record !== undefined || existsSync(join(folder, SUMS));
	if (!isMirror && !existsSync(join(folder, POINTER_FILE))) {
		throw new MirrorError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER_FILE}; name a mirror`,
		);
	}
	const { failed = [], without = [] } = record ?? {};
	const { pointer, text, files, isWhole } = await ownList(folder, !without.includes("pages"));
	const found = filesBelow(folder);
	const lacking = new Set(failed.map(({ what }) => what));
	const sums = new Map(sumsIn(folder));
	/** What a tree says of itself counts for more than SHA256SUMS, which anyone can change. */
	const wanted = new Map(sums);
	if (pointer === undefined) wanted.set(POINTER_FILE, DAMAGED);
	if (record && pointer?.key) {
		const signature = String(contentOf(join(folder, SIGNATURE_FILE)));
		if (!isSigned(text, signature, pointer.key)) wanted.set(SIGNATURE_FILE, DAMAGED);
	}
	for (const { path, sha256 } of files) {
		const mayLack = lacking.has(path) || isLeftOut(path, without);
		if (found.has(path) || !mayLack) wanted.set(path, sha256);
	}
	const { missing, corrupt } = await compare(folder, wanted, found, report, signal);
	// A tree's own list counts for more here, too.
	const known = new Set(isWhole ? files.map(({ path }) => path) : wanted.keys());
	for (const path of [POINTER_FILE, SIGNATURE_FILE]) known.add(path);
	for (const path of isMirror ? [SUMS, PROVENANCE] : HOST_FILES) known.add(path);
	const extra = isMirror || isWhole ? [...found.keys()].filter((path) => !known.has(path)) : [];
	if (missing.length + corrupt.length + extra.length === 0) {
		// All hashes are right, so what lists them is wrong itself.
		if (pointer !== undefined && !isWhole) corrupt.push(POINTER_FILE);
		else if (isMirror && !(await areRight(folder, wanted, found))) {
			(found.has(SUMS) ? corrupt : missing).push(SUMS);
		}
	}
	const last = recordIn(contentOf(join(`${folder}.mirror`, "last.json")));
	return {
		intact: missing.length + corrupt.length + extra.length === 0,
		build: pointer?.build ?? record?.build,
		source: mirrorAround(folder) === undefined ? (record ?? last)?.source : undefined,
		files: wanted.size,
		missing: missing.sort(),
		corrupt: corrupt.sort(),
		extra: extra.sort(),
		failed,
	};
}

/** Never the hash of a file. */
const DAMAGED = "";

type Found = ReturnType<typeof filesBelow>;

async function compare(
	folder: string,
	wanted: ReadonlyMap<string, string>,
	found: Found,
	report: Report,
	signal: AbortSignal,
): Promise<{ missing: string[]; corrupt: string[] }> {
	const [missing, corrupt]: [string[], string[]] = [[], []];
	let done = 0;
	for (const [path, sha256] of wanted) {
		if (done++ % 512 === 0) {
			report.show("verifying", done, wanted.size);
			await breathe();
			signal.throwIfAborted();
		}
		const is = found.get(path) ? await hashOf(join(folder, path)) : undefined;
		if (is !== sha256) (found.has(path) ? corrupt : missing).push(path);
	}
	return { missing, corrupt };
}

/** Whether SHA256SUMS has the hashes of all files that were found, and nothing else. */
async function areRight(
	folder: string,
	wanted: ReadonlyMap<string, string>,
	found: Found,
): Promise<boolean> {
	const hashes = new Map<string, string>();
	for (const path of found.keys()) {
		if (path === SUMS) continue;
		hashes.set(path, wanted.get(path) ?? String(await hashOf(join(folder, path))));
	}
	return String(contentOf(join(folder, SUMS))) === sumsText(hashes);
}
