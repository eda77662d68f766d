/**
 * Verifies a mirror without network access: hashes every file, and compares the hashes with everything that
 * describes the mirror.
 */

import { existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { UserError } from "../console/user-error.ts";
import { POINTER_FILE, SIGNATURE_FILE } from "../download/addresses.ts";
import { isSigned } from "../signing/minisign.ts";
import { filesBelow, treeIn, writtenForHosts } from "../tree/write/own-tree.ts";
import { hashOf, textOf } from "../tree/write/read-file.ts";
import { mirrorAround } from "./place.ts";
import { PROVENANCE, type Provenance, recordIn, SUMS, sumsIn, sumsText } from "./provenance.ts";
import type { Report } from "./run.ts";
import { isLeftOut } from "./safe-paths.ts";

/** The result, with sorted lists. */
export interface Verification {
	/** Whether nothing is missing, corrupt or extra. */
	readonly intact: boolean;
	readonly build: string | undefined;
	/** The site from which a run can fetch files again. Undefined unless the folder is a mirror's current state. */
	readonly source: string | undefined;
	readonly files: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
	/** Files that the mirror run could not copy. */
	readonly failed: Provenance["failed"];
}

/** Verifies a folder. Throws a UserError if there is nothing to compare its files with. */
export async function verify(
	dir: string,
	report: Report,
	signal: AbortSignal,
): Promise<Verification> {
	for (;;) {
		const before = statSync(dir, { throwIfNoEntry: false })?.ino;
		const isReplaced = () => statSync(dir, { throwIfNoEntry: false })?.ino !== before;
		const found = await look(dir, report, signal).catch((error) => {
			if (!isReplaced()) throw error;
		});
		// Otherwise, a run or a build has just finished, and the files that were read are from two states.
		if (found !== undefined && !isReplaced()) return found;
	}
}

/** A value that no file has as its hash. */
const DAMAGED = "";

async function look(dir: string, report: Report, signal: AbortSignal): Promise<Verification> {
	if (!existsSync(dir))
		throw new UserError(`${dir}: does not exist; choose the folder of a mirror`);
	const folder = realpathSync(dir);
	const inFolder = (path: string): string => join(folder, path);
	const own = recordIn(textOf(inFolder(PROVENANCE)));
	const isMirror = own !== undefined || existsSync(inFolder(SUMS));
	const last = isMirror ? recordIn(textOf(`${folder}.mirror/last.json`)) : undefined;
	const record = own ?? last;
	if (!isMirror && !existsSync(inFolder(POINTER_FILE))) {
		throw new UserError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER_FILE}; choose the folder of a mirror`,
		);
	}
	const { failed = [], without = [] } = record ?? {};
	const text = textOf(inFolder(POINTER_FILE));
	const { pointer, files, paths, isWhole } = await treeIn(folder, !without.includes("pages"));
	const found = filesBelow(folder);
	const lacking = new Set(failed.map(({ what }) => what));
	const mayLack = (path: string): boolean => lacking.has(path) || isLeftOut(path, without);
	// The tree's own lists take precedence over SHA256SUMS, to which anyone can add a line.
	const wanted = new Map(sumsIn(folder));
	for (const { path, sha256 } of files) {
		if (found.has(path) || !mayLack(path)) wanted.set(path, sha256);
	}
	if (pointer === undefined) wanted.set(POINTER_FILE, DAMAGED);
	const { key } = (record && pointer) ?? {};
	if (key !== undefined && !isSigned(text, textOf(inFolder(SIGNATURE_FILE)), key)) {
		wanted.set(SIGNATURE_FILE, DAMAGED);
	}
	const known = new Set(paths);
	if (!isWhole) for (const path of wanted.keys()) known.add(path);
	for (const path of isMirror ? [SUMS, PROVENANCE] : writtenForHosts(folder)) known.add(path);

	const [missing, corrupt, extra]: [string[], string[], string[]] = [[], [], []];
	const hashes = new Map<string, string>();
	for (const path of [...new Set([...wanted.keys(), ...found.keys()])].sort()) {
		if (hashes.size % 512 === 0) {
			report.show("verifying", hashes.size, wanted.size);
			await breathe();
			signal.throwIfAborted();
		}
		const sha256 = (found.get(path) && (await hashOf(inFolder(path)))) || "none";
		hashes.set(path, sha256);
		if (sha256 !== (wanted.get(path) ?? sha256)) (found.has(path) ? corrupt : missing).push(path);
		if (found.has(path) && !known.has(path) && (isMirror || isWhole)) extra.push(path);
	}
	hashes.delete(SUMS);
	if (missing.length + corrupt.length + extra.length === 0) {
		// All hashes are right, so the list itself must be wrong.
		if (pointer !== undefined && !isWhole) corrupt.push(POINTER_FILE);
		else if (isMirror && textOf(inFolder(SUMS)) !== sumsText(hashes)) {
			(found.has(SUMS) ? corrupt : missing).push(SUMS);
		}
	}
	return {
		intact: missing.length + corrupt.length + extra.length === 0,
		build: pointer?.build ?? record?.build,
		source: mirrorAround(folder) === undefined ? record?.source : undefined,
		files: wanted.size,
		...{ missing, corrupt, extra, failed },
	};
}
