/**
 * The folder beside a mirror in which its next release is put together. What is published stays as it
 * is until the switch, which is two renames; a run that died between them is put right by the next.
 */
import { randomUUID } from "node:crypto";
import {
	closeSync,
	existsSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readlinkSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { shown } from "../catalogue/problems.ts";
import { keepAccess } from "./access.ts";
import { MirrorError } from "./failures.ts";
import { MAX_NAME } from "./file-path.ts";
import { lock } from "./lock.ts";
import { type MirrorRecord, readRecord, writeRecord } from "./record.ts";
import { UNFINISHED } from "./write-whole.ts";

/** Where everything of one mirror lies. */
export interface Workspace {
	/** The folder as the user named it, for messages. */
	readonly name: string;
	/** The mirror itself. */
	readonly live: string;
	/** The folder beside it. */
	readonly folder: string;
	/** The next release; all its files are whole and right. */
	readonly staging: string;
	/** What earlier runs staged, for another release perhaps: its files are used where they are right. */
	readonly earlier: string;
	/** Files that are being received. */
	readonly parts: string;
}

/** What the name of a hidden folder beside ends with. */
const BESIDE = ".mirror";

/** The places of the mirror `dir`. Nothing is read or written. */
export function workspaceOf(dir: string): Workspace {
	const live = resolve(dir);
	const folder = join(dirname(live), `.${basename(live)}${BESIDE}`);
	return {
		name: dir,
		live,
		folder,
		staging: join(folder, "staging"),
		earlier: join(folder, "earlier"),
		parts: join(folder, "parts"),
	};
}

/** Takes a workspace for this run and puts right what a killed one left. Gives what releases it. */
export async function openWorkspace(workspace: Workspace): Promise<() => void> {
	refuseUnusual(workspace);
	refusePlanted(workspace);
	const unlock = await lock(workspace.folder, workspace.name);
	const release = (): void => {
		tidy(workspace);
		unlock();
		removeEmpty(workspace.folder);
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

/** The logs of a run, by which a killed one is taken up. */
export const LOGS = { pages: "pages.ndjson", media: "media.ndjson" } as const;

/** Deletes what only a run that came to no end leaves for the next: this one came to one. */
export function clear({ folder, staging, earlier }: Workspace): void {
	for (const left of [staging, earlier]) rmSync(left, { recursive: true, force: true });
	for (const log of Object.values(LOGS)) rmSync(join(folder, log), { force: true });
}

function removeEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// It holds something, or is not there.
	}
}

/**
 * Refuses a workspace that is not as runs leave it: a link in it would have the run write, or delete,
 * somewhere else. Throws a MirrorError.
 */
function refusePlanted({ folder, name, ...places }: Workspace): void {
	const refuse = (path: string, what: string): never => {
		throw new MirrorError(
			`${name}: ${path} ${what}, which no run leaves there; move it away or delete it`,
		);
	};
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined) return;
	if (!stats.isDirectory()) refuse(folder, "is no folder");
	const folders = [
		places.staging,
		places.earlier,
		places.parts,
		join(folder, "previous"),
		join(folder, "discarded"),
	];
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (folders.includes(path)) {
			if (!entry.isDirectory()) refuse(path, "is no folder");
		} else if (!entry.isFile()) refuse(path, "is no file");
	}
}

/** Refuses what a rename cannot replace. Throws a MirrorError. */
export function refuseUnusual({ live, folder, name }: Workspace): void {
	if (live === dirname(live)) throw new MirrorError(`${name}: is no folder of its own; name one`);
	if (Buffer.byteLength(basename(folder)) > MAX_NAME) {
		throw new MirrorError(
			`${name}: has too long a name for what lies beside it, ${shown(basename(folder))}; name a folder of ${MAX_NAME - ".".length - BESIDE.length} bytes at most`,
		);
	}
	const stats = lstatSync(live, { throwIfNoEntry: false });
	if (stats?.isSymbolicLink()) {
		throw new MirrorError(
			`${name}: is a symbolic link to ${readlinkSync(live)}; name the folder itself`,
		);
	}
	if (stats !== undefined && !stats.isDirectory()) {
		throw new MirrorError(`${name}: is a file; name a folder`);
	}
	if (stats !== undefined && stats.dev !== statSync(dirname(live)).dev) {
		throw new MirrorError(
			`${name}: is the root of a disk, which cannot be exchanged as a whole; name a folder in it`,
		);
	}
	const inside = relative(live, process.cwd());
	if (!isAbsolute(inside) && inside.split(sep)[0] !== "..") {
		throw new MirrorError(`${name}: this command runs inside it; run it elsewhere`);
	}
}

const previousOf = ({ folder }: Workspace): string => join(folder, "previous");
const discardedOf = ({ folder }: Workspace): string => join(folder, "discarded");
const heldOf = ({ folder }: Workspace): string => join(folder, "held.json");
const nextOf = ({ folder }: Workspace): string => join(folder, "next.json");

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
