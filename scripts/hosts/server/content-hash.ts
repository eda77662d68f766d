/**
 * Hashes of files, which are their entity tags: whoever has a sound need not fetch it again because of a new
 * build, or because another server answers.
 */
import { createHash } from "node:crypto";
import { LruCache } from "../../tree/lru-cache.ts";
import { hasSameStats, isSettled, type SourceFile } from "./kept-answers.ts";

const MAX_BYTES = 8 * 1024 * 1024;
/** The bytes that an entry takes besides its path. */
const ENTRY_SIZE = 512;

interface Hashed extends SourceFile {
	readonly sha256: string;
}

const HASHED = new LruCache<Hashed>(MAX_BYTES);

/** Uses Node's own module, because Web Crypto's jobs for another thread cost more than hashing a small file. */
export function hasContentHash(content: Uint8Array, sha256: string): boolean {
	return createHash("sha256").update(content).digest("hex").startsWith(sha256);
}

/** The SHA-256 of a file that was hashed in this state; undefined if it was not. */
export function knownHash({ file, stats }: SourceFile): string | undefined {
	const hashed = HASHED.get(file);
	return hashed && hasSameStats(hashed.stats, stats) ? hashed.sha256 : undefined;
}

/** @param content that of the file in this state, in pieces */
export async function contentHash(
	source: SourceFile,
	content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of content) hash.update(piece);
	const sha256 = hash.digest("hex");
	if (isSettled(source)) HASHED.set(source.file, { ...source, sha256 }, ENTRY_SIZE);
	return sha256;
}
