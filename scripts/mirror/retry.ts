/** Retries requests with exponential backoff, and waits as long as a server asks. */
import { setTimeout as sleep } from "node:timers/promises";
import { MirrorError, StatusError, TransferError } from "./errors.ts";

export interface RetryPolicy {
	/** Attempts per request, including the first. */
	readonly attempts: number;
	/** Milliseconds before the second attempt; doubles for each further one. */
	readonly delay: number;
	/** The longest wait a server may ask for, in milliseconds. */
	readonly maxWait: number;
	/** Rejects with the signal's reason when it is aborted. */
	readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_RETRY: RetryPolicy = {
	attempts: 5,
	delay: 500,
	maxWait: 10 * 60_000,
	sleep: async (milliseconds, signal) => {
		await sleep(milliseconds, undefined, { signal }).catch(() => {
			throw signal.reason;
		});
	},
};

/** How often one request may wait on the server's demand without using up an attempt. */
const MAX_REQUESTED_WAITS = 20;

/** The minimum for a requested wait stops doubling after this many waits. */
const MAX_DOUBLINGS = 3;

/** A wait is only reported if it extends the current one by this many milliseconds. */
const REPORTED_FROM = 1000;

/** Retries requests to one source. A wait that the server asks of one request holds for all. */
export class Retrier {
	readonly #policy: RetryPolicy;
	readonly #onWait: (milliseconds: number) => void;
	#waitUntil = 0;

	/** @param onWait called once when the source asks for a pause, however many requests are affected */
	constructor(policy: RetryPolicy, onWait: (milliseconds: number) => void) {
		this.#policy = policy;
		this.#onWait = onWait;
	}

	/**
	 * Runs `request` until it succeeds or no retry is left.
	 * @param onFailure called after each failed attempt; may throw to stop retrying
	 */
	async run<T>(
		request: (attempt: number) => Promise<T>,
		signal: AbortSignal,
		onFailure: (error: TransferError) => Promise<void> | void = () => {},
	): Promise<T> {
		const { attempts, delay, sleep } = this.#policy;
		let requestedWaits = 0;
		for (let attempt = 1; ; ) {
			await this.#pause(signal);
			try {
				return await request(attempt);
			} catch (error) {
				if (!(error instanceof TransferError)) throw error;
				await onFailure(error);
				const { retryAfter } = error;
				const mustWait = retryAfter !== undefined && ++requestedWaits <= MAX_REQUESTED_WAITS;
				if (error instanceof StatusError && !error.isTransient) throw error;
				if (!mustWait && attempt >= attempts) throw error;
				if (mustWait) {
					// `Retry-After: 0`, or a date in the past, must not cause a busy loop.
					const least = backoff(delay, Math.min(requestedWaits, MAX_DOUBLINGS));
					this.#holdAll(Math.max(retryAfter, least));
				} else await sleep(backoff(delay, attempt++), signal);
			}
		}
	}

	#holdAll(milliseconds: number): void {
		if (milliseconds > this.#policy.maxWait) {
			const minutes = Math.ceil(milliseconds / 60_000);
			throw new MirrorError(
				`the source asked us to wait ${minutes} minutes; run this again then, and it continues from here`,
			);
		}
		const until = Date.now() + milliseconds;
		if (until - this.#waitUntil >= REPORTED_FROM) this.#onWait(milliseconds);
		this.#waitUntil = Math.max(this.#waitUntil, until);
	}

	async #pause(signal: AbortSignal): Promise<void> {
		const wait = this.#waitUntil - Date.now();
		if (wait > 0) await this.#policy.sleep(wait, signal);
	}
}

/** Half of the delay is random, so that clients do not all come back at once. */
function backoff(delay: number, attempt: number): number {
	return delay * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/** Milliseconds to wait according to a `Retry-After` header. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
