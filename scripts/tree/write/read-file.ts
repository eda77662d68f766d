/** Reads files that may be missing or damaged. */
import { createHash, hash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";

/** The result of `work`; undefined if it fails. */
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

/** The text of a file; empty if it cannot be read. */
export function textOf(file: string): string {
	return contentOf(file)?.toString() ?? "";
}

/** Parses JSON; undefined if it is not valid. */
export function jsonOf(text: string): unknown {
	return unlessFails(() => JSON.parse(text));
}

/** The SHA-256 as lower-case hexadecimal digits. */
export function digestOf(data: string | Uint8Array): string {
	return hash("sha256", data);
}

/** Larger files are hashed in chunks: they may be larger than memory, and Node reads no more than 2 GB at once. */
const PIECE = 16 * 1024 * 1024;

/** The hash of a file. */
export async function sha256Of(file: string): Promise<string> {
	if (statSync(file).size <= PIECE) return digestOf(readFileSync(file));
	const digest = createHash("sha256");
	await pipeline(createReadStream(file), digest);
	return digest.digest("hex");
}

/** The hash of a file; undefined if it cannot be read. */
export function hashOf(file: string): Promise<string | undefined> {
	return sha256Of(file).catch(() => undefined);
}
