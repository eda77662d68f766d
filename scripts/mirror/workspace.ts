/**
 * The folder beside a mirror in which its next release is put together. What is published stays as it
 * is until the switch, which is two renames; a run that died between them is put right by the next.
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
	rmdirSync,
	rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { keepAccess } from "./access.ts";
import { discardedOf, heldOf, LOGS, nextOf, previousOf, type Workspace } from "./layout.ts";
import { lock } from "./lock.ts";
import { type MirrorRecord, readRecord, writeRecord } from "./record.ts";
import { refusePlanted, refuseUnusual } from "./refuse-folder.ts";
import { UNFINISHED } from "./write-whole.ts";

/** Takes a workspace for this run and puts right what a killed one left. Gives what releases it. */
export async function openWorkspace(workspace: Workspace): Promise<() => void> {
	refuseUnusual(workspace);
	refusePlanted(workspace);
	const unlock = await lock(workspace.folder, workspace.name);
	const release = (): void => {
		try {
			tidy(workspace);
		} finally {
			unlock();
			removeEmpty(workspace.folder);
		}
	};
	try {
		recover(workspace);
	} catch (error) {
		release();
		throw error;
	}
	return release;
}

/** Leaves what the next run needs. Only for whoever has the lock. */
function tidy({ folder, staging, parts }: Workspace): void {
	rmSync(parts, { recursive: true, force: true });
	removeEmpty(staging);
	// A record, a log or a lock that was not written to its end.
	for (const name of existsSync(folder) ? readdirSync(folder) : []) {
		if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
	}
}

/** Deletes what only a run that came to no end leaves for the next: this one came to one. */
export function clear({ folder, staging, earlier }: Workspace): void {
	const logs = Object.values(LOGS).map((name) => join(folder, name));
	for (const left of [staging, earlier, ...logs].filter((path) => existsSync(path))) {
		rmSync(left, { recursive: true });
	}
}

function removeEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// It holds something, or is not there.
	}
}

/** What the mirror is known to hold; undefined when it was made otherwise, or is not there. */
export function readHeld(workspace: Workspace): MirrorRecord | undefined {
	const isSwitched = !existsSync(workspace.staging) && existsSync(nextOf(workspace));
	return readRecord(isSwitched ? nextOf(workspace) : heldOf(workspace));
}

/** Remembers more of what is held, without a switch. */
export function updateHeld(workspace: Workspace, record: MirrorRecord): void {
	writeRecord(heldOf(workspace), record);
}

/** Where the tree is that an interrupted switch moved aside; undefined as a rule. */
export function movedAside(workspace: Workspace): string | undefined {
	const previous = previousOf(workspace);
	return !existsSync(workspace.live) && existsSync(previous) ? previous : undefined;
}

function recover(workspace: Workspace): void {
	const aside = movedAside(workspace);
	if (aside !== undefined) renameSync(aside, workspace.live);
	const held = readHeld(workspace);
	if (held !== undefined) writeRecord(heldOf(workspace), held);
	rmSync(nextOf(workspace), { force: true });
	discardPrevious(workspace);
	rmSync(workspace.parts, { recursive: true, force: true });
	mkdirSync(workspace.parts, { recursive: true });
	mkdirSync(workspace.staging, { recursive: true });
}

/** Deleting takes a while; a part of a tree must never be taken for one that was moved aside. */
function discardPrevious(workspace: Workspace): void {
	if (existsSync(previousOf(workspace))) {
		rmSync(discardedOf(workspace), { recursive: true, force: true });
		renameSync(previousOf(workspace), discardedOf(workspace));
	}
	rmSync(discardedOf(workspace), { recursive: true, force: true });
}

/** Begins with an empty staging folder; what was staged is kept beside it. */
export function stageAnew({ staging, earlier }: Workspace): void {
	mkdirSync(earlier, { recursive: true });
	if (existsSync(staging)) renameSync(staging, join(earlier, randomUUID()));
	mkdirSync(staging);
}

/** Puts the staged tree in the place of the mirror. */
export function exchange(workspace: Workspace, record: MirrorRecord): void {
	const { live, staging, folder } = workspace;
	writeRecord(nextOf(workspace), record);
	const replaces = existsSync(live);
	if (replaces) keepAccess(live, staging);
	if (replaces) renameSync(live, previousOf(workspace));
	try {
		renameSync(staging, live);
	} catch (error) {
		if (replaces) renameSync(previousOf(workspace), live);
		throw error;
	}
	renameSync(nextOf(workspace), heldOf(workspace));
	for (const changed of [dirname(live), folder]) flushFolder(changed);
	discardPrevious(workspace);
}

/** Makes renames in a folder outlast a power failure, where the system can. */
function flushFolder(folder: string): void {
	try {
		const handle = openSync(folder, "r");
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch {
		// Windows opens no folders: https://nodejs.org/api/fs.html#fsopenpath-flags-mode-callback
	}
}
