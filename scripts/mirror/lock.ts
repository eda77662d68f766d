/**
 * Keeps two runs from working on the same mirror. A lock may be taken for abandoned by mistake, so it only
 * saves work: each run writes in a folder of its own, and looks before the exchange whether the lock is still
 * its own.
 */
import { randomUUID } from "node:crypto";
import {
	closeSync,
	existsSync,
	futimesSync,
	openSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { LockedError } from "../download/errors.ts";
import type { MirrorPlace } from "./place.ts";
import { contentOf, parsed, unlessFails } from "./provenance.ts";

/** Throws a LockedError if another run has taken over. */
export type CheckLock = () => void;

/** A run touches its lock this often, and counts as abandoned after this long, in milliseconds: a disk may block for minutes. */
const TOUCHED_EVERY = 60_000;
const VOID_AFTER = 30 * 60_000;

/** Throws a LockedError if another run holds the lock. */
export async function withLock<T>(
	place: MirrorPlace,
	work: (check: CheckLock) => Promise<T>,
): Promise<T> {
	const { dir, lock } = place;
	const holder = { host: hostname(), process: process.pid, started: new Date().toISOString() };
	const text = `${JSON.stringify({ ...holder, where: here(), run: randomUUID() })}\n`;
	const isOwn = (): boolean => contentOf(lock)?.toString() === text;
	const check = (): void => {
		if (isOwn()) return;
		throw new LockedError(
			`${dir}: is unchanged, because this run stood still for so long that another took over; run this again`,
		);
	};
	const handle = take(place, text);
	const timer = setInterval(() => touch(handle), TOUCHED_EVERY).unref();
	try {
		return await work(check);
	} catch (error) {
		// The folder of this run is another's now, and nothing is where it was.
		check();
		throw error;
	} finally {
		clearInterval(timer);
		closeSync(handle);
		if (isOwn()) rmSync(lock, { force: true });
	}
}

/** Through the open file: another run's lock may have its name by now. */
function touch(handle: number): void {
	unlessFails(() => futimesSync(handle, new Date(), new Date()));
}

/** Makes the lock, in place of a void one. Returns its open file. Throws a LockedError. */
function take({ dir, lock }: MirrorPlace, text: string): number {
	const seen = contentOf(lock)?.toString();
	if (seen !== undefined) {
		if (!isVoid(lock, seen)) throw new LockedError(lockedText(dir, lock, seen));
		removeVoid(lock, seen);
	}
	let handle: number;
	try {
		handle = openSync(lock, "wx");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw new LockedError(lockedText(dir, lock, contentOf(lock)?.toString() ?? ""));
	}
	try {
		writeFileSync(handle, text);
		return handle;
	} catch (error) {
		closeSync(handle);
		rmSync(lock, { force: true });
		throw error;
	}
}

/** Moves a lock away, which only one of several runs can do. If it was another by then, puts that back. */
function removeVoid(lock: string, seen: string): void {
	const aside = `${lock}-${randomUUID()}`;
	unlessFails(() => renameSync(lock, aside));
	const moved = contentOf(aside)?.toString();
	if (moved !== undefined && moved !== seen && !existsSync(lock)) renameSync(aside, lock);
	rmSync(aside, { force: true });
}

function lockedText(dir: string, lock: string, text: string): string {
	if (text === "") {
		return `${dir}: ${lock} is empty, because a run has just begun, or because the disk was full; if no run is at work, make room and delete that file`;
	}
	const { host, process: id, started } = Object(parsed(text));
	const which = host === undefined ? "" : ` (process ${id} on ${host}, since ${started})`;
	return `${dir}: is being mirrored by another run${which}; wait for it, or stop it; if there is none, delete ${lock}`;
}

/**
 * Where process ids mean what they mean here. Machines may share a name, and containers a name and a kernel, so
 * where the system says more than the name, that counts too. https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
function here(): string {
	const kernel = contentOf("/proc/sys/kernel/random/boot_id")?.toString().trim();
	const processes = unlessFails(() => readlinkSync("/proc/self/ns/pid"));
	return [hostname(), kernel, processes].join(" ");
}

/** Whether the run that made the lock has ended: its process is gone from here, or it has not touched the lock. */
function isVoid(lock: string, text: string): boolean {
	const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	if (Date.now() - touched > VOID_AFTER) return true;
	const { process: id, where } = Object(parsed(text));
	return where === here() && !isRunning(id);
}

/** https://nodejs.org/api/process.html#processkillpid-signal */
function isRunning(id: number): boolean {
	// A container that is started again gives the same id.
	if (id === process.pid) return false;
	try {
		return process.kill(id, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
