/** Repairs an output folder that a build left half replaced, since a build may be killed at any time. */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Problem } from "../catalogue/problems.ts";
import { isRunning } from "../console/running.ts";
import { discardPrevious, type Replacement, restorePrevious } from "../tree/write/replacement.ts";

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

/**
 * A path where nothing is yet: an earlier build may have had the same id, as in containers, and left
 * there what cannot be deleted.
 */
export function beside(out: string, purpose: Purpose): string {
	const path = join(dirname(out), `.${basename(out)}.${purpose}-${process.pid}`);
	let free = path;
	for (let n = 2; existsSync(free); n++) free = `${path}-${n}`;
	return free;
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
			const match = /^(staging|previous|discarded)-(\d+)(?:-\d+)?$/.exec(name.slice(prefix.length));
			if (match === null) return [];
			const [, purpose, pid] = match;
			const isPrevious = purpose === "previous";
			return [{ path: join(folder, name), isPrevious, isInUse: isRunning(Number(pid)) }];
		});
}

/** Deletes an old folder. If that fails, it is a problem and no error, since nothing needs it to be gone. */
export function discard(places: Pick<Replacement, "previous" | "discarded">): Problem[] {
	try {
		discardPrevious(places);
		return [];
	} catch (error) {
		const { previous, discarded } = places;
		const message = `is left from a build and could not be deleted (${(error as Error).message}); delete it by hand`;
		return [{ place: { file: existsSync(discarded) ? discarded : previous }, message }];
	}
}

/** Far longer than a running build takes to switch the folders. */
const SWITCH_MS = 1000;

export interface Recovered {
	/** The real path of the output folder. */
	readonly target: string;
	/** What is left beside it. */
	readonly undeleted: readonly Problem[];
}

/**
 * Restores a tree that a killed build moved aside, and deletes everything else that builds left, as far
 * as it can be deleted.
 */
export async function recover(out: string): Promise<Recovered> {
	const target = realPath(out);
	const leftovers = leftoversOf(target);
	const isMissing = !existsSync(target);
	const mayBeSwitching = leftovers.some(({ isPrevious, isInUse }) => isPrevious && isInUse);
	if (isMissing && mayBeSwitching) await delay(SWITCH_MS);
	const undeleted: Problem[] = [];
	for (const { path, isPrevious, isInUse } of leftovers) {
		if (isPrevious && (isMissing || !isInUse)) restorePrevious({ live: target, previous: path });
		if (isInUse) continue;
		const discarded = isPrevious ? beside(target, "discarded") : path;
		undeleted.push(...discard({ previous: path, discarded }));
	}
	return { target, undeleted };
}
