/**
 * The hidden folder beside a mirror, in which a run puts the next release together. What is published
 * stays as it is until the switch, which is two renames; the next run recovers from a run that was
 * killed between them.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { discardPrevious, restorePrevious, switchFolders } from "../tree/write/replacement.ts";
import { copyAccess, removeIfEmpty, UNFINISHED } from "./disk.ts";
import { lock } from "./lock.ts";
import { type MirrorRecord, readRecord, writeRecord } from "./record.ts";
import {
	refuseTampering,
	refuseUnusableFolder,
	type Workspace,
	workspaceOf,
} from "./workspace-paths.ts";

export interface OpenWorkspace {
	readonly workspace: Workspace;
	readonly close: () => void;
}

/** For a run that must change nothing: what it fetches goes into a folder that it deletes. */
export async function openTemporaryWorkspace(workspace: Workspace): Promise<OpenWorkspace> {
	const folder = mkdtempSync(join(tmpdir(), "instants-mirror-"));
	const { content, parts, logs } = workspaceOf(join(folder, "dry"));
	mkdirSync(parts, { recursive: true });
	return {
		workspace: { ...workspace, content, parts, logs },
		close: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** Locks a workspace, recovers what a killed run left, and keeps it for this run until it is closed. */
export async function openWorkspace(workspace: Workspace): Promise<OpenWorkspace> {
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
	return { workspace, close };
}

/** Keeps only what the next run needs. The caller must hold the lock. */
function tidy({ folder, content, parts }: Workspace): void {
	rmSync(parts, { recursive: true, force: true });
	removeIfEmpty(content);
	for (const name of existsSync(folder) ? readdirSync(folder) : []) {
		if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
	}
}

/** Deletes what an unfinished run leaves for the next one, because this one finished. */
export function clearProgress({ content, logs }: Workspace): void {
	for (const path of [content, logs.pages, logs.media]) {
		rmSync(path, { recursive: true, force: true });
	}
}

/** The record of what is live; undefined if there is no mirror or something else made it. */
export function readLiveRecord({ staging, next, held }: Workspace): MirrorRecord | undefined {
	const wasSwitched = !existsSync(staging) && existsSync(next);
	return readRecord(wasSwitched ? next : held);
}

/** Repairs what a killed run left behind, and makes the folder for incomplete downloads. */
function recover(workspace: Workspace): void {
	const { parts, staging, held, next } = workspace;
	restorePrevious(workspace);
	const record = readLiveRecord(workspace);
	if (record !== undefined) writeRecord(held, record);
	rmSync(next, { force: true });
	discardPrevious(workspace);
	for (const path of [staging, parts]) rmSync(path, { recursive: true, force: true });
	mkdirSync(parts, { recursive: true });
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
