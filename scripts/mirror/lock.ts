/**
 * Keeps two runs from working on the same mirror. A process id is not enough, since every run in a container
 * may be process 1. So the run that holds the lock touches it, and a lock that nobody touches is void.
 */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { LockedError } from "./errors.ts";
import type { MirrorPlace } from "./place.ts";

/** In milliseconds. Hashing one large file takes a few seconds, in which no timer fires. */
const TOUCHED_EVERY = 5_000;
const VOID_AFTER = 120_000;

/** Throws a LockedError if another run holds the lock. */
export async function withLock<T>(place: MirrorPlace, work: () => Promise<T> | T): Promise<T> {
	const { releases, lock } = place;
	mkdirSync(releases, { recursive: true });
	if (existsSync(lock) && isVoid(lock)) rmSync(lock, { force: true });
	try {
		writeFileSync(lock, `${process.pid} ${hostname()}\n`, { flag: "wx" });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw new LockedError(
			`${place.dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${lock}`,
		);
	}
	const touch = (): void => {
		const now = new Date();
		if (existsSync(lock)) utimesSync(lock, now, now);
	};
	const timer = setInterval(touch, TOUCHED_EVERY).unref();
	try {
		return await work();
	} finally {
		clearInterval(timer);
		rmSync(lock, { force: true });
		// A run that failed at once leaves nothing behind.
		if (readdirSync(releases).length === 0) rmdirSync(releases);
	}
}

/** Whether the run that made the lock has ended: its process on this machine is gone, or it has not touched the lock. */
function isVoid(lock: string): boolean {
	const { mtimeMs } = statSync(lock);
	if (Date.now() - mtimeMs > VOID_AFTER) return true;
	const [pid = "", host = ""] = readFileSync(lock, "utf8").trim().split(" ");
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
