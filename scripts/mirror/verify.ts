/** Verifies a mirror without a network: hashes every file, and compares what describes the release with it. */
import { createHash, hash } from "node:crypto";
import {
	closeSync,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	realpathSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { commandLine } from "../console/invocation.ts";
import { isPublicKey, isSigned } from "../signing/minisign.ts";
import { openStore } from "../tree/store.ts";
import { EXIT, MirrorError, RefusedError } from "./errors.ts";
import { isHostFile } from "./file-path.ts";
import { PROVENANCE, type Provenance, readProvenance, readSums, SUMS } from "./fixity.ts";
import { isNameFor } from "./place.ts";
import { POINTER, readPointer, readRelease, SIGNATURE, type TreeRelease } from "./release.ts";
import type { Report } from "./report.ts";
import { DEFAULTS } from "./run.ts";

/** Lists are sorted. */
export interface Verification {
	readonly kind: Provenance["kind"];
	/** Only of a tree. */
	readonly build: string | undefined;
	readonly files: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
}

/** The exit code of the worst finding. */
export function exitCodeOf({ missing, corrupt, extra }: Verification): number {
	if (corrupt.length > 0) return EXIT.corrupt;
	if (missing.length > 0) return EXIT.missing;
	return extra.length > 0 ? EXIT.extra : 0;
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
	const provenance = hasSums ? readProvenance(folder) : undefined;
	const isTree = provenance === undefined || provenance.kind === "tree";
	const release = isTree ? await releaseIn(folder, dir) : undefined;
	const corrupt = new Set<string>();
	const sums = hasSums ? readSums(folder) : sumsOf(release);
	if (hasSums && !isNameFor(folder)) corrupt.add(SUMS);
	const key = provenance?.key;
	if (key !== undefined && !isSignedWith(folder, key)) corrupt.add(SIGNATURE);
	if (hasSums && release !== undefined) {
		for (const path of contradictions(release, provenance, sums)) corrupt.add(path);
	}
	const found = filesIn(folder);
	const missing: string[] = [];
	let done = 0;
	for (const [path, wanted] of sums) {
		if (done++ % 512 === 0) {
			report.progress("verifying", done, sums.size);
			await breathe();
			signal.throwIfAborted();
		}
		const isFile = found.get(path);
		if (isFile === undefined) missing.push(path);
		else if (!isFile || !hashOf(join(folder, path))?.startsWith(wanted)) corrupt.add(path);
	}
	const isOurs = (path: string): boolean =>
		sums.has(path) || path === SUMS || (!hasSums && isHostFile(path));
	return {
		kind: provenance?.kind ?? "tree",
		build: release?.pointer.build,
		files: sums.size,
		missing: missing.sort(),
		corrupt: [...corrupt].sort(),
		extra: [...found.keys()].filter((path) => !isOurs(path)).sort(),
	};
}

/**
 * Compares a mirror with a key or with a source. Throws a RefusedError if the mirror is not signed with
 * the key, or is not what the source publishes now.
 */
export async function compare(
	dir: string,
	against: string,
	report: Report,
	signal: AbortSignal,
): Promise<void> {
	if (isPublicKey(against)) {
		if (isSignedWith(dir, against)) return;
		throw new RefusedError(
			`${dir}: is not signed with ${against}; compare the key with its owner's, or mirror the owner's site`,
		);
	}
	// What sends requests takes longer to load than most mirrors to verify.
	const [{ Http }, { fetchPointer }] = await Promise.all([
		import("./http.ts"),
		import("./tree-source.ts"),
	]);
	const http = new Http(against, DEFAULTS, signal, report.note);
	const own = await releaseIn(dir, dir);
	const theirs = await fetchPointer({ url: against, http }).finally(() => http.close());
	if (own !== undefined && theirs?.text === own.text) return;
	const [here, there] = [own, theirs].map((one) => one?.pointer.build.slice(0, 16) ?? "no build");
	throw new RefusedError(
		`${dir}: holds ${here}, and ${against} publishes ${there}; bring it up to date with: ${commandLine("mirror", against, dir)}`,
	);
}

function isSignedWith(folder: string, key: string): boolean {
	const [text, signature] = [POINTER, SIGNATURE].map((path) => {
		const file = join(folder, path);
		return existsSync(file) ? readFileSync(file, "utf8") : "";
	});
	return isSigned(text ?? "", signature ?? "", key);
}

/** The release that a folder's pointer leads to. */
async function releaseIn(folder: string, dir: string): Promise<TreeRelease | undefined> {
	const file = join(folder, POINTER);
	const text = await readFile(file, "utf8").catch(() => undefined);
	if (text === undefined) {
		if (existsSync(join(folder, SUMS))) return undefined;
		throw new MirrorError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER}; name a mirror`,
		);
	}
	const pointer = await readPointer(text, file);
	if (pointer === undefined) throw new MirrorError(`${file}: is not the pointer of a tree`);
	const store = openStore((path) => readFile(join(folder, path)).catch(() => undefined));
	const noLimits = { maxFiles: Number.POSITIVE_INFINITY, maxGigabytes: Number.POSITIVE_INFINITY };
	return await readRelease({ pointer, text }, store, file, noLimits);
}

/** What a tree says about its files itself. */
function sumsOf(release: TreeRelease | undefined): Map<string, string> {
	const files = release?.files.map(({ path, sha256 }) => [path, sha256] as const) ?? [];
	return new Map([...files, [POINTER, ""]]);
}

/** Files about which the release and the record of the mirror disagree. */
function contradictions(
	{ pointer, files }: TreeRelease,
	provenance: Provenance | undefined,
	sums: ReadonlyMap<string, string>,
): string[] {
	const wrong = files.filter(({ path, sha256 }) => {
		const recorded = sums.get(path);
		const mayBeMissing = provenance?.media === false && path.startsWith("media/");
		return recorded === undefined ? !mayBeMissing : !recorded.startsWith(sha256);
	});
	const known = new Set([...files.map(({ path }) => path), POINTER, SIGNATURE, PROVENANCE]);
	const unknown = [...sums.keys()].filter((path) => !known.has(path));
	const isOtherBuild = provenance?.build !== pointer.build;
	return [...wrong.map(({ path }) => path), ...unknown, ...(isOtherBuild ? [PROVENANCE] : [])];
}

/** Everything below a folder but folders, by path: whether it is a regular file. */
function filesIn(folder: string): Map<string, boolean> {
	const found = new Map<string, boolean>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (entry.isDirectory()) continue;
		const path = `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`;
		found.set(path.replaceAll(sep, "/").replace(/^\//, ""), entry.isFile());
	}
	return found;
}

const buffer = Buffer.allocUnsafe(256 * 1024);

/** The hash of a file; undefined if the disk cannot read it. */
function hashOf(file: string): string | undefined {
	let handle: number | undefined;
	try {
		handle = openSync(file, "r");
		const first = readSync(handle, buffer);
		// Most files are small, and one call hashes them much faster.
		if (first < buffer.length) return hash("sha256", buffer.subarray(0, first));
		const rest = createHash("sha256");
		for (let read = first; read > 0; read = readSync(handle, buffer)) {
			rest.update(buffer.subarray(0, read));
		}
		return rest.digest("hex");
	} catch {
		return undefined;
	} finally {
		if (handle !== undefined) closeSync(handle);
	}
}
