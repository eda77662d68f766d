/** Runs the mirror within this process, with hardly any delays, and collects what it reports. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { mirror } from "../../scripts/mirror/mirror.ts";
import type { Outcome, RunRequest } from "../../scripts/mirror/run.ts";
import { verify } from "../../scripts/mirror/verify.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import type { PublishedRelease } from "./releases.ts";

const SILENT = { show: () => {}, note: () => {} };

/** Mirrors a source. */
export function mirrorTo(
	dir: string,
	url: string,
	options: Partial<RunRequest> = {},
): Promise<Outcome> {
	return mirror({
		url,
		dir,
		maxFiles: 1000,
		maxGigabytes: 0.1,
		// Longer than any test takes; tests of timeouts set their own.
		timeout: 60,
		delay: 1,
		signal: new AbortController().signal,
		report: SILENT,
		...options,
	});
}

/** The error of a run that must fail. */
export async function failureOf(
	run: Promise<unknown>,
): Promise<Error & { readonly exitCode?: number }> {
	try {
		await run;
	} catch (error) {
		return error as Error;
	}
	throw new Error("the run did not fail");
}

/** The files that the mirror adds to a release. */
const RECORD = ["SHA256SUMS", "provenance.json"];

/** The files of a mirror without its record; undefined if there is none. */
export function filesOf(dir: string): ReturnType<typeof filesIn> | undefined {
	if (!existsSync(dir)) return undefined;
	return filesIn(dir).filter(({ path }) => !RECORD.includes(path));
}

/** The files of a release that a mirror copies: all but precomputed pages and exports. */
export function copied({ files }: PublishedRelease): ReturnType<typeof filesIn> {
	return files.filter(
		({ path }) => !/^v1\/instants\/(page|name|listing|words|all\.|minisearch)\b/.test(path),
	);
}

/** The paths of these files. */
export function copiedPaths(release: PublishedRelease): string[] {
	return copied(release).map(({ path }) => path);
}

/** Expects a mirror to contain exactly this release, and its SHA256SUMS to match. */
export function expectRelease(dir: string, release: PublishedRelease): void {
	expect(filesOf(dir)).toEqual(copied(release));
	const sums = filesIn(dir).filter(({ path }) => path !== "SHA256SUMS");
	const lines = sums.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
	expect(readFileSync(join(dir, "SHA256SUMS"), "utf8")).toBe(lines.join(""));
}

/** The result of `verify`, with its exit code. */
export async function findings(dir: string): Promise<object> {
	const result = await verify(dir, SILENT, new AbortController().signal);
	const { intact, missing, corrupt, extra } = result;
	return { code: intact ? 0 : 3, missing, corrupt, extra };
}

export const INTACT = { code: 0, missing: [], corrupt: [], extra: [] };

/** What runs have left in the work folder beside DIR. */
export function leftIn(dir: string): string[] {
	return readdirSync(`${dir}.mirror`).sort();
}

/** Flips a bit in the middle of a file. */
export function corrupt(dir: string, path: string): void {
	const file = join(dir, path);
	const bytes = readFileSync(file);
	bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
	chmodSync(file, 0o644);
	writeFileSync(file, bytes);
}

/** Things that may be where a mirror should be. */
export const EVIL = "test/mirror/evil.txt";

/** Commands for the scripts of evil.txt. `thesis` creates the only copy of somebody's work; `linked` and `bound` lead to such a copy. */
const WORDS = `
thesis() { mkdir -p "$1"; echo "years of work" > "$1/thesis.txt"; }
linked() { thesis "$AWAY"; rm -rf "$1"; ln -s "$AWAY" "$1"; }
bound() { mkdir -p "$1"; mount --bind "$1" "$1"; }
change() { sed -i "$2" "$1"; }
`;

/** Runs a script of evil.txt in a folder. Its mounts last until the test ends. */
export function shell(script: string, cwd: string, env: Readonly<Record<string, string>>): void {
	const run = spawnSync("sh", ["-euc", WORDS + script], { cwd, env: { ...process.env, ...env } });
	expect({ status: run.status, said: String(run.stderr) }).toEqual({ status: 0, said: "" });
	if (!script.includes("bound")) return;
	onTestFinished(() => {
		for (const [, path = ""] of readFileSync("/proc/mounts", "utf8").matchAll(/^\S+ (\S+)/gm))
			if (path.startsWith(cwd)) spawnSync("umount", ["--lazy", path]);
	});
}
