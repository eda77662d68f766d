/**
 * The folder a build writes into, beside the one it will replace. Until the switch the old tree is
 * untouched; after it the new one is whole.
 */
import { createHash } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UserError } from "../console/user-error.ts";
import { MANIFEST_PATH, POINTER_PATH } from "../tree/paths.ts";
import {
	discardPrevious,
	type Replacement,
	restorePrevious,
	switchFolders,
} from "../tree/write/replacement.ts";

/** The output folder cannot be replaced; the message says why and what to do. */
export class OutputError extends UserError {}

/** A build under way: a folder to write into, and its two ends. */
export interface Staging {
	readonly folder: string;
	/** Puts the folder in the place of the old tree. */
	publish(): void;
	/** Leaves the old tree as it is. */
	discard(): void;
}

/**
 * Opens a staging folder for `out`, after cleaning up what a killed build left there.
 * @param dataDir the folder the catalogue comes from
 * Throws an OutputError when replacing `out` would lose something that no build wrote.
 */
export function openStaging(out: string, dataDir: string): Staging {
	const target = existsSync(out) ? realpathSync(out) : resolve(out);
	refuseOverlap(target, dataDir);
	recover(target);
	refuseForeign(target);
	const places: Replacement = {
		live: target,
		staged: beside(target, "staging"),
		previous: beside(target, "previous"),
		discarded: beside(target, "discarded"),
	};
	mkdirSync(places.staged, { recursive: true });
	return {
		folder: places.staged,
		publish: () => {
			switchFolders(places);
			discardPrevious(places);
		},
		discard: () => rmSync(places.staged, { recursive: true, force: true }),
	};
}

/** What a build leaves beside `out` when it is killed. */
type Purpose = "staging" | "previous" | "discarded";

function beside(out: string, purpose: Purpose): string {
	return join(dirname(out), `.${basename(out)}.${purpose}-${process.pid}`);
}

/** Puts back a tree that a killed build had moved aside, and deletes whatever else it left. */
function recover(target: string): void {
	const folder = dirname(target);
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		if (!name.startsWith(`.${basename(target)}.`)) continue;
		const [, purpose, pid] = /\.(staging|previous|discarded)-(\d+)$/.exec(name) ?? [];
		if (purpose === undefined || isRunning(Number(pid))) continue;
		const left = join(folder, name);
		if (purpose === "previous") restorePrevious({ live: target, previous: left });
		rmSync(left, { recursive: true, force: true });
	}
}

/** https://nodejs.org/api/process.html#processkillpid-signal */
function isRunning(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function contains(folder: string, path: string): boolean {
	const way = relative(folder, resolve(path));
	return way === "" || !(way === ".." || way.startsWith("../") || way.startsWith("..\\"));
}

function refuseOverlap(target: string, dataDir: string): void {
	const data = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
	if (contains(data, target)) {
		throw new OutputError(
			`--out ${target}: lies inside the data folder ${data}, where the next build would read it as data; name a folder elsewhere`,
		);
	}
	const kept = [data, process.cwd()].find((folder) => contains(target, folder));
	if (kept !== undefined) {
		throw new OutputError(
			`--out ${target}: holds ${kept}, which the build must not replace; name a folder of its own`,
		);
	}
}

/** Whether a folder holds a pointer to a manifest, and that very manifest: other tools have a latest.json too. */
function isPublishedTree(folder: string): boolean {
	try {
		const pointer = JSON.parse(readFileSync(join(folder, POINTER_PATH), "utf8"));
		const manifest = readFileSync(join(folder, MANIFEST_PATH));
		return pointer.manifest.sha256 === createHash("sha256").update(manifest).digest("hex");
	} catch {
		return false;
	}
}

function refuseForeign(target: string): void {
	if (!existsSync(target)) return;
	if (statSync(target).isDirectory() && readdirSync(target).length === 0) return;
	if (isPublishedTree(target)) return;
	throw new OutputError(
		`--out ${target}: is not a published tree (no ${POINTER_PATH.slice(1)} with its manifest), and the build would replace all of it; name a new or empty folder`,
	);
}
