/**
 * Keeps two runs from working on the same mirror. A lock may be considered abandoned by mistake, so locks only
 * save work: each run writes into a separate folder, and before it replaces the mirror, checks whether it still
 * holds the lock.
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
import { jsonOf, textOf, unlessFails } from "../tree/write/read-file.ts";
import type { MirrorPlace } from "./place.ts";

/**
 * In milliseconds: how often a run touches its lock, and after how long an untouched lock is considered
 * abandoned. A disk may block for minutes.
 */
const TOUCHED_EVERY = 60_000;
const VOID_AFTER = 30 * 60_000;

/**
 * Runs `work` while holding the lock. Throws a LockedError if another run holds it.
 * @param work receives a function that throws a LockedError if another run has taken over
 */
export async function withLock<T>(
	{ dir, lock }: MirrorPlace,
	work: (checkLock: () => void) => Promise<T>,
): Promise<T> {
	const who = { host: hostname(), process: process.pid, started: new Date().toISOString() };
	const text = `${JSON.stringify({ ...who, where: here(), run: randomUUID() })}\n`;
	const handle = take(dir, lock, text);
	const isOwn = (): boolean => textOf(lock) === text;
	const check = (): void => {
		if (isOwn()) return;
		throw new LockedError(
			`${dir}: is unchanged, because this run was suspended for so long that another run took over; run this again`,
		);
	};
	// Through the open file, since another run's lock may have the same path by now.
	const touch = () => unlessFails(() => futimesSync(handle, new Date(), new Date()));
	const timer = setInterval(touch, TOUCHED_EVERY).unref();
	try {
		return await work(check);
	} catch (error) {
		// If another run has taken over, the error may only be a consequence of that.
		check();
		throw error;
	} finally {
		clearInterval(timer);
		closeSync(handle);
		if (isOwn()) rmSync(lock, { force: true });
	}
}

/** Creates the lock, or replaces an abandoned one. Returns its open file. Throws a LockedError. */
function take(dir: string, lock: string, text: string): number {
	const seen = textOf(lock);
	if (isVoid(lock, seen)) {
		// Only one of several runs can move the lock. If the moved lock turns out to be a different one, it is
		// put back.
		const aside = `${lock}-${randomUUID()}`;
		unlessFails(() => renameSync(lock, aside));
		if (textOf(aside) !== seen && !existsSync(lock)) renameSync(aside, lock);
		rmSync(aside, { force: true });
	}
	let handle: number | undefined;
	try {
		handle = openSync(lock, "wx");
		writeFileSync(handle, text);
		return handle;
	} catch (error) {
		if (handle !== undefined) rmSync(lock, { force: true });
		const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
		throw isThere ? new LockedError(`${dir}: ${lockedText(lock, textOf(lock))}`) : error;
	}
}

function lockedText(lock: string, text: string): string {
	if (text === "") {
		return `${lock} is empty, because a run has just begun, or because the disk was full; if no run is active, free up space and delete that file`;
	}
	const { host, process: id, started } = Object(jsonOf(text));
	return `is being mirrored by another run (process ${id} on ${host}, since ${started}); wait for that run, or stop it; if there is no such run, delete ${lock}`;
}

/**
 * Identifies the machine or container to which process ids belong: machines may share a name, and containers may
 * share a name and a kernel.
 */
function here(): string {
	// https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
	const processes = unlessFails(() => readlinkSync("/proc/self/ns/pid"));
	return [hostname(), textOf("/proc/sys/kernel/random/boot_id").trim(), processes].join(" ");
}

/**
 * Whether there is a lock whose run has ended: its process is gone, or the lock has not been touched for a long
 * time.
 */
function isVoid(lock: string, text: string): boolean {
	const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
	if (mtimeMs === undefined) return false;
	if (Date.now() - mtimeMs > VOID_AFTER) return true;
	const { process: id, where } = Object(jsonOf(text));
	// A restarted container assigns the same process ids again.
	if (where !== here() || id === process.pid) return where === here();
	try {
		// https://nodejs.org/api/process.html#processkillpid-signal
		return !process.kill(id, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== "EPERM";
	}
}
