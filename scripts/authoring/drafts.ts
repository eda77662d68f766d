/** Names the files that are not in place yet. They are hidden, so that nothing takes them for data. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "../console/running.ts";
import { withFile } from "../console/user-error.ts";

/** Where a file is while it is written. The name ends in that of the file, whose extension says how to read it. */
export function draftPath(file: string): string {
	return join(dirname(file), `.new-${process.pid}.${basename(file)}`);
}

/** Deletes what killed runs have left in a folder. */
export function discardDrafts(folder: string): void {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const [, pid] = /^\.new-(\d+)\./.exec(name) ?? [];
		if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
	}
}

/** An error of writing what is to be this file, which names it. */
export function writeFault(file: string, error: unknown): unknown {
	return withFile(file, error, " (nothing was changed)");
}
