/**
 * The staging folder: builds write there, beside the folder they will replace, so that the published
 * tree is always complete.
 */
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	statSync,
} from "node:fs";
import nodePath, { dirname, join, resolve } from "node:path";
import type { Problem } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { removeFolder } from "../tree/write/folder-changes.ts";
import { type Replacement, switchFolders } from "../tree/write/replacement.ts";
import { beside, discard, type Recovered, realPath, recover } from "./recovery.ts";

/** The build may not replace the output folder; the message says why and what to do. */
export class OutputError extends UserError {}

export interface Staging {
	readonly folder: string;
	/** Replaces the old tree. Returns what could not be deleted, of this build and of earlier ones. */
	publish(): readonly Problem[];
	/** Keeps the old tree. */
	discard(): void;
}

/** Opens a staging folder for `out`. Throws as `checkOutput` does. */
export async function openStaging(out: string, dataDir: string): Promise<Staging> {
	const places = await checkOutput(out, dataDir);
	await namingOut(out, () => createFolder(places.staged));
	return {
		folder: places.staged,
		publish: () => {
			namingUnmovable(places, () => switchFolders(places));
			return [...places.undeleted, ...discard(places)];
		},
		discard: () => removeFolder(places.staged),
	};
}

/** A failed system call may name another path than the one that was given. */
async function namingOut<T>(out: string, work: () => T | Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw new OutputError(
			`--out ${out}: cannot be used (${(error as Error).message}); choose another folder`,
		);
	}
}

/** Without `recursive`, with which Node.js never ends where nothing can be created, as in `/proc`. */
function createFolder(path: string): void {
	if (existsSync(path)) return;
	createFolder(dirname(path));
	mkdirSync(path);
}

interface Places extends Replacement, Pick<Recovered, "undeleted"> {}

/**
 * Cleans up after builds that were killed, then throws OutputError if `out` cannot be replaced, or if that
 * would delete anything that no build wrote.
 * @param dataDir the folder of the catalogue
 */
export async function checkOutput(out: string, dataDir: string): Promise<Places> {
	const { target, undeleted } = await namingOut(out, () => recover(out));
	// A path below a file leads nowhere.
	await namingOut(out, () => statSync(target, { throwIfNoEntry: false }));
	refuseOverlap(target, dataDir);
	refuseDangling(out);
	await refuseForeign(target);
	const places = {
		undeleted,
		live: target,
		staged: beside(target, "staging"),
		previous: beside(target, "previous"),
		discarded: beside(target, "discarded"),
	};
	if (existsSync(target)) await refuseUnmovable(places);
	return places;
}

/** Whether a path lies in a folder, or is it. */
export function contains(folder: string, path: string, rules = nodePath): boolean {
	const way = rules.relative(folder, path);
	// There is no relative path from one drive of Windows to another.
	return !(way === ".." || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way));
}

function refuseOverlap(target: string, dataDir: string): void {
	const data = realPath(dataDir);
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

/** A link would hide where the tree goes, for example if a disk is not mounted. */
function refuseDangling(out: string): void {
	for (let path = resolve(out); path !== dirname(path); path = dirname(path)) {
		if (existsSync(path)) return;
		if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
		throw new OutputError(
			`--out ${out}: ${path} is a link to ${realPath(path)}, where there is nothing; create that folder, or delete the link`,
		);
	}
}

/** Where no folder can be beside it, or where it is a mount point. */
async function refuseUnmovable({ live, staged }: Replacement): Promise<void> {
	await namingOut(live, () => createFolder(staged));
	rmdirSync(staged);
	if (isMountPoint(live)) throw unmovable(live, "it is a mount point");
}

const MOUNTS = "/proc/self/mountinfo";

/** As far as it can be told without moving it: on Linux. https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
function isMountPoint(folder: string): boolean {
	if (!existsSync(MOUNTS)) return false;
	const points = readFileSync(MOUNTS, "latin1")
		.split("\n")
		.map((line) => line.split(" ")[4] ?? "")
		.map((path) =>
			path.replace(/\\(\d{3})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 8))),
		);
	return points.includes(Buffer.from(folder).toString("latin1"));
}

/** Mount points, and on some systems the folders of a container's image, cannot be renamed. */
function namingUnmovable({ live }: Replacement, work: () => void): void {
	try {
		work();
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		if (code !== "EBUSY" && code !== "EXDEV") throw error;
		throw unmovable(live, `it is a mount point or part of a container's image (${code})`);
	}
}

function unmovable(folder: string, why: string): OutputError {
	return new OutputError(
		`--out ${folder}: cannot be replaced as a whole, because ${why}; choose a folder inside it`,
	);
}

/** The pointer of a published tree; undefined if it is not valid, since other tools write such a file too. */
export async function pointerOf(folder: string): Promise<Pointer | undefined> {
	try {
		return await parsePointer(readFileSync(join(folder, POINTER_PATH), "utf8"));
	} catch {
		return undefined;
	}
}

async function refuseForeign(target: string): Promise<void> {
	if (!existsSync(target)) return;
	if (statSync(target).isDirectory() && readdirSync(target).length === 0) return;
	if ((await pointerOf(target)) !== undefined) return;
	throw new OutputError(
		`--out ${target}: is not a published tree (it has no valid ${POINTER_PATH.slice(1)}), and the build would replace all of it; choose a new or empty folder`,
	);
}
