/**
 * Keeps two runs out of one folder. Each run puts a file of its own there and looks for others: of
 * two that start at once at least one sees the other, and no lock is ever taken from anybody. The
 * kernel says whether a process of this machine lives, so that a killed run blocks nobody for a
 * moment; one elsewhere (a container, a shared disk) must show signs of life.
 */
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { MirrorError } from "./failures.ts";

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
	mkdirSync(folder, { recursive: true });
	const name = `lock-${hostname().replace(/[^\w.-]/g, "_")}-${process.pid}`;
	const file = join(folder, name);
	if (mine.has(file)) throw held(dir, `this process (${process.pid})`);
	const began = processBegan(process.pid);
	const own: Lock = { pid: process.pid, host: hostname(), began, since: new Date().toISOString() };
	writeFileSync(file, JSON.stringify(own));
	mine.add(file);
	const pulse = setInterval(() => touch(file), PULSE);
	pulse.unref();
	const release = (): void => {
		clearInterval(pulse);
		mine.delete(file);
		rmSync(file, { force: true });
	};
	try {
		const others = readdirSync(folder).filter((n) => n.startsWith("lock-") && n !== name);
		for (const other of others) refuseLiving(join(folder, other), dir);
	} catch (error) {
		release();
		throw error;
	}
	return release;
}

function touch(file: string): void {
	try {
		utimesSync(file, new Date(), new Date());
	} catch {
		// The folder went, and the lock with it: the run itself will notice.
	}
}

function refuseLiving(file: string, dir: string): void {
	const lock = readLock(file);
	if (lock !== undefined && lives(lock, file)) {
		throw held(dir, `process ${lock.pid} on ${lock.host}, since ${lock.since}`);
	}
	rmSync(file, { force: true });
}

function held(dir: string, who: string): LockedError {
	return new LockedError(`${dir}: is being mirrored by ${who}; wait for it, or end it`);
}

function readLock(file: string): Lock | undefined {
	try {
		return lockSchema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		// A file that is just being written belongs to a run that will see ours.
		return undefined;
	}
}

function lives(lock: Lock, file: string): boolean {
	if (lock.host !== hostname()) {
		return Date.now() - statSync(file).mtimeMs < DEAD_AFTER;
	}
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
