/** Progress of long work, on a terminal only: a pipe gets nothing. */
import cliProgress from "cli-progress";

/** A bar for one command; its phases follow one another. */
export interface Progress {
	/** Shows how far a phase is. */
	show(phase: string, done: number, total: number): void;
	stop(): void;
}

/** A bar on standard error. */
export function progressBar(): Progress {
	const bar = new cliProgress.SingleBar(
		{
			format: "{phase} {bar} {value}/{total}",
			hideCursor: true,
			clearOnComplete: true,
			fps: 10,
			stream: process.stderr,
		},
		cliProgress.Presets.shades_classic,
	);
	let started = false;
	return {
		show: (phase, done, total) => {
			if (!process.stderr.isTTY) return;
			if (!started) bar.start(total, done, { phase });
			started = true;
			bar.setTotal(total);
			bar.update(done, { phase });
		},
		stop: () => bar.stop(),
	};
}
