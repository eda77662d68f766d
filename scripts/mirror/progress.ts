/** Counts what is done of one phase of a run, and reports it. */
import type { Report } from "./run-context.ts";

/** Adds files and bytes to what is done. */
export type Advance = (files: number, bytes: number) => void;

/** @param allBytes undefined if nobody knows */
export function countProgress(
	report: Report,
	phase: string,
	allFiles: number,
	allBytes?: number,
): Advance {
	let [files, bytes] = [0, 0];
	return (moreFiles, moreBytes) => {
		files += moreFiles;
		bytes += moreBytes;
		report({
			event: "progress",
			progress: { phase, files, allFiles, bytes, allBytes: allBytes ?? bytes },
		});
	};
}
