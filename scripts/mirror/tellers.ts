/** What is printed on the way and at the end: for people, or for programs. */
import type { Progress } from "../console/progress.ts";
import { sizeText } from "../console/text.ts";
import type { MirrorEvent, Tell } from "./events.ts";
import { outcomeText } from "./outcome-text.ts";

export interface Teller {
	readonly tell: Tell;
	readonly stop: () => void;
}

/** How the bar of a run looks; `detail` says what is counted. */
export const BAR = "{phase} {bar} {detail}, {eta_formatted} left";

/** One object as one line of standard output. */
export function jsonLine(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** All but progress, one object a line. */
export function jsonTeller(): Teller {
	const tell = (event: MirrorEvent): void => {
		if (event.event === "done") jsonLine({ event: "done", ...event.result });
		else if (event.event !== "progress") jsonLine(event);
	};
	return { tell, stop: () => {} };
}

/** A bar, notes beside it, and the outcome. */
export function humanTeller(bar: Progress): Teller {
	const start = performance.now();
	const tell = (event: MirrorEvent): void => {
		switch (event.event) {
			case "page": {
				const { page, instants, count } = event;
				const detail = `page ${page}, ${instants}/${count} instants`;
				bar.show("reading", instants, count, { detail });
				break;
			}
			case "progress": {
				const { phase, files, allFiles, bytes, allBytes } = event.progress;
				const seconds = (performance.now() - start) / 1000;
				const rate = sizeText(Math.round(bytes / seconds));
				const size = `${sizeText(bytes)}/${sizeText(allBytes)}`;
				const detail = `${files}/${allFiles} files, ${size}, ${rate}/s`;
				bar.show(phase, bytes, allBytes, { detail });
				break;
			}
			case "note":
				bar.stop();
				console.error(`instants: ${event.message}`);
				break;
			case "done":
				bar.stop();
				console.log(outcomeText(event.result));
				break;
		}
	};
	return { tell, stop: () => bar.stop() };
}
