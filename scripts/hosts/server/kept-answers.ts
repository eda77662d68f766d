/**
 * Caches whole answers as they were sent, since the same few are requested most of the time. Also caches the
 * hashes of files, which serve as entity tags: a client that has a sound does not have to fetch it again after a
 * new build, or from another server.
 */
import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { LruCache } from "../../tree/lru-cache.ts";
import type { WholeAnswer } from "./compression.ts";

const [ANSWER_BYTES, HASH_BYTES] = [32 * 1024 * 1024, 8 * 1024 * 1024];
/** The bytes that an entry takes besides its texts or its path. */
const [ANSWER_SIZE, HASH_SIZE] = [1024, 512];
/** The longest key, in characters: longer requests are hardly ever sent twice. */
const MAX_KEY = 2048;

/** A file, and its state when an answer was made from it. */
export interface SourceFile {
	readonly file: string;
	readonly stats: Stats;
}

/**
 * Cached answers. A key contains everything that an answer depends on, except for one file: the answer is valid
 * as long as that file is unchanged.
 */
export class KeptAnswers {
	readonly #answers = new LruCache<{ source: SourceFile; answer: WholeAnswer }>(ANSWER_BYTES);

	get(key: string): WholeAnswer | undefined {
		const kept = this.#answers.get(key);
		return kept !== undefined && isCurrent(kept.source) ? kept.answer : undefined;
	}

	/**
	 * Caches an answer that may be sent again. Returns it in the form in which it is sent.
	 * @param source the file that the answer was made from, in its settled state
	 */
	keep(key: string, made: WholeAnswer, source: SourceFile): WholeAnswer {
		const { status, headers, body } = made;
		if (key.length > MAX_KEY || body === null) return made;
		// Copied, because Node makes short buffers as parts of long ones.
		const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body));
		if (typeof body === "string") bytes.write(body);
		else bytes.set(body);
		const answer = {
			status,
			headers: { ...headers, "Content-Length": String(bytes.length) },
			body: bytes,
		};
		const texts = source.file.length + JSON.stringify(answer.headers).length;
		this.#answers.set(key, { source, answer }, ANSWER_SIZE + 2 * texts + bytes.length);
		return answer;
	}
}

const HASHED = new LruCache<SourceFile & { readonly sha256: string }>(HASH_BYTES);

/**
 * Uses Node's own module, because Web Crypto hashes in another thread, and for a small file, switching threads
 * costs more than the hashing.
 */
export function hasContentHash(content: Uint8Array, sha256: string): boolean {
	return createHash("sha256").update(content).digest("hex").startsWith(sha256);
}

/** The SHA-256 of a file; undefined if the file has not been hashed in this state. */
export function knownHash({ file, stats }: SourceFile): string | undefined {
	const hashed = HASHED.get(file);
	return hashed && hasSameStats(hashed.stats, stats) ? hashed.sha256 : undefined;
}

/** @param content the content of the file in this state, in chunks */
export async function contentHash(
	source: SourceFile,
	content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of content) hash.update(piece);
	const sha256 = hash.digest("hex");
	if (isSettled(source)) HASHED.set(source.file, { ...source, sha256 }, HASH_SIZE);
	return sha256;
}

/** The file as it is now; undefined if there is none. */
export function sourceAt(file: string): SourceFile | undefined {
	try {
		const stats = statSync(file, { throwIfNoEntry: false });
		return stats && { file, stats };
	} catch {
		return undefined;
	}
}

/**
 * In milliseconds. Some runtimes and file systems give times in whole seconds: within one second, two states may
 * look the same.
 */
const SETTLING_TIME = 2_000;

/** Whether the file is unchanged, and any change from now on would be detected. */
export function isSettled(source: SourceFile): boolean {
	return Date.now() - source.stats.ctimeMs >= SETTLING_TIME && isCurrent(source);
}

/** Whether the file is unchanged. */
export function isCurrent({ file, stats }: SourceFile): boolean {
	const now = sourceAt(file)?.stats;
	return now !== undefined && hasSameStats(now, stats);
}

/** Compares `ctime` too, which no program can set; a build may set the other times. */
function hasSameStats(one: Stats, other: Stats): boolean {
	return (
		one.ino === other.ino &&
		one.size === other.size &&
		one.mtimeMs === other.mtimeMs &&
		one.ctimeMs === other.ctimeMs
	);
}
