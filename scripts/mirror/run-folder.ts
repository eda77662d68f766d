/** The folder in which a run works, which keeps other runs away whose processes can see each other. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { uptime } from "node:os";
import { basename, join } from "node:path";
import { isRunning } from "../console/running.ts";
import { removeFolder } from "../tree/write/folder-changes.ts";
import { LockedError } from "./errors.ts";
import type { MirrorPlace } from "./place.ts";

/** The folder of a run, which says in its name which process that is. */
const RUN = /^run-(\d+)-/;

/**
 * Runs `work` with a folder of its own, whose name keeps other runs away. Throws a LockedError.
 */
export async function withRunFolder<T>(
	{ dir, releases, objects }: MirrorPlace,
	work: (folder: string) => Promise<T>,
): Promise<T> {
	mkdirSync(releases, { recursive: true });
	const own = mkdtempSync(join(releases, `run-${process.pid}-`));
	try {
		// Looked for when ours is there: two that start together may both end, but never both go on.
		const names = readdirSync(releases).filter((name) => RUN.test(name));
		const others = names.map((name) => join(releases, name)).filter((other) => other !== own);
		const rival = others.find(isAtWork);
		if (rival !== undefined) {
			const pid = RUN.exec(basename(rival))?.[1];
			throw new LockedError(
				`${dir}: is being mirrored by process ${pid}; wait for it, or stop it; if that is another program, delete ${rival}, which a killed run has left`,
			);
		}
		for (const other of others) removeFolder(other);
		return await work(own);
	} finally {
		removeFolder(own);
		// A run that failed at once leaves nothing behind.
		for (const folder of [objects, releases]) {
			if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
		}
	}
}

/** Whether the process of a run is still there: since the start of the machine, another may have its id. */
function isAtWork(folder: string): boolean {
	const started = Date.now() - uptime() * 1000;
	const time = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return time > started && isRunning(Number(RUN.exec(basename(folder))?.[1]));
}
