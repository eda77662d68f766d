/**
 * What every release carries to prove itself without this tool: `SHA256SUMS`, which `sha256sum -c`
 * accepts, and `provenance.json`, which says where the release came from and what is missing.
 */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { MirrorError } from "./errors.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";
/** The mode of all files: releases share them as hard links, so nobody may write into them. */
export const READ_ONLY = 0o444;

/** Something that could not be had. */
export interface Failure {
	readonly what: string;
	readonly reason: string;
}

/** What a mirror may do without. */
export const PARTS = ["pages", "exports", "media"] as const;
export type Part = (typeof PARTS)[number];

/** What a release is, and what later ones are measured by. */
export interface Provenance {
	readonly version: 1;
	/** Whether the source was a published tree, or a live server that was crawled. */
	readonly kind: "tree" | "crawl";
	readonly source: string;
	/** When the release was taken from the source. */
	readonly date: string;
	/** Clips. */
	readonly count: number;
	/** Media that the source has. */
	readonly media: number;
	/** What was left out because the user wanted it so. */
	readonly without: readonly Part[];
	/** The build of a tree. */
	readonly build?: string | undefined;
	readonly published?: string | undefined;
	/** The public key that releases must be signed with, since it was first seen or given. */
	readonly key?: string | undefined;
	/** The number of this release; of a crawl, that of the release before it. */
	readonly serial?: number | undefined;
	readonly failed: readonly Failure[];
}

/** A file and what it must contain. */
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
		// The first mirrors did not write these.
		const provenance = { media: 0, without: [], ...record };
		if (isComplete(provenance)) return provenance;
		throw new Error("something in it is missing, or is not what the mirror writes");
	} catch (error) {
		throw new MirrorError(
			`${file}: does not say where the release came from (${(error as Error).message}); restore it, or remove ${folder}`,
		);
	}
}

/** Without zod, which takes longer to load than most mirrors to verify. */
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

/** The same; undefined if the list cannot be read. */
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

/** Everything below a folder but folders, by path: whether it is a regular file. */
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
