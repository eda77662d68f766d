/**
 * Two files that describe a mirror: `SHA256SUMS`, so that `sha256sum -c` can verify it without this tool, and
 * `provenance.json`, which says where it came from and what is missing.
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MirrorError } from "../download/errors.ts";
import type { ListedFile } from "../tree/listed-files.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";

/** A file, a clip or a medium that a mirror lacks. */
export interface Failure {
	/** A path, a URL, or a clip and its field. */
	readonly what: string;
	readonly reason: string;
	/** Where the source lists the clip: `page 1 clip 2`. */
	readonly row?: string;
	/** The URL of a medium or of the sound of a clip, without its query, which may be a signature. */
	readonly url?: string;
}

export function failureText({ what, reason }: Failure): string {
	return `${what}: ${reason}`;
}

/** The parts of a tree that options leave out. */
export const PARTS = ["pages", "exports", "media"] as const;
export type Part = (typeof PARTS)[number];

/** The record of a mirror's state. Later runs compare the source with it. */
export interface Provenance {
	readonly version: 1;
	/** Whether it is a copy of a published tree, or a crawl of a live server. */
	readonly kind: "tree" | "crawl";
	readonly source: string;
	/** When the run began. */
	readonly date: string;
	/** The number of clips. */
	readonly count: number;
	/** The number of media at the source. */
	readonly media: number;
	/** The parts that options left out. */
	readonly without: readonly Part[];
	/** The build, if it is a tree. */
	readonly build?: string | undefined;
	/** The public key that releases must be signed with: the first one seen, or the one given with `--key`. */
	readonly key?: string | undefined;
	/** The number that the publisher gave this release. A crawl repeats that of the state before it. */
	readonly serial?: number | undefined;
	readonly failed: readonly Failure[];
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Whether records agree, apart from dates, from numbers that follow from the files, and from reasons, which vary. */
export function saysSame(one: Omit<Provenance, "media">, other: typeof one): boolean {
	const [first, second] = [one, other].map(({ failed, ...said }) => {
		const lacking = failed.map(({ what, url }) => url ?? what);
		return JSON.stringify({ ...said, date: "", media: 0, lacking });
	});
	return first === second;
}

/** The record in a file; undefined if there is no such file. Throws a MirrorError if it is damaged. */
export function provenanceIn(file: string): Provenance | undefined {
	if (!existsSync(file)) return undefined;
	const record = Object(parsed(String(contentOf(file)))) as Provenance;
	const { version, source, count, media, without, failed } = record;
	const isWhole =
		[count, media].every(Number.isSafeInteger) && [without, failed].every(Array.isArray);
	if (version === 1 && typeof source === "string" && isWhole) return record;
	throw new MirrorError(
		`${file}: does not say where the mirror came from; restore it, or delete it if you trust the source again`,
	);
}

/** The text of SHA256SUMS. Paths contain neither backslashes nor line feeds, which would need escapes. */
export function sumsText(hashes: ReadonlyMap<string, string>): string {
	const paths = [...hashes.keys()].sort();
	return paths.map((path) => `${hashes.get(path)}  ${path}\n`).join("");
}

/** The lines of a mirror's SHA256SUMS. Damaged lines are skipped. */
export function sumsIn(folder: string): ListedFile[] {
	const lines = contentOf(join(folder, SUMS))?.toString().split("\n") ?? [];
	return lines
		.filter((line) => /^[0-9a-f]{64} [ *]/.test(line))
		.map((line) => ({ path: line.slice(66), sha256: line.slice(0, 64) }));
}

/** The SHA-256 as lower-case hexadecimal digits. */
export function digestOf(data: string | Uint8Array): string {
	return hash("sha256", data);
}

/** The result of work; undefined if it fails. */
export function unlessFails<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

/** The content of a file; undefined if it cannot be read. */
export function contentOf(file: string): Buffer | undefined {
	return unlessFails(() => readFileSync(file));
}

/** The hash of a file; undefined if it cannot be read. */
export function hashOf(file: string): string | undefined {
	return unlessFails(() => digestOf(readFileSync(file)));
}

/** A JSON text as a value; undefined if it is not JSON. */
export function parsed(text: string): unknown {
	return unlessFails(() => JSON.parse(text));
}
