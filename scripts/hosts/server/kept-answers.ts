/** Keeps whole answers in memory as they were sent, since most requests are for the same few. */
import { type Stats, statSync } from "node:fs";
import { LruCache } from "../../tree/lru-cache.ts";
import type { WholeAnswer } from "./compression.ts";

const MAX_BYTES = 32 * 1024 * 1024;
/** The bytes that an entry takes besides its texts. */
const ENTRY_SIZE = 1024;
/** The longest key, in characters: longer requests are hardly ever sent twice. */
const MAX_KEY = 2048;

/** A file, and its state when an answer was made from it. */
export interface SourceFile {
	readonly file: string;
	readonly stats: Stats;
}

interface Kept {
	readonly source: SourceFile;
	readonly answer: WholeAnswer;
}

/**
 * Answers, found by everything that they depend on except for one file: each is valid as long as that file
 * stays the same.
 */
export class KeptAnswers {
	readonly #answers = new LruCache<Kept>(MAX_BYTES);

	get(key: string): WholeAnswer | undefined {
		const kept = this.#answers.get(key);
		return kept !== undefined && isCurrent(kept.source) ? kept.answer : undefined;
	}

	/**
	 * Keeps an answer that may be sent again. Returns it as it is sent.
	 * @param source the file in the state that the answer was made from, which was settled
	 */
	keep(key: string, made: WholeAnswer, source: SourceFile): WholeAnswer {
		const { status, headers, body } = made;
		if (key.length > MAX_KEY || body === null) return made;
		// Copied, because short buffers are parts of long ones.
		const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body));
		if (typeof body === "string") bytes.write(body);
		else bytes.set(body);
		const answer = {
			status,
			headers: { ...headers, "Content-Length": String(bytes.length) },
			body: bytes,
		};
		const texts = source.file.length + JSON.stringify(answer.headers).length;
		this.#answers.set(key, { source, answer }, ENTRY_SIZE + 2 * texts + bytes.length);
		return answer;
	}
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

/** In milliseconds. Some runtimes and file systems count whole seconds: within one, two states may look the same. */
const SETTLING_TIME = 2_000;

/** Whether the file is the same as it was, and another state of it would look different. */
export function isSettled(source: SourceFile): boolean {
	return Date.now() - source.stats.ctimeMs >= SETTLING_TIME && isCurrent(source);
}

/** Whether the file is the same as it was. */
export function isCurrent({ file, stats }: SourceFile): boolean {
	const now = sourceAt(file)?.stats;
	return now !== undefined && hasSameStats(now, stats);
}

/** Includes `ctime`, which no program can set; a build may set the other times. */
export function hasSameStats(one: Stats, other: Stats): boolean {
	return (
		one.ino === other.ino &&
		one.size === other.size &&
		one.mtimeMs === other.mtimeMs &&
		one.ctimeMs === other.ctimeMs
	);
}
