/** Verifies a mirror without a network: hashes every file, and compares what describes the release with it. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { commandLine } from "../console/invocation.ts";
import { isPublicKey, isSigned } from "../signing/minisign.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { openStore, storePath } from "../tree/store.ts";
import type { Report } from "./commands.ts";
import { EXIT, MirrorError, RefusedError } from "./errors.ts";
import {
	filesBelow,
	hashOf,
	PROVENANCE,
	type Provenance,
	readProvenance,
	readSums,
	SUMS,
} from "./fixity.ts";
import { isNameFor } from "./place.ts";
import { isPublishable, listedFiles, POINTER, SIGNATURE, type WantedFile } from "./release.ts";
import { DEFAULTS } from "./run.ts";

/** Lists are sorted. */
export interface Verification {
	/** Only of a tree. */
	readonly build: string | undefined;
	readonly files: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
}

/** What a tree says about its files itself. */
interface OwnList {
	readonly pointer: Pointer;
	readonly files: readonly WantedFile[];
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
	// Whatever the record says: a tree that is called a crawl would escape its own hashes.
	const list = await ownList(folder, dir);
	const listed = list?.files.map(({ path, sha256 }) => [path, sha256] as const) ?? [];
	const sums = hasSums ? readSums(folder) : new Map([...listed, [POINTER, ""]]);
	const corrupt = new Set(provenance && contradictions(folder, provenance, list, sums));
	const found = filesBelow(folder);
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
		else if (!isFile || !hashOf(`${folder}/${path}`)?.startsWith(wanted)) corrupt.add(path);
	}
	const isOurs = (path: string): boolean =>
		sums.has(path) || path === SUMS || (!hasSums && !isPublishable(path));
	return {
		build: list?.pointer.build,
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
		import("./pointer.ts"),
	]);
	const http = new Http({ url: against, options: DEFAULTS, signal, report });
	const theirs = await fetchPointer({ url: against, http }).finally(() => http.close());
	const text = textOf(dir, POINTER);
	if (text === theirs?.text) return;
	const own = await parsePointer(text).catch(() => undefined);
	const [here, there] = [own, theirs?.pointer].map((one) => one?.build.slice(0, 16) ?? "no build");
	throw new RefusedError(
		`${dir}: holds ${here}, and ${against} publishes ${there}; bring it up to date with: ${commandLine("mirror", against, dir)}`,
	);
}

function isSignedWith(folder: string, key: string): boolean {
	return isSigned(textOf(folder, POINTER), textOf(folder, SIGNATURE), key);
}

/** The text of a file; empty if it cannot be read. */
function textOf(folder: string, path: string): string {
	return contentOf(join(folder, path))?.toString() ?? "";
}

function contentOf(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch {
		return undefined;
	}
}

/** Undefined if there is none. Throws a MirrorError if nothing else says what the files must be either. */
async function ownList(folder: string, dir: string): Promise<OwnList | undefined> {
	const file = join(folder, POINTER);
	if (!existsSync(file)) {
		if (existsSync(join(folder, SUMS))) return undefined;
		throw new MirrorError(
			`${dir}: cannot be verified, because it has neither ${SUMS} nor ${POINTER}; name a mirror`,
		);
	}
	const pointer = await parsePointer(textOf(folder, POINTER)).catch((error: Error) => {
		throw new MirrorError(`${file}: is not the pointer of a tree (${error.message}); restore it`);
	});
	const store = openStore(async (path) => contentOf(join(folder, path)));
	const source = { store, part: (name: string) => store.read(storePath("manifest", name), name) };
	return { pointer, files: await listedFiles(pointer, source, file, Number.POSITIVE_INFINITY) };
}

/** Files about which the release and the record of the mirror disagree. */
function contradictions(
	folder: string,
	{ build, key }: Provenance,
	list: OwnList | undefined,
	sums: ReadonlyMap<string, string>,
): string[] {
	const wrong: string[] = [];
	if (!isNameFor(folder)) wrong.push(SUMS);
	if (key !== undefined && !isSignedWith(folder, key)) wrong.push(SIGNATURE);
	if (list === undefined) return wrong;
	if (build !== list.pointer.build) wrong.push(PROVENANCE);
	const known = new Set([POINTER, SIGNATURE, PROVENANCE]);
	for (const { path, sha256 } of list.files) {
		known.add(path);
		if (!sums.get(path)?.startsWith(sha256)) wrong.push(path);
	}
	return [...wrong, ...[...sums.keys()].filter((path) => !known.has(path))];
}
