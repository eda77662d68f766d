/**
 * The folders of a mirror: DIR, `DIR.new`, which a run fills, and `DIR.previous`, the state before. They are
 * replaced and deleted as a whole, so a run refuses a folder that no run has made, and a lock keeps other
 * runs away.
 */
import { randomUUID } from "node:crypto";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LockedError, MirrorError } from "../download/errors.ts";
import { contentOf, PROVENANCE, SUMS, unlessFails } from "./provenance.ts";

export interface MirrorPlace {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** DIR, `DIR.new` and `DIR.previous` as absolute paths. */
	readonly folder: string;
	readonly fresh: string;
	readonly previous: string;
	/** The record of the last state that was held. It lies beside DIR, which people may move or delete. */
	readonly last: string;
	readonly lock: string;
}

/** Marks a `DIR.new` that a run has made. No release has files whose names begin with a dot. */
export const MARK = ".mirror";

/** Throws a MirrorError if DIR is inside another mirror, whose next run would delete it. */
export function placeOf(dir: string): MirrorPlace {
	const folder = resolve(dir);
	const outer = mirrorAround(folder);
	if (outer !== undefined) {
		throw new MirrorError(
			`${dir}: is inside the mirror ${outer}, whose runs replace everything in it; name a folder outside it`,
		);
	}
	const [fresh, previous] = [`${folder}.new`, `${folder}.previous`];
	return { dir, folder, fresh, previous, last: `${folder}.last.json`, lock: `${folder}.lock` };
}

/** The mirror that a folder is inside; undefined if there is none. */
function mirrorAround(folder: string): string | undefined {
	const above = dirname(folder);
	if (above === folder) return undefined;
	const has = (name: string): boolean => existsSync(join(above, name));
	// Other tools make a provenance.json too.
	return has(MARK) || (has(PROVENANCE) && has(SUMS)) ? above : mirrorAround(above);
}

/** Whether a folder holds a whole state. */
function isState(folder: string): boolean {
	return existsSync(join(folder, PROVENANCE));
}

/**
 * Moves the state before back if a run was killed while there was no DIR. Throws a MirrorError if a run would
 * replace anything else than a mirror.
 */
export function checkPlace({ dir, folder, fresh, previous }: MirrorPlace): void {
	if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw new MirrorError(`${dir}: is a symbolic link; name the folder that it leads to`);
	}
	if (!existsSync(folder) && isState(previous)) renameSync(previous, folder);
	for (const emptied of [folder, fresh]) removeEmpty(emptied, dir);
	const isOurs = isState(folder);
	refuseForeign(dir, folder, isOurs);
	refuseForeign(`${dir}.new`, fresh, isOurs || isState(fresh) || existsSync(join(fresh, MARK)));
	refuseForeign(`${dir}.previous`, previous, isState(previous));
}

/** Removes a folder if it is empty. Throws a MirrorError for a mount point, before anything is fetched. */
function removeEmpty(folder: string, dir: string): void {
	try {
		rmdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EBUSY") return;
		throw new MirrorError(
			`${dir}: cannot be replaced as a whole, because it is a mount point; name a folder inside it`,
		);
	}
}

function refuseForeign(name: string, folder: string, isOurs: boolean): void {
	if (isOurs || !existsSync(folder)) return;
	throw new MirrorError(
		`${name}: is not a mirror (it has no ${PROVENANCE}), and a run would replace it; move it away, or name another place`,
	);
}

/** How often a lock is touched, and how long it counts, in milliseconds: hashing a large file takes seconds, in which no timer fires. */
const TOUCHED_EVERY = 5_000;
const VOID_AFTER = 120_000;

/** How long a run waits after replacing a void lock: if two do so, the later one goes on. */
const SETTLED_AFTER = 500;

/**
 * Keeps two runs from working on the same mirror. A process id is not enough, since every run in a container
 * may be process 1. So the run that holds the lock touches it, and a lock that nobody touches is void. Throws
 * a LockedError if another run holds the lock.
 */
export async function withLock<T>({ dir, lock }: MirrorPlace, work: () => Promise<T>): Promise<T> {
	const holder = `${process.pid} ${hostname()} ${randomUUID()}\n`;
	const isOwn = (): boolean => contentOf(lock)?.toString() === holder;
	mkdirSync(dirname(lock), { recursive: true });
	const isReplaced = isVoid(lock);
	try {
		writeFileSync(lock, holder, { flag: isReplaced ? "w" : "wx" });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	if (isReplaced) await sleep(SETTLED_AFTER);
	if (!isOwn()) {
		throw new LockedError(
			`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${lock}`,
		);
	}
	const touch = () => unlessFails(() => utimesSync(lock, new Date(), new Date()));
	const timer = setInterval(touch, TOUCHED_EVERY).unref();
	try {
		return await work();
	} finally {
		clearInterval(timer);
		if (isOwn()) rmSync(lock, { force: true });
	}
}

/** Whether the run that made the lock has ended: its process on this machine is gone, or it has not touched the lock. */
function isVoid(lock: string): boolean {
	const text = contentOf(lock)?.toString();
	if (text === undefined) return false;
	const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	if (Date.now() - touched > VOID_AFTER) return true;
	const [pid = "", host = ""] = text.trim().split(" ");
	return host === hostname() && !isRunning(Number(pid));
}

/** https://nodejs.org/api/process.html#processkillpid-signal */
function isRunning(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
