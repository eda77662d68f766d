/** The content of files: size and hash, and whether a file on the disk has what was declared. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import type { FileEntry } from "../tree/manifest.ts";

export type Content = Pick<FileEntry, "bytes" | "sha256">;

/** The SHA-256 as lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
	return createHash("sha256").update(text).digest("hex");
}

/** The entry of a file with this text. */
export function textEntry(path: string, text: string): FileEntry {
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

/** The SHA-256 of a file, as lower-case hexadecimal digits. */
export async function hashOf(file: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
	return hash.digest("hex");
}

export type FileState = "intact" | "missing" | "corrupt";

/** Compares a file with what was declared. One that the disk cannot read counts as corrupt. */
export async function stateOf(file: string, { bytes, sha256 }: Content): Promise<FileState> {
	const size = await sizeOf(file);
	if (size === undefined) return "missing";
	if (size !== bytes) return "corrupt";
	const hash = await hashOf(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "EIO") return undefined;
		throw error;
	});
	return hash === sha256 ? "intact" : "corrupt";
}

/** Groups files with the same content, by hash. */
export function groupByContent(entries: readonly FileEntry[]): Map<string, FileEntry[]> {
	const groups = new Map<string, FileEntry[]>();
	for (const entry of entries) {
		const group = groups.get(entry.sha256);
		if (group === undefined) groups.set(entry.sha256, [entry]);
		else group.push(entry);
	}
	return groups;
}

/** One file for each content. */
export function uniqueContents(entries: readonly FileEntry[]): FileEntry[] {
	return [...groupByContent(entries).values()].flatMap((group) => group.slice(0, 1));
}

export function totalBytes(entries: readonly Content[]): number {
	return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}
