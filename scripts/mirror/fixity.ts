/**
 * What every release carries to prove itself without this tool: `SHA256SUMS`, which `sha256sum -c`
 * accepts, and `provenance.json`, which says where the release came from and what is missing. What is
 * here is found by the same hashes.
 */
import { createHash, hash } from "node:crypto";
import {
	closeSync,
	existsSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
} from "node:fs";
import { join, sep } from "node:path";
import { NAME_LENGTH } from "../tree/store.ts";
import { removeFolder } from "../tree/write/folder-changes.ts";
import { MirrorError } from "./errors.ts";
import type { WantedFile } from "./release.ts";
import type { Run } from "./run.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";

/** Something that could not be had. */
export interface Failure {
	readonly what: string;
	readonly reason: string;
}

export interface Provenance {
	readonly version: 1;
	/** Whether the source was a published tree, or a live server that was crawled. */
	readonly kind: "tree" | "crawl";
	readonly source: string;
	/** When the release was taken from the source. */
	readonly date: string;
	/** Clips. */
	readonly count: number;
	/** The build of a tree. */
	readonly build?: string | undefined;
	/** The public key that the source's releases are signed with, since it was first seen. */
	readonly key?: string | undefined;
	readonly serial?: number | undefined;
	readonly published?: string | undefined;
	readonly failed: readonly Failure[];
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Throws a MirrorError if a release folder has no usable record. */
export function readProvenance(folder: string): Provenance {
	const file = join(folder, PROVENANCE);
	try {
		const provenance: Partial<Provenance> = Object(JSON.parse(readFileSync(file, "utf8")));
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
	const { version, kind, source, date, count, failed } = provenance;
	const { build = "", key = "", published = "" } = provenance;
	const areTexts = [source, date, build, key, published].every((text) => typeof text === "string");
	const isKind = kind === "tree" || kind === "crawl";
	return (
		version === 1 && isKind && areTexts && Number.isSafeInteger(count) && Array.isArray(failed)
	);
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

/** The names in a folder; none if it does not exist. */
export function namesIn(folder: string): string[] {
	return existsSync(folder) ? readdirSync(folder) : [];
}

/** Everything below a folder but folders, by path: whether it is a regular file. */
export function filesBelow(folder: string): Map<string, boolean> {
	const found = new Map<string, boolean>();
	if (!existsSync(folder)) return found;
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = `${entry.parentPath}${sep}${entry.name}`.slice(folder.length + 1);
		if (!entry.isDirectory()) found.set(path.replaceAll(sep, "/"), entry.isFile());
	}
	return found;
}

/** A file with the content of one that is wanted. */
export interface HeldFile {
	readonly file: string;
	readonly sha256: string;
}

export class Stock {
	/** By the digits of their hashes that names in the store have. */
	readonly #files = new Map<string, HeldFile>();
	readonly #isDoubted: boolean;

	constructor({ held, options, place }: Pick<Run, "held" | "options" | "place">) {
		this.#isDoubted = options.recheck === true;
		for (const { folder } of held) {
			for (const [path, sha256] of readSums(folder)) this.#add(join(folder, path), sha256);
		}
		for (const name of namesIn(place.stock)) this.#add(join(place.stock, name), name);
	}

	#add(file: string, sha256: string): void {
		this.#files.set(sha256.slice(0, NAME_LENGTH), { file, sha256 });
	}

	/** A file with the wanted content, as far as its size can tell, unless the user wants to be sure. */
	find({ sha256: wanted, bytes }: Omit<WantedFile, "path">): HeldFile | undefined {
		const held = this.#files.get(wanted.slice(0, NAME_LENGTH));
		if (!held?.sha256.startsWith(wanted)) return undefined;
		const stats = lstatSync(held.file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		return !this.#isDoubted || hashOf(held.file) === held.sha256 ? held : undefined;
	}
}

/** Moves all files of a draft that came to nothing into the stock. */
export function salvage(draft: string, stock: string): void {
	mkdirSync(stock, { recursive: true });
	for (const path of filesBelow(draft).keys()) {
		const file = join(draft, path);
		renameSync(file, join(stock, hashOf(file) ?? "unreadable"));
	}
	removeFolder(draft);
}
