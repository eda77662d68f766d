/** How often a request is made again, and how long to wait before: politely, and not for ever. */
import { setTimeout as sleep } from "node:timers/promises";
import { MirrorError, StatusError, TransferError } from "./failures.ts";

export interface Patience {
	/** Requests for one thing, the first included. */
	readonly attempts: number;
	/** Milliseconds before the second attempt; doubled for each further one. */
	readonly delay: number;
	/** The longest wait a server may ask for, in milliseconds. */
	readonly longestWait: number;
	/** Waits; rejects with the signal's reason when it is aborted. */
	readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const PATIENCE: Patience = {
	attempts: 5,
	delay: 500,
	longestWait: 10 * 60_000,
	sleep: async (milliseconds, signal) => {
		await sleep(milliseconds, undefined, { signal }).catch(() => {
			throw signal.reason;
		});
	},
};

/** How many times one request waits as the server asked it to, which costs no attempt. */
const MAX_WAITS = 20;

/** Asks again and again; what one asker is told to wait, all wait. */
export class Asker {
	readonly #patience: Patience;
	readonly #signal: AbortSignal;
	#quietUntil = 0;

	constructor(patience: Patience, signal: AbortSignal) {
		this.#patience = patience;
		this.#signal = signal;
	}

	/**
	 * The result of `ask`, which is called again after a TransferError that may pass.
	 * @param onFailure told each failure before the wait; may throw to end it
	 */
	async until<T>(
		ask: (attempt: number) => Promise<T>,
		onFailure: (error: TransferError) => Promise<void> | void = () => {},
	): Promise<T> {
		let waits = 0;
		for (let attempt = 1; ; ) {
			await this.#quiet();
			try {
				return await ask(attempt);
			} catch (error) {
				if (!(error instanceof TransferError)) throw error;
				await onFailure(error);
				const wasAsked = error.retryAfter !== undefined && ++waits <= MAX_WAITS;
				if (error instanceof StatusError && !error.mayPass) throw error;
				if (!wasAsked && attempt >= this.#patience.attempts) throw error;
				if (wasAsked) this.#holdAll(error.retryAfter);
				else await this.#sleep(backoff(this.#patience.delay, attempt++));
			}
		}
	}

	#holdAll(milliseconds: number): void {
		if (milliseconds > this.#patience.longestWait) {
			const minutes = Math.ceil(milliseconds / 60_000);
			throw new MirrorError(
				`the source asks to be left alone for ${minutes} minutes; run this again then, it goes on from here`,
			);
		}
		this.#quietUntil = Math.max(this.#quietUntil, Date.now() + milliseconds);
	}

	async #quiet(): Promise<void> {
		const wait = this.#quietUntil - Date.now();
		if (wait > 0) await this.#sleep(wait);
	}

	async #sleep(milliseconds: number): Promise<void> {
		await this.#patience.sleep(milliseconds, this.#signal);
	}
}

/** Half of it is chance, so that many clients do not come back at once. */
function backoff(delay: number, attempt: number): number {
	return delay * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/** Milliseconds that a `Retry-After` asks for. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
