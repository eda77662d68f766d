/**
 * Prevents two runs from using one folder. Each run puts a lock file of its own there, then looks for
 * others: of two that start together, at least one sees the other. A lock is written atomically, and
 * others remove it only when its run is over. The kernel knows whether a process on this machine is
 * alive, so a killed run never blocks the next one. A run elsewhere (in a container, on a shared disk)
 * has to touch its lock regularly, and otherwise counts as dead.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { UNFINISHED, writeAtomically } from "./disk.ts";
import { MirrorError } from "./errors.ts";

const lockSchema = z.object({
	pid: z.int(),
	host: z.string(),
	/** The start time of the process, from the kernel; empty if unknown. */
	began: z.string(),
	since: z.string(),
});
type Lock = z.infer<typeof lockSchema>;

/** Milliseconds between touches of a lock. */
const HEARTBEAT = 20_000;
/** Milliseconds after which an untouched lock of another machine is stale. */
const STALE_AFTER = 5 * HEARTBEAT;

/** Locks held by this process, which may mirror into several folders. */
const mine = new Set<string>();

/** Another run holds the lock. The message says which. */
class LockedError extends MirrorError {}

/** A killed process takes a moment to end, so a lock is tried more than once. */
const ATTEMPTS = 6;
/** Average milliseconds between attempts. */
const DELAY = 200;

/** Locks a folder. Returns the function that unlocks it. Throws a MirrorError that names the other run. */
export async function lock(folder: string, dir: string): Promise<() => void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return tryLock(folder, dir);
		} catch (error) {
			if (!(error instanceof LockedError) || attempt === ATTEMPTS) throw error;
			await sleep(DELAY * (0.5 + Math.random()));
		}
	}
}

function tryLock(folder: string, dir: string): () => void {
	const name = `lock-${hostname().replace(/[^\w.-]/g, "_")}-${process.pid}`;
	const file = join(folder, name);
	if (mine.has(file)) throw lockedBy(dir, `this process (${process.pid})`);
	const began = startOf(process.pid);
	const own: Lock = { pid: process.pid, host: hostname(), began, since: new Date().toISOString() };
	writeLock(file, JSON.stringify(own));
	mine.add(file);
	const heartbeat = setInterval(() => touch(file), HEARTBEAT);
	heartbeat.unref();
	const release = (): void => {
		clearInterval(heartbeat);
		mine.delete(file);
		rmSync(file, { force: true });
	};
	try {
		const isOther = (n: string): boolean =>
			n.startsWith("lock-") && !n.endsWith(UNFINISHED) && n !== name;
		const others = readdirSync(folder).filter(isOther);
		for (const other of others) refuseIfAlive(join(folder, other), dir);
	} catch (error) {
		release();
		throw error;
	}
	return release;
}

/** How often the folder is made again if another run removes it on its way out. */
const MAX_REMOVALS = 100;

function writeLock(file: string, text: string): void {
	for (let removals = 0; ; removals++) {
		try {
			mkdirSync(dirname(file), { recursive: true });
			writeAtomically(file, text);
			return;
		} catch (error) {
			const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
			if (!isGone || removals >= MAX_REMOVALS) throw error;
		}
	}
}

function touch(file: string): void {
	try {
		utimesSync(file, new Date(), new Date());
	} catch {
		// The folder is gone, and the lock with it: the run itself will notice.
	}
}

function refuseIfAlive(file: string, dir: string): void {
	let text: string;
	let touched: number;
	try {
		touched = statSync(file).mtimeMs;
		text = readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
		throw error;
	}
	const lock = parseLock(text);
	if (lock !== undefined && isAlive(lock, touched)) {
		throw lockedBy(dir, `process ${lock.pid} on ${lock.host}, since ${lock.since}`);
	}
	rmSync(file, { force: true });
}

function lockedBy(dir: string, who: string): LockedError {
	return new LockedError(`${dir}: is being mirrored by ${who}; wait for it, or stop it`);
}

/** A machine that crashed may leave an incomplete lock. */
function parseLock(text: string): Lock | undefined {
	try {
		return lockSchema.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function isAlive(lock: Lock, touched: number): boolean {
	if (lock.host !== hostname()) return Date.now() - touched < STALE_AFTER;
	// The system may have given the same id to another process since.
	return isRunning(lock.pid) && startOf(lock.pid) === lock.began;
}

/** https://nodejs.org/api/process.html#processkillpid-signal */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/**
 * The boot id and the start time of a process: fields 3 and 22 of
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. A zombie, which keeps its id until its
 * parent asks for it (in some containers nobody does), counts as ended.
 */
function startOf(pid: number): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The second field is a name in parentheses, which may contain anything.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return /^[ZX]/.test(fields[0] ?? "") ? "ended" : `${boot} ${fields[19]}`;
	} catch {
		return "";
	}
}
