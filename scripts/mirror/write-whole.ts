/** Writes a file so that it is there as a whole or not at all, and never through a link that lies there. */
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** What the name of a file ends with while it is written. */
export const UNFINISHED = ".new";

/** Replaces what is there. */
export function writeWhole(file: string, text: string): void {
	const unfinished = `${file}${UNFINISHED}`;
	rmSync(unfinished, { force: true });
	writeFileSync(unfinished, text, { flag: "wx" });
	renameSync(unfinished, file);
}
