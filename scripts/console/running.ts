/** Tells files of a process that was killed from those of one that is at work. */

/** Whether another process runs under this id. https://nodejs.org/api/process.html#processkillpid-signal */
export function isRunning(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
