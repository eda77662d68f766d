/**
 * Keeps two runs from working on the same mirror. A process id is not enough, since every run in a container
 * may be process 1. So the run that holds the lock touches it, and a lock that nobody touches is void.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { LockedError } from "./errors.ts";
import type { MirrorPlace } from "./place.ts";
import { contentOf, unlessFails } from "./provenance.ts";

/** How often a lock is touched, and how long it counts, in milliseconds: hashing a large file takes seconds, in which no timer fires. */
const TOUCHED_EVERY = 5_000;
const VOID_AFTER = 120_000;

/** Throws a LockedError if another run holds the lock. */
export async function withLock<T>(place: MirrorPlace, work: () => Promise<T>): Promise<T> {
	const { lock } = place;
	const own = `${process.pid} ${hostname()} ${randomUUID()}\n`;
	mkdirSync(dirname(lock), { recursive: true });
	removeVoid(place);
	try {
		writeFileSync(lock, own, { flag: "wx" });
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === "EEXIST" ? locked(place) : error;
	}
	// For a moment, another run may have it aside.
	const touch = () => unlessFails(() => utimesSync(lock, new Date(), new Date()));
	const timer = setInterval(touch, TOUCHED_EVERY).unref();
	try {
		return await work();
	} finally {
		clearInterval(timer);
		if (textIn(lock) === own) rmSync(lock, { force: true });
	}
}

function locked({ dir, lock }: MirrorPlace): LockedError {
	return new LockedError(
		`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${lock}`,
	);
}

/**
 * Removes the lock of a run that has ended. Another run may have done the same and taken the lock since, so the
 * lock is moved aside, and moved back if it is not the one that was void.
 */
function removeVoid(place: MirrorPlace): void {
	const { lock } = place;
	const found = textIn(lock);
	if (found === undefined || !isVoid(lock, found)) return;
	const aside = `${lock}.${randomUUID()}`;
	unlessFails(() => renameSync(lock, aside));
	const moved = textIn(aside);
	if (moved !== undefined && moved !== found) {
		renameSync(aside, lock);
		throw locked(place);
	}
	rmSync(aside, { force: true });
}

/** Whether the run that made the lock has ended: its process on this machine is gone, or it has not touched the lock. */
function isVoid(lock: string, text: string): boolean {
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

function textIn(lock: string): string | undefined {
	return contentOf(lock)?.toString();
}
