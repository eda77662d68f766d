/** Runs the mirror within this process, without waits, and collects what it reports. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "vitest";
import type { RetryPolicy } from "../../scripts/mirror/retry.ts";
import { type MirrorRequest, mirror } from "../../scripts/mirror/run.ts";
import type { Outcome, RunEvent } from "../../scripts/mirror/run-context.ts";
import { exitCodeOf, verify } from "../../scripts/mirror/verify.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import type { PublishedRelease } from "./releases.ts";

export interface Mirrored extends Outcome {
	readonly events: readonly RunEvent[];
}

export const FAST_RETRY: RetryPolicy = {
	attempts: 2,
	delay: 1,
	maxWait: 60_000,
	sleep: async () => {},
};

export function baseOptions(events: RunEvent[] = []) {
	return {
		concurrency: 4,
		delete: false,
		follow: false,
		// Longer than any test; tests of timeouts set their own.
		timeout: 60_000,
		signal: new AbortController().signal,
		retry: FAST_RETRY,
		report: (event: RunEvent) => void events.push(event),
	};
}

export async function mirrorTo(
	dir: string,
	url: string,
	options: Partial<MirrorRequest> = {},
): Promise<Mirrored> {
	const events: RunEvent[] = [];
	const outcome = await mirror({ url, dir, dryRun: false, ...baseOptions(events), ...options });
	return { ...outcome, events };
}

/** The error message of a run that must fail. */
export async function failureOf(run: Promise<unknown>): Promise<string> {
	try {
		await run;
	} catch (error) {
		return (error as Error).message;
	}
	throw new Error("the run did not fail");
}

/** Expects a folder to contain exactly this release. */
export function expectRelease(dir: string, release: PublishedRelease): void {
	expect(filesIn(dir)).toEqual(release.files);
}

/** The release that a folder contains; undefined if the folder does not exist. Fails for anything else. */
export function releaseIn(
	dir: string,
	releases: readonly PublishedRelease[],
): PublishedRelease | undefined {
	if (!existsSync(dir)) return undefined;
	const files = JSON.stringify(filesIn(dir));
	const found = releases.find((release) => JSON.stringify(release.files) === files);
	expect(found, "the folder contains none of the releases").toBeDefined();
	return found;
}

/** The workspace beside a mirror. */
export function beside(dir: string): string {
	return join(dirname(dir), `.${basename(dir)}.mirror`);
}

/** What verifying finds, with the exit code. */
export async function findings(dir: string, media?: boolean): Promise<object> {
	const { signal } = new AbortController();
	const result = await verify(dir, { media, signal, report: () => {} });
	const { missing, corrupt, extra } = result;
	return { code: exitCodeOf(result), missing, corrupt, extra };
}

export const INTACT = { code: 0, missing: [], corrupt: [], extra: [] };

/** Flips a bit in the middle of a file. */
export function corrupt(dir: string, path: string): void {
	const bytes = readFileSync(join(dir, path));
	bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
	writeFileSync(join(dir, path), bytes);
}
