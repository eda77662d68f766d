/** Verifies a mirror without a network: reads and hashes every file. Repairs it from its source. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wasInterrupted } from "../tree/write/replacement.ts";
import { walk } from "./disk.ts";
import { MirrorError } from "./errors.ts";
import { sizeOf, stateOf, sum } from "./file-content.ts";
import { liveRelease } from "./inventory.ts";
import { countProgress } from "./progress.ts";
import { POINTER } from "./release.ts";
import { type MirrorRequest, mirror } from "./run.ts";
import type { Report } from "./run-context.ts";
import { readLiveRecord } from "./workspace.ts";
import { type Workspace, workspaceOf } from "./workspace-paths.ts";

/** Lists are sorted. */
export interface Verification {
	readonly kind: "release" | "catalogue";
	/** Only of a release. */
	readonly build: string | undefined;
	readonly files: number;
	readonly bytes: number;
	readonly missing: readonly string[];
	readonly corrupt: readonly string[];
	readonly extra: readonly string[];
}

export interface VerifyOptions {
	/** Whether media must be there; if undefined, only if they were mirrored. */
	readonly media?: boolean | undefined;
	readonly signal: AbortSignal;
	readonly report: Report;
}

/** The exit code of the worst finding; 1 and 2 mean the same as in every command. */
export function exitCodeOf({ missing, corrupt, extra }: Verification): number {
	if (corrupt.length > 0) return 5;
	if (missing.length > 0) return 4;
	return extra.length > 0 ? 3 : 0;
}

/** Throws a MirrorError if there is nothing to compare the files with. */
export async function verify(dir: string, options: VerifyOptions): Promise<Verification> {
	const workspace = workspaceOf(dir);
	for (;;) {
		const before = pointerText(workspace.live);
		const found = await verifyOnce(workspace, options);
		// Another run may have switched to a new release meanwhile.
		if (pointerText(workspace.live) === before) return found;
	}
}

async function verifyOnce(
	workspace: Workspace,
	{ media, signal, report }: VerifyOptions,
): Promise<Verification> {
	const { live, name } = workspace;
	if (wasInterrupted(workspace)) {
		throw new MirrorError(
			`${name}: a run was killed during the switch; the next npm run mirror puts the release back`,
		);
	}
	if (!existsSync(live)) throw new MirrorError(`${name}: does not exist`);
	const record = readLiveRecord(workspace);
	const release = await liveRelease(live);
	const declared = release?.files ?? record?.files;
	if (declared === undefined) {
		throw new MirrorError(
			`${name}: cannot be verified: there is no ${POINTER} with the files that it leads to, and no record of a mirror; mirror into a new folder`,
		);
	}
	const wantsMedia = media ?? record?.media ?? true;
	const isOptional = (path: string): boolean => !wantsMedia && path.startsWith("media/");
	const missing: string[] = [];
	const corrupt: string[] = [];
	const sizes: number[] = [];
	for (const { path } of declared) {
		sizes.push((await sizeOf(join(live, path)).catch(() => undefined)) ?? 0);
	}
	const allBytes = sum(sizes, (size) => size);
	const advance = countProgress(report, "verifying", declared.length, allBytes);
	for (const [i, file] of declared.entries()) {
		signal.throwIfAborted();
		const { path } = file;
		// A file that cannot be read must not keep us from checking the others.
		const state = await stateOf(join(live, path), file).catch(() => "corrupt");
		if (state === "corrupt") corrupt.push(path);
		else if (state === "missing" && !isOptional(path)) missing.push(path);
		advance(1, sizes[i] ?? 0);
	}
	const paths = new Set(declared.map(({ path }) => path));
	const extra = walk(live).filter(({ path, kind }) => kind !== "folder" && !paths.has(path));
	return {
		kind: record?.kind ?? "release",
		build: release?.pointer.build ?? record?.build,
		files: declared.length,
		bytes: allBytes,
		missing: missing.sort(),
		corrupt: corrupt.sort(),
		extra: extra.map(({ path }) => path).sort(),
	};
}

function pointerText(live: string): string | undefined {
	try {
		return readFileSync(join(live, POINTER), "utf8");
	} catch {
		return undefined;
	}
}

/**
 * Fetches missing and corrupt files from a source that has the same build. Throws a UserError if that
 * is impossible; the mirror is then unchanged.
 */
export async function repair(
	dir: string,
	url: string,
	found: Verification,
	options: Omit<MirrorRequest, "url" | "dir" | "dryRun" | "recheck" | "onlyBuild">,
): Promise<void> {
	if (found.kind === "catalogue") {
		throw new MirrorError(
			`${dir}: is the catalogue of a live server, which does not keep older versions; update it with: npm run mirror -- ${url} ${dir}`,
		);
	}
	await mirror({
		...options,
		url,
		dir,
		dryRun: false,
		recheck: true,
		onlyBuild: found.build,
		report: (event) => {
			// The caller reports the end of the repair itself.
			if (event.event !== "done") options.report(event);
		},
	});
}
