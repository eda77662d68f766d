/** Shows the progress of long work, and on Ctrl-C, lets the work clean up instead of killing it. */
import { type Progress, progressBar } from "./progress.ts";
import { UserError } from "./user-error.ts";

/** The user stopped the work. Exit codes: https://tldp.org/LDP/abs/html/exitcodes.html */
class InterruptedError extends UserError {
	override readonly exitCode: number;

	constructor(signal: "SIGINT" | "SIGTERM", consequence: string) {
		super(`stopped; ${consequence}`);
		this.exitCode = signal === "SIGINT" ? 130 : 143;
	}
}

/**
 * Runs `work` with a signal that Ctrl-C and SIGTERM abort, and a progress bar whose `show` throws once the work
 * should stop. A second signal ends the process immediately.
 * @param consequence what to print after "stopped; "
 */
export async function interruptible<T>(
	consequence: string,
	work: (signal: AbortSignal, progress: Progress) => Promise<T>,
): Promise<T> {
	const progress = progressBar();
	const show: Progress["show"] = (...shown) => {
		stop.signal.throwIfAborted();
		progress.show(...shown);
	};
	const stop = new AbortController();
	const interrupt = (signal: "SIGINT" | "SIGTERM"): void => {
		const error = new InterruptedError(signal, consequence);
		if (stop.signal.aborted) process.exit(error.exitCode);
		stop.abort(error);
	};
	process.on("SIGINT", interrupt);
	process.on("SIGTERM", interrupt);
	try {
		return await work(stop.signal, { ...progress, show });
	} finally {
		progress.stop();
		// After a first signal, the listeners stay: a second signal may still come, and has the same exit code.
		if (!stop.signal.aborted) {
			process.off("SIGINT", interrupt);
			process.off("SIGTERM", interrupt);
		}
	}
}
