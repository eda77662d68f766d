/** Mirrors within this process: with no waiting between attempts, and everything that was told. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "vitest";
import type { MirrorEvent, Outcome } from "../../scripts/mirror/events.ts";
import { type MirrorRequest, mirror } from "../../scripts/mirror/mirror.ts";
import type { Patience } from "../../scripts/mirror/patience.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import type { PublishedRelease } from "./releases.ts";

/** What a run came to, and what it told. */
export interface Mirrored extends Outcome {
	readonly events: readonly MirrorEvent[];
}

/** Two attempts, and no wait before the second. */
export const HASTE: Patience = {
	attempts: 2,
	delay: 1,
	longestWait: 60_000,
	sleep: async () => {},
};

/** Listens to everything, asks nothing special. */
export function quietly(events: MirrorEvent[] = []) {
	return {
		concurrency: 4,
		delete: false,
		follow: false,
		// Longer than any test: only those of silence have less.
		timeout: 60_000,
		signal: new AbortController().signal,
		patience: HASTE,
		tell: (event: MirrorEvent) => void events.push(event),
	};
}

export async function mirrorTo(
	dir: string,
	url: string,
	options: Partial<MirrorRequest> = {},
): Promise<Mirrored> {
	const events: MirrorEvent[] = [];
	const outcome = await mirror({ url, dir, dryRun: false, ...quietly(events), ...options });
	return { ...outcome, events };
}

/** The message with which a run failed. */
export async function failureOf(run: Promise<unknown>): Promise<string> {
	try {
		await run;
	} catch (error) {
		return (error as Error).message;
	}
	throw new Error("the run did not fail");
}

/** Expects the folder to be a release, to the byte. */
export function expectRelease(dir: string, release: PublishedRelease): void {
	expect(filesIn(dir)).toEqual(release.files);
}

/** The release that a folder is to the byte; undefined when it is not there. Anything else fails. */
export function releaseIn(
	dir: string,
	releases: readonly PublishedRelease[],
): PublishedRelease | undefined {
	if (!existsSync(dir)) return undefined;
	const files = JSON.stringify(filesIn(dir));
	const found = releases.find((release) => JSON.stringify(release.files) === files);
	expect(found, "the folder is no published release").toBeDefined();
	return found;
}

/** The folder beside a mirror. */
export function beside(dir: string): string {
	return join(dirname(dir), `.${basename(dir)}.mirror`);
}
