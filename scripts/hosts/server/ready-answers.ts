/** Keeps the answers of one build as they are sent, so that most requests need no work. */
import type { OutgoingHttpHeaders } from "node:http";
import { LruCache } from "../../tree/lru-cache.ts";

/** An answer as it is sent. */
export interface SentAnswer {
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;
	readonly body: Buffer | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** About how many bytes an answer takes in memory besides its key and body. */
export const ENTRY_SIZE = 2048;

/** Answers of the build with this pointer, by all that they depend on besides. */
export class ReadyAnswers {
	readonly #pointer: Uint8Array;
	readonly #answers = new LruCache<SentAnswer>(MAX_BYTES);

	constructor(pointer: Uint8Array) {
		this.#pointer = pointer;
	}

	isOf(pointer: Uint8Array): boolean {
		return this.#pointer === pointer || Buffer.compare(this.#pointer, pointer) === 0;
	}

	get(key: string): SentAnswer | undefined {
		return this.#answers.get(key);
	}

	keep(key: string, answer: SentAnswer): void {
		// A character takes up to two bytes.
		this.#answers.set(key, answer, ENTRY_SIZE + 2 * key.length + (answer.body?.length ?? 0));
	}
}
