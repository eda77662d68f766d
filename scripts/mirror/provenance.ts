/**
 * Two files that describe a release: `SHA256SUMS`, so that `sha256sum -c` can verify it without this tool,
 * and `provenance.json`, which says where it came from and what is missing.
 */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { MirrorError } from "./errors.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";
/** The mode of all files: releases share them as hard links, so nobody may write into them. */
export const READ_ONLY = 0o444;

/** A file, a row or a medium that is missing from a release. */
export interface Failure {
	readonly what: string;
	readonly reason: string;
}

/** The parts of a tree that options leave out. */
export const PARTS = ["pages", "exports", "media"] as const;
export type Part = (typeof PARTS)[number];

/** The record of a release. Later runs compare the source with it. */
export interface Provenance {
	readonly version: 1;
	/** Whether it is a copy of a published tree, or a crawl of a live server. */
	readonly kind: "tree" | "crawl";
	readonly source: string;
	/** When the run began. */
	readonly date: string;
	/** Clips. */
	readonly count: number;
	/** The number of media at the source. */
	readonly media: number;
	/** The parts that options left out. */
	readonly without: readonly Part[];
	/** The build of a tree. */
	readonly build?: string | undefined;
	readonly published?: string | undefined;
	/** The public key that releases must be signed with: the first one seen, or the one given with `--key`. */
	readonly key?: string | undefined;
	/** The number that the publisher gave this release. A crawl repeats that of the release before it. */
	readonly serial?: number | undefined;
	readonly failed: readonly Failure[];
}

/** A file of a release and its expected content. */
export interface WantedFile {
	readonly path: string;
	readonly sha256: string;
	/** Unknown for files of the store. */
	readonly bytes?: number | undefined;
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Throws a MirrorError if a release folder has no usable record. */
export function readProvenance(folder: string): Provenance {
	const file = join(folder, PROVENANCE);
	try {
		const record: Partial<Provenance> = Object(JSON.parse(readFileSync(file, "utf8")));
		// Records written by early versions of the tool lack these fields.
		const provenance = { media: 0, without: [], ...record };
		if (isComplete(provenance)) return provenance;
		throw new Error("a field is missing or is of the wrong type");
	} catch (error) {
		throw new MirrorError(
			`${file}: does not say where the release came from (${(error as Error).message}); restore it, or remove ${folder}`,
		);
	}
}

/** Without zod, which takes longer to load than most mirrors take to verify. */
function isComplete(provenance: Partial<Provenance>): provenance is Provenance {
	const { version, kind, source, date, count, media, without, failed } = provenance;
	const { build = "", key = "", published = "", serial = 0 } = provenance;
	const areTexts = [source, date, build, key, published].every((text) => typeof text === "string");
	const areNumbers = [count, media, serial].every(Number.isSafeInteger);
	const isKind = kind === "tree" || kind === "crawl";
	const areLists = [without, failed].every(Array.isArray);
	return version === 1 && isKind && areTexts && areNumbers && areLists;
}

/** The text of SHA256SUMS. Paths contain neither backslashes nor line feeds, which would need escapes. */
export function sumsText(hashes: ReadonlyMap<string, string>): string {
	const paths = [...hashes.keys()].sort();
	return paths.map((path) => `${hashes.get(path)}  ${path}\n`).join("");
}

/** The hashes in a release's SHA256SUMS, by path. Throws a MirrorError. */
export function readSums(folder: string): Map<string, string> {
	const file = join(folder, SUMS);
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		throw new MirrorError(`${file}: cannot be read (${(error as Error).message}); restore it`);
	}
	const sums = new Map<string, string>();
	for (const [i, line] of text.split("\n").slice(0, -1).entries()) {
		if (!/^[0-9a-f]{64} [ *]/.test(line)) {
			throw new MirrorError(`${file}:${i + 1}: is not a hash and a path; restore the file`);
		}
		sums.set(line.slice(66), line.slice(0, 64));
	}
	return sums;
}

/** Like `readSums`, but returns undefined for a damaged list. */
export function sumsUnlessDamaged(folder: string): Map<string, string> | undefined {
	try {
		return readSums(folder);
	} catch {
		return undefined;
	}
}

/** The SHA-256 as lower-case hexadecimal digits. */
export function digestOf(data: string | Uint8Array): string {
	return hash("sha256", data);
}

/** The hash of a file; undefined if it cannot be read. */
export function hashOf(file: string): string | undefined {
	try {
		return digestOf(readFileSync(file));
	} catch {
		return undefined;
	}
}

/** The paths of everything below a folder except folders, and whether each is a regular file. */
export function filesBelow(folder: string): Map<string, boolean> {
	const found = new Map<string, boolean>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = `${entry.parentPath}${sep}${entry.name}`.slice(folder.length + 1);
		if (!entry.isDirectory()) found.set(path.replaceAll(sep, "/"), entry.isFile());
	}
	return found;
}

export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
