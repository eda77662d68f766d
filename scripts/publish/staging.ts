/**
 * The staging folder: builds write there, beside the folder they will replace, so that the published
 * tree is always complete.
 */
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
import { POINTER_PATH } from "../tree/paths.ts";
import { parsePointer } from "../tree/pointer.ts";
import {
	discardPrevious,
	type Replacement,
	restorePrevious,
	switchFolders,
} from "../tree/write/replacement.ts";

/** The build may not replace the output folder; the message says why and what to do. */
export class OutputError extends UserError {}

export interface Staging {
	readonly folder: string;
	/** Replaces the old tree. */
	publish(): void;
	/** Keeps the old tree. */
	discard(): void;
}

/**
 * Opens a staging folder for `out`, after cleaning up after builds that were killed. Throws OutputError if
 * replacing `out` would delete anything that no build wrote.
 * @param dataDir the folder of the catalogue
 */
export async function openStaging(out: string, dataDir: string): Promise<Staging> {
	const target = existsSync(out) ? realpathSync(out) : resolve(out);
	refuseOverlap(target, dataDir);
	recover(target);
	await refuseForeign(target);
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

/** The folders beside `out` that a killed build may leave behind. */
type Purpose = "staging" | "previous" | "discarded";

function beside(out: string, purpose: Purpose): string {
	return join(dirname(out), `.${basename(out)}.${purpose}-${process.pid}`);
}

/** Restores a tree that a killed build moved aside, and deletes everything else it left. */
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

/** Whether another process runs under this id. https://nodejs.org/api/process.html#processkillpid-signal */
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
			`--out ${target}: is inside the data folder ${data}, where the next build would read it as data; choose a folder elsewhere`,
		);
	}
	const kept = [data, process.cwd()].find((folder) => contains(target, folder));
	if (kept !== undefined) {
		throw new OutputError(
			`--out ${target}: contains ${kept}, which the build must not replace; choose a folder of its own`,
		);
	}
}

/** Whether the folder has a valid pointer. Other tools may write a file of that name too. */
async function isPublishedTree(folder: string): Promise<boolean> {
	try {
		await parsePointer(readFileSync(join(folder, POINTER_PATH), "utf8"));
		return true;
	} catch {
		return false;
	}
}

async function refuseForeign(target: string): Promise<void> {
	if (!existsSync(target)) return;
	if (statSync(target).isDirectory() && readdirSync(target).length === 0) return;
	if (await isPublishedTree(target)) return;
	throw new OutputError(
		`--out ${target}: is not a published tree (it has no valid ${POINTER_PATH.slice(1)}), and the build would replace all of it; choose a new or empty folder`,
	);
}
