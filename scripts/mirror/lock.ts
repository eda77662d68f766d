/**
 * Keeps two runs out of one folder. Each run puts a file of its own there and looks for others: of
 * two that start at once at least one sees the other. A lock appears whole, by a rename, and is removed
 * by others only when its run has ended. The kernel says whether a process of this machine lives, so
 * that a killed run blocks nobody for a moment; one elsewhere (a container, a shared disk) must show
 * signs of life, and counts as ended without.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { MirrorError } from "./failures.ts";
import { UNFINISHED, writeWhole } from "./write-whole.ts";

const lockSchema = z.object({
	pid: z.int(),
	host: z.string(),
	/** When the process began, as the kernel counts; empty where it does not tell. */
	began: z.string(),
	since: z.string(),
});
type Lock = z.infer<typeof lockSchema>;

/** How often a run shows that it lives, and when one elsewhere counts as dead: milliseconds. */
const PULSE = 20_000;
const DEAD_AFTER = 5 * PULSE;

/** The locks of this process: one process may mirror into several folders. */
const mine = new Set<string>();

/** The folder is another run's; the message says whose. */
class LockedError extends MirrorError {}

/** How often a lock is tried, and how long between: a process that was killed takes a moment to end. */
const TRIES = 6;
const PAUSE = 200;

/** Takes the lock of a folder. Gives what releases it. Throws a MirrorError that names the other run. */
export async function lock(folder: string, dir: string): Promise<() => void> {
	for (let attempt = 1; ; attempt++) {
		try {
			return tryLock(folder, dir);
		} catch (error) {
			if (!(error instanceof LockedError) || attempt === TRIES) throw error;
			await sleep(PAUSE * (0.5 + Math.random()));
		}
	}
}

function tryLock(folder: string, dir: string): () => void {
	const name = `lock-${hostname().replace(/[^\w.-]/g, "_")}-${process.pid}`;
	const file = join(folder, name);
	if (mine.has(file)) throw held(dir, `this process (${process.pid})`);
	const began = processBegan(process.pid);
	const own: Lock = { pid: process.pid, host: hostname(), began, since: new Date().toISOString() };
	put(file, JSON.stringify(own));
	mine.add(file);
	const pulse = setInterval(() => touch(file), PULSE);
	pulse.unref();
	const release = (): void => {
		clearInterval(pulse);
		mine.delete(file);
		rmSync(file, { force: true });
	};
	try {
		const isOther = (n: string): boolean =>
			n.startsWith("lock-") && !n.endsWith(UNFINISHED) && n !== name;
		const others = readdirSync(folder).filter(isOther);
		for (const other of others) refuseLiving(join(folder, other), dir);
	} catch (error) {
		release();
		throw error;
	}
	return release;
}

/** How often a folder is made anew that another run removes as it leaves. */
const REMOVALS = 100;

function put(file: string, text: string): void {
	for (let removals = 0; ; removals++) {
		try {
			mkdirSync(dirname(file), { recursive: true });
			writeWhole(file, text);
			return;
		} catch (error) {
			const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
			if (!isGone || removals >= REMOVALS) throw error;
		}
	}
}

function touch(file: string): void {
	try {
		utimesSync(file, new Date(), new Date());
	} catch {
		// The folder went, and the lock with it: the run itself will notice.
	}
}

function refuseLiving(file: string, dir: string): void {
	const found = readLock(file);
	if (found === "gone") return;
	const { lock, touched } = found;
	if (lock !== undefined && lives(lock, touched)) {
		throw held(dir, `process ${lock.pid} on ${lock.host}, since ${lock.since}`);
	}
	rmSync(file, { force: true });
}

function held(dir: string, who: string): LockedError {
	return new LockedError(`${dir}: is being mirrored by ${who}; wait for it, or end it`);
}

/** A lock and when its run last showed that it lives; no lock when a machine died before it was on the disk. */
function readLock(file: string): { lock: Lock | undefined; touched: number } | "gone" {
	try {
		const touched = statSync(file).mtimeMs;
		return { lock: parsed(readFileSync(file, "utf8")), touched };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
		throw error;
	}
}

function parsed(text: string): Lock | undefined {
	try {
		return lockSchema.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function lives(lock: Lock, touched: number): boolean {
	if (lock.host !== hostname()) return Date.now() - touched < DEAD_AFTER;
	// The same number may have been given to another process since.
	return isRunning(lock.pid) && processBegan(lock.pid) === lock.began;
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
 * Fields 3 and 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html with the id of the
 * boot. A process that was killed and that nobody waits for keeps its number, as in containers whose
 * first process is no init.
 */
function processBegan(pid: number): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The second field is a name in parentheses, which may hold anything.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return /^[ZX]/.test(fields[0] ?? "") ? "ended" : `${boot} ${fields[19]}`;
	} catch {
		return "";
	}
}
