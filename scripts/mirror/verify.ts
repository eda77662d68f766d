/** Whether a mirror is what was published, found out without a network: every file is read and hashed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { total } from "./contents.ts";
import type { Tell } from "./events.ts";
import { MirrorError } from "./failures.ts";
import { stateOf } from "./hash-file.ts";
import { readRelease } from "./holding.ts";
import { workspaceOf } from "./layout.ts";
import { LATEST, MANIFEST } from "./release.ts";
import { walk } from "./walk.ts";
import { movedAside, readHeld } from "./workspace.ts";

/** What was found. Paths are sorted. */
export interface Verification {
	readonly kind: "release" | "catalogue";
	/** Of a release. */
	readonly build: string | undefined;
	readonly files: number;
	readonly bytes: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
}

export interface VerifyOptions {
	/** Whether media must be there; as they were mirrored when undefined. */
	readonly media?: boolean | undefined;
	readonly signal: AbortSignal;
	readonly tell: Tell;
}

/** Exit codes, the worst that applies; 1 and 2 are those of every command. */
export function exitCodeOf({ missing, corrupt, extra }: Verification): number {
	if (corrupt.length > 0) return 5;
	if (missing.length > 0) return 4;
	return extra.length > 0 ? 3 : 0;
}

/** Throws a MirrorError when there is nothing to hold the files against. */
export async function verify(dir: string, options: VerifyOptions): Promise<Verification> {
	const workspace = workspaceOf(dir);
	for (;;) {
		const before = pointerText(workspace.live);
		const found = await verifyOnce(dir, options);
		// A run that ended meanwhile has put another release there.
		if (pointerText(workspace.live) === before) return found;
	}
}

async function verifyOnce(
	dir: string,
	{ media, signal, tell }: VerifyOptions,
): Promise<Verification> {
	const workspace = workspaceOf(dir);
	const { live } = workspace;
	if (movedAside(workspace) !== undefined) {
		throw new MirrorError(
			`${dir}: a run was killed in the instant of the switch; the next npm run mirror puts the release back`,
		);
	}
	if (!existsSync(live)) throw new MirrorError(`${dir}: is not there`);
	const record = readHeld(workspace);
	const release = readRelease(live);
	const declared = release?.files ?? record?.files;
	if (declared === undefined) {
		throw new MirrorError(
			`${dir}: cannot be verified: there is no ${LATEST} with the manifest that it names, and no record of a mirror; put back the ${MANIFEST} of the same build, or mirror into a new folder`,
		);
	}
	const wantsMedia = media ?? record?.media ?? true;
	const isOptional = (path: string): boolean =>
		(!wantsMedia && path.startsWith("media/")) || record?.withheld.includes(path) === true;
	const found = { missing: [] as string[], corrupt: [] as string[] };
	let files = 0;
	let bytes = 0;
	const [allFiles, allBytes] = [declared.length, total(declared)];
	for (const entry of declared) {
		signal.throwIfAborted();
		// What cannot be read is not what was published; the rest is looked at all the same.
		const state = await stateOf(join(live, entry.path), entry).catch(() => "corrupt");
		if (state === "corrupt") found.corrupt.push(entry.path);
		else if (state === "missing" && !isOptional(entry.path)) found.missing.push(entry.path);
		files++;
		bytes += entry.bytes;
		const progress = { phase: "verifying", files, allFiles, bytes, allBytes };
		tell({ event: "progress", progress });
	}
	const paths = new Set(declared.map(({ path }) => path));
	const extra = walk(live).filter(({ path, kind }) => kind !== "folder" && !paths.has(path));
	return {
		kind: record?.kind ?? "release",
		build: release?.build ?? record?.build,
		files: allFiles,
		bytes: allBytes,
		missing: found.missing.sort(),
		corrupt: found.corrupt.sort(),
		extra: extra.map(({ path }) => path).sort(),
	};
}

function pointerText(live: string): string | undefined {
	try {
		return readFileSync(join(live, LATEST), "utf8");
	} catch {
		return undefined;
	}
}
