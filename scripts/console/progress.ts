/** Shows the progress of long work (only on a terminal), and messages in between. */
import { printable } from "./text.ts";

/** Called with the progress of a stage, in units of that stage. */
export type OnProgress = (stage: string, done: number, total: number) => void;

export interface Progress {
	/** @param detail the text after the percentage */
	show(stage: string, done: number, total: number, detail?: string): void;
	stop(): void;
	/** Warns the user. The work continues. */
	note(message: string): void;
}

/** The width of the bar, in characters. */
const BAR_WIDTH = 40;

/** Milliseconds between two updates. */
const INTERVAL = 100;

/** Returns to the start of the line, and clears it. https://www.xfree86.org/current/ctlseqs.html */
const CLEAR = "\r\x1b[K";

/** A progress bar on standard error. */
export function progressBar({ stderr, env } = process): Progress {
	// A dumb terminal prints escape sequences as text.
	const isSeen = stderr.isTTY && env.TERM !== "dumb";
	let current: string | undefined;
	let shownAt = Number.NEGATIVE_INFINITY;
	const stop = (): void => {
		if (current !== undefined) stderr.write(CLEAR);
		current = undefined;
	};
	return {
		show: (stage, done, total, detail = `${done} of ${total}`) => {
			const now = performance.now();
			if (!isSeen || (current === stage && now - shownAt < INTERVAL)) return;
			current = stage;
			shownAt = now;
			const line = lineOf(stage, total === 0 ? 1 : done / total, detail);
			stderr.write(`${CLEAR}${line.slice(0, stderr.columns - 1)}`);
		},
		stop,
		note: (message) => {
			stop();
			console.error(`instants: ${printable(message)}`);
		},
	};
}

function lineOf(stage: string, share: number, detail: string): string {
	const full = Math.round(share * BAR_WIDTH);
	const bar = "█".repeat(full) + "░".repeat(Math.max(0, BAR_WIDTH - full));
	return `${stage} ${bar} ${Math.floor(share * 100)}%, ${detail}`;
}
