/** Whether a file on the disk is what it should be. Links are never followed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import type { FileEntry } from "../tree/manifest.ts";

/** The size and hash of what a file holds. */
export type Content = Pick<FileEntry, "bytes" | "sha256">;

/** The size of a regular file; undefined when there is none. */
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

/** Hex. */
export async function hashOf(file: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
	return hash.digest("hex");
}

/** How a file is: as declared, not there, or otherwise. A disk that cannot read it counts as otherwise. */
export async function stateOf(
	file: string,
	{ bytes, sha256 }: Content,
): Promise<"whole" | "missing" | "corrupt"> {
	const size = await sizeOf(file);
	if (size === undefined) return "missing";
	if (size !== bytes) return "corrupt";
	const hash = await hashOf(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "EIO") return undefined;
		throw error;
	});
	return hash === sha256 ? "whole" : "corrupt";
}
