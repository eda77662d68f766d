/**
 * Keeps two runs from working on the same mirror. A process id is not enough, since every run in a container
 * may be process 1. So the run that holds the lock touches it, and a lock that nobody touches is void.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LockedError } from "./errors.ts";
import type { MirrorPlace } from "./place.ts";
import { contentOf, unlessFails } from "./provenance.ts";

/** How often a lock is touched, and how long it counts, in milliseconds: hashing a large file takes seconds, in which no timer fires. */
const TOUCHED_EVERY = 5_000;
const VOID_AFTER = 120_000;

/** How long a run waits after replacing a void lock: if two do so, the later one goes on. */
const SETTLED_AFTER = 500;

/** Throws a LockedError if another run holds the lock. */
export async function withLock<T>({ dir, lock }: MirrorPlace, work: () => Promise<T>): Promise<T> {
	const own = `${process.pid} ${hostname()} ${randomUUID()}\n`;
	const isOwn = (): boolean => contentOf(lock)?.toString() === own;
	mkdirSync(dirname(lock), { recursive: true });
	const isReplaced = isVoid(lock);
	try {
		writeFileSync(lock, own, { flag: isReplaced ? "w" : "wx" });
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
