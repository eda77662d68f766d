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

/** After so many waits the least one is not doubled any more. */
const LEAST_DOUBLED = 3;

/** Milliseconds by which a wait must be longer than the one under way to be spoken of. */
const NOTABLE = 1000;

/** Asks again and again; what one asker is told to wait, all wait. */
export class Asker {
	readonly #patience: Patience;
	readonly #onWait: (milliseconds: number) => void;
	#quietUntil = 0;

	/** @param onWait told how long the source asks to be left alone, once for all askers */
	constructor(patience: Patience, onWait: (milliseconds: number) => void) {
		this.#patience = patience;
		this.#onWait = onWait;
	}

	/**
	 * The result of `ask`, which is called again after a TransferError that may pass.
	 * @param onFailure told each failure before the wait; may throw to end it
	 */
	async until<T>(
		ask: (attempt: number) => Promise<T>,
		signal: AbortSignal,
		onFailure: (error: TransferError) => Promise<void> | void = () => {},
	): Promise<T> {
		let waits = 0;
		for (let attempt = 1; ; ) {
			await this.#quiet(signal);
			try {
				return await ask(attempt);
			} catch (error) {
				if (!(error instanceof TransferError)) throw error;
				await onFailure(error);
				const wasAsked = error.retryAfter !== undefined && ++waits <= MAX_WAITS;
				if (error instanceof StatusError && !error.mayPass) throw error;
				if (!wasAsked && attempt >= this.#patience.attempts) throw error;
				const { delay, sleep } = this.#patience;
				// "At once", or a date that has passed, is no leave to ask without end.
				if (wasAsked) {
					this.#holdAll(Math.max(error.retryAfter, backoff(delay, Math.min(waits, LEAST_DOUBLED))));
				} else await sleep(backoff(delay, attempt++), signal);
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
		const until = Date.now() + milliseconds;
		if (until - this.#quietUntil >= NOTABLE) this.#onWait(milliseconds);
		this.#quietUntil = Math.max(this.#quietUntil, until);
	}

	async #quiet(signal: AbortSignal): Promise<void> {
		const wait = this.#quietUntil - Date.now();
		if (wait > 0) await this.#patience.sleep(wait, signal);
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
