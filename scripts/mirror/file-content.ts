/** The content of files: what a file must contain, and whether a file on the disk does. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import type { FileEntry } from "../tree/manifest.ts";

/** What a file must contain. */
export interface Content {
	/** The SHA-256, hex; of a file of the store only the digits that its name gives. */
	readonly sha256: string;
	/** Undefined for files of the store. */
	readonly bytes?: number | undefined;
}

/** The content of a file that was read. */
export type KnownContent = Pick<FileEntry, "bytes" | "sha256">;

/** A file of a mirror and what it must contain. */
export interface DeclaredFile extends Content {
	/** Relative to the mirror. */
	readonly path: string;
}

/** The SHA-256 as lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
	return createHash("sha256").update(text).digest("hex");
}

/** A file with this text. */
export function textFile(path: string, text: string): FileEntry {
	return { path, bytes: Buffer.byteLength(text), sha256: sha256(text) };
}

/** The size of a regular file; undefined if there is none. */
export async function sizeOf(file: string): Promise<number | undefined> {
	try {
		const stats = await lstat(file);
		return stats.isFile() ? stats.size : undefined;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw error;
	}
}

/** Whether there is a file that can have this content, judged by its size. */
export async function hasSizeOf(file: string, { bytes }: Content): Promise<boolean> {
	const size = await sizeOf(file);
	return size !== undefined && (bytes === undefined || size === bytes);
}

export type FileState = "intact" | "missing" | "corrupt";

/** Compares a file with what it must contain. One that the disk cannot read counts as corrupt. */
export async function stateOf(file: string, content: Content): Promise<FileState> {
	if ((await sizeOf(file)) === undefined) return "missing";
	if (!(await hasSizeOf(file, content))) return "corrupt";
	const hash = createHash("sha256");
	try {
		for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EIO") return "corrupt";
		throw error;
	}
	return hash.digest("hex").startsWith(content.sha256) ? "intact" : "corrupt";
}

/** Whether a file is there and contains what it must. */
export async function isIntact(file: string, content: Content): Promise<boolean> {
	return (await stateOf(file, content)) === "intact";
}

/** One file for each content. */
export function uniqueContents<T extends Content>(files: readonly T[]): T[] {
	return [...new Map(files.map((file) => [file.sha256, file])).values()];
}

/** @param bytesOf the size of one of the files */
export function sum<T>(files: readonly T[], bytesOf: (file: T) => number): number {
	return files.reduce((total, file) => total + bytesOf(file), 0);
}
