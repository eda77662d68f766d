/** Tells files of a process that was killed from those of one that is at work. */
import { readFileSync } from "node:fs";

/** Whether another process runs under this id. https://nodejs.org/api/process.html#processkillpid-signal */
export function isRunning(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return !isZombie(pid);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/** Whether a process has ended, and only waits for its parent to notice. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function isZombie(pid: number): boolean {
	try {
		// The name of the program may hold anything.
		return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
	} catch {
		return false;
	}
}
