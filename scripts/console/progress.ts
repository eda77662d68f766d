/** Progress of long work, on a terminal only: a pipe gets nothing. */
import cliProgress from "cli-progress";

/** Told how much of a stage is done, in whatever the stage counts. */
export type OnProgress = (stage: string, done: number, total: number) => void;

/** A bar for one command; its phases follow one another. */
export interface Progress {
	/** Shows how far a phase is; `details` fill the places that the format names. */
	show(
		phase: string,
		done: number,
		total: number,
		details?: Readonly<Record<string, string>>,
	): void;
	stop(): void;
}

/**
 * A bar on standard error.
 * @param format https://github.com/npkgz/cli-progress#bar-formatting
 */
export function progressBar(format = "{phase} {bar} {value}/{total}"): Progress {
	const bar = new cliProgress.SingleBar(
		{
			format,
			hideCursor: true,
			clearOnComplete: true,
			fps: 10,
			stream: process.stderr,
		},
		cliProgress.Presets.shades_classic,
	);
	let shown: string | undefined;
	return {
		show: (phase, done, total, details) => {
			if (!process.stderr.isTTY) return;
			if (shown !== phase) {
				// Anew for each phase: the time left is told from the pace of this one.
				bar.stop();
				bar.start(total, done, { phase, ...details });
			}
			shown = phase;
			bar.setTotal(total);
			bar.update(done, { phase, ...details });
		},
		stop: () => {
			bar.stop();
			shown = undefined;
		},
	};
}
