/** Repairs an output folder that a build left half replaced, since a build may be killed at any time. */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "../console/running.ts";
import { removeFolder } from "../tree/write/folder-changes.ts";
import { restorePrevious } from "../tree/write/replacement.ts";

/** The place that a path leads to, of which the last folders need not exist. */
export function realPath(path: string): string {
	const absolute = resolve(path);
	try {
		// The native one spells it as the disk does, where case makes no difference.
		return realpathSync.native(absolute);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ELOOP") throw error;
	}
	const parent = realPath(dirname(absolute));
	return isLink(absolute)
		? realPath(resolve(parent, readlinkSync(absolute)))
		: join(parent, basename(absolute));
}

function isLink(path: string): boolean {
	return orIfMissing(false, () => lstatSync(path).isSymbolicLink());
}

/** A path below a file leads nowhere, like one to nothing. */
function orIfMissing<T>(otherwise: T, read: () => T): T {
	try {
		return read();
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return otherwise;
		throw error;
	}
}

/** What the folders beside `out` are for, which a killed build may leave behind. */
type Purpose = "staging" | "previous" | "discarded";

export function beside(out: string, purpose: Purpose): string {
	return join(dirname(out), `.${basename(out)}.${purpose}-${process.pid}`);
}

interface Leftover {
	readonly path: string;
	readonly isPrevious: boolean;
	/** Whether a process runs under the id of the build. In containers it may be another one. */
	readonly isInUse: boolean;
}

function leftoversOf(target: string): Leftover[] {
	const folder = dirname(target);
	const prefix = `.${basename(target)}.`;
	return orIfMissing([], () => readdirSync(folder))
		.filter((name) => name.startsWith(prefix))
		.flatMap((name) => {
			const match = /^(staging|previous|discarded)-(\d+)$/.exec(name.slice(prefix.length));
			if (match === null) return [];
			const [, purpose, pid] = match;
			const isPrevious = purpose === "previous";
			return [{ path: join(folder, name), isPrevious, isInUse: isRunning(Number(pid)) }];
		});
}

/** Far longer than a running build takes to switch the folders. */
const SWITCH_MS = 1000;

/**
 * Restores a tree that a killed build moved aside, and deletes everything else it left.
 * Returns the real path of `out`.
 */
export async function recover(out: string): Promise<string> {
	const target = realPath(out);
	const leftovers = leftoversOf(target);
	const isMissing = !existsSync(target);
	const mayBeSwitching = leftovers.some(({ isPrevious, isInUse }) => isPrevious && isInUse);
	if (isMissing && mayBeSwitching) await delay(SWITCH_MS);
	for (const { path, isPrevious, isInUse } of leftovers) {
		if (isPrevious && (isMissing || !isInUse)) restorePrevious({ live: target, previous: path });
		if (!isInUse) removeFolder(path);
	}
	return target;
}
