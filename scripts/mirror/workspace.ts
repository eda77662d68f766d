/**
 * The hidden folder beside a mirror, in which a run puts the next release together. What is published
 * stays as it is until the switch, which is two renames; the next run recovers from a run that was
 * killed between them.
 */
import { randomUUID } from "node:crypto";
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { discardPrevious, restorePrevious, switchFolders } from "../tree/write/replacement.ts";
import { copyAccess, removeIfEmpty, UNFINISHED } from "./disk.ts";
import { lock } from "./lock.ts";
import { type MirrorRecord, readRecord, writeRecord } from "./record.ts";
import { refuseTampering, refuseUnusableFolder, type Workspace } from "./workspace-paths.ts";

/** Locks a workspace and recovers what a killed run left. Returns the function that unlocks it. */
export async function openWorkspace(workspace: Workspace): Promise<() => void> {
	refuseUnusableFolder(workspace);
	refuseTampering(workspace);
	const unlock = await lock(workspace.folder, workspace.name);
	const close = (): void => {
		try {
			tidy(workspace);
		} finally {
			unlock();
			removeIfEmpty(workspace.folder);
		}
	};
	try {
		recover(workspace);
	} catch (error) {
		close();
		throw error;
	}
	return close;
}

/** Keeps only what the next run needs. The caller must hold the lock. */
function tidy({ folder, staging, parts }: Workspace): void {
	rmSync(parts, { recursive: true, force: true });
	removeIfEmpty(staging);
	for (const name of existsSync(folder) ? readdirSync(folder) : []) {
		if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
	}
}

/** Deletes what an unfinished run leaves for the next one, because this one finished. */
export function clearProgress({ staging, earlier, logs }: Workspace): void {
	for (const path of [staging, earlier, logs.pages, logs.media]) {
		if (existsSync(path)) rmSync(path, { recursive: true });
	}
}

/** The record of what is live; undefined if there is no mirror or something else made it. */
export function readLiveRecord({ staging, next, held }: Workspace): MirrorRecord | undefined {
	const wasSwitched = !existsSync(staging) && existsSync(next);
	return readRecord(wasSwitched ? next : held);
}

/** Repairs what a killed run left behind, and makes the folders that a run needs. */
function recover(workspace: Workspace): void {
	const { parts, staging, held, next } = workspace;
	restorePrevious(workspace);
	const record = readLiveRecord(workspace);
	if (record !== undefined) writeRecord(held, record);
	rmSync(next, { force: true });
	discardPrevious(workspace);
	rmSync(parts, { recursive: true, force: true });
	mkdirSync(parts, { recursive: true });
	mkdirSync(staging, { recursive: true });
}

/** Starts with an empty staging folder, and keeps what was staged before. */
export function restartStaging({ staging, earlier }: Workspace): void {
	mkdirSync(earlier, { recursive: true });
	if (existsSync(staging)) renameSync(staging, join(earlier, randomUUID()));
	mkdirSync(staging);
}

/** Puts the staged release in the place of the mirror. */
export function switchToStaged(workspace: Workspace, record: MirrorRecord): void {
	const { live, staging, folder, next, held } = workspace;
	writeRecord(next, record);
	if (existsSync(live)) copyAccess(live, staging);
	switchFolders({ ...workspace, staged: staging });
	renameSync(next, held);
	for (const changed of [dirname(live), folder]) flushFolder(changed);
	discardPrevious(workspace);
}

/** Makes renames in a folder survive a power failure, where the system can. */
function flushFolder(folder: string): void {
	try {
		const handle = openSync(folder, "r");
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch {
		// Windows cannot open folders: https://nodejs.org/api/fs.html#fsopenpath-flags-mode-callback
	}
}
