/**
 * What every release carries to prove itself without this tool: `SHA256SUMS`, which `sha256sum -c`
 * accepts, and `provenance.json`, which says where the release came from and what is missing.
 */
import { createHash, hash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { MirrorError } from "./errors.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";

export interface Provenance {
	readonly version: 1;
	/** Whether the source was a published tree, or a live server that was crawled. */
	readonly kind: "tree" | "crawl";
	readonly source: string;
	/** When the release was taken from the source. */
	readonly date: string;
	/** Clips. */
	readonly count: number;
	/** Whether media were wanted. */
	readonly media: boolean;
	/** The build of a tree. */
	readonly build?: string | undefined;
	/** The public key that the source's releases are signed with, since it was first seen. */
	readonly key?: string | undefined;
	readonly serial?: number | undefined;
	readonly published?: string | undefined;
	/** What could not be had, and why. */
	readonly failed: readonly { readonly what: string; readonly reason: string }[];
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Throws a MirrorError if a release folder has no usable record. */
export function readProvenance(folder: string): Provenance {
	const file = join(folder, PROVENANCE);
	let provenance: Partial<Provenance> | undefined;
	let reason = "something in it is missing, or is not what the mirror writes";
	try {
		provenance = Object(JSON.parse(readFileSync(file, "utf8")));
	} catch (error) {
		reason = (error as Error).message;
	}
	if (!isComplete(provenance)) {
		throw new MirrorError(
			`${file}: does not say where the release came from (${reason}); restore it, or remove ${folder}`,
		);
	}
	return provenance;
}

function isComplete(provenance: Partial<Provenance> = {}): provenance is Provenance {
	const { version, kind, source, date, count, media, failed } = provenance;
	const { build = "", key = "", published = "" } = provenance;
	const texts = [source, date, build, key, published];
	const isText = texts.every((text) => typeof text === "string") && typeof media === "boolean";
	const isKind = kind === "tree" || kind === "crawl";
	return version === 1 && isKind && isText && Number.isSafeInteger(count) && Array.isArray(failed);
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

/** The SHA-256 as lower-case hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
	return hash("sha256", data);
}

const buffer = Buffer.allocUnsafe(256 * 1024);

/** The hash of a file; undefined if it cannot be read. */
export function hashOf(file: string): string | undefined {
	let handle: number | undefined;
	try {
		handle = openSync(file, "r");
		const first = readSync(handle, buffer);
		// Most files are small, and one call hashes them much faster.
		if (first < buffer.length) return hash("sha256", buffer.subarray(0, first));
		const rest = createHash("sha256");
		for (let read = first; read > 0; read = readSync(handle, buffer)) {
			rest.update(buffer.subarray(0, read));
		}
		return rest.digest("hex");
	} catch {
		return undefined;
	} finally {
		if (handle !== undefined) closeSync(handle);
	}
}
