/** Shows the progress of long work, but only on a terminal. */
import cliProgress from "cli-progress";

/** Called with how much of a stage is done, in units of the stage. */
export type OnProgress = (stage: string, done: number, total: number) => void;

export interface Progress {
	/** `details` fill placeholders of the format. */
	show(
		phase: string,
		done: number,
		total: number,
		details?: Readonly<Record<string, string>>,
	): void;
	stop(): void;
}

/**
 * A progress bar on standard error.
 * @param format https://github.com/npkgz/cli-progress#bar-formatting
 */
export function progressBar(format: string): Progress {
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
				// Restart the bar, so that the time left is estimated from this phase alone.
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
