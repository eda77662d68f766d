/** How a mirror can fail: each way has an exit code of its own, so that scripts can tell them apart. */
import type { Dispatcher } from "undici";
import { printable } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";

/** Exit codes beyond those of all commands: 0 done, 1 failed, 2 wrong usage. */
export const EXIT = {
	/** What `verify` finds. */
	extra: 3,
	missing: 4,
	corrupt: 5,
	/** Some of the source was kept, and the rest is listed. */
	partial: 6,
	locked: 7,
	refused: 8,
} as const;

/** Ends the run. The message gives the reason and what to do about it. */
export class MirrorError extends UserError {
	/** Whether another attempt may succeed. */
	readonly isTransient: boolean = false;
}

/** What came is not what it must be, perhaps because it was damaged on the way. */
export class InvalidError extends MirrorError {
	override readonly isTransient = true;
}

/** Another run is at work on the same folder. */
export class LockedError extends MirrorError {
	override readonly exitCode = EXIT.locked;
}

/** The source offers what must not replace the current release, at least not unasked. */
export class RefusedError extends MirrorError {
	override readonly exitCode = EXIT.refused;
}

interface TransferFault {
	/** The status of the answer, if there was one and it was the fault. */
	readonly status?: number;
	/** Whether another attempt may succeed. */
	readonly isTransient?: boolean;
	/** Milliseconds that the server asks us to wait. */
	readonly wait?: number;
}

/** A request failed. */
export class TransferError extends MirrorError {
	/** The message without the URL. */
	readonly reason: string;
	readonly status: number | undefined;
	override readonly isTransient: boolean;
	readonly wait: number;

	constructor(
		url: URL,
		reason: string,
		{ status, isTransient = true, wait = 0 }: TransferFault = {},
	) {
		super(`${url.href}: ${reason}`);
		this.reason = reason;
		this.status = status;
		this.isTransient = isTransient;
		this.wait = wait;
	}
}

/** What undici throws for a redirect that cannot be followed: another attempt would meet it again. */
const HOPELESS: readonly unknown[] = ["UND_ERR_INVALID_ARG", "ERR_INVALID_URL"];

/** A failed request as a TransferError, which says whether another attempt may succeed. */
export function asTransferError(url: URL, error: unknown): unknown {
	if (error instanceof MirrorError || !(error instanceof Error)) return error;
	const { message, code } = error as NodeJS.ErrnoException;
	const reason = printable(message || String(code));
	if (!HOPELESS.includes(code)) return new TransferError(url, `no whole answer: ${reason}`);
	return new TransferError(url, `cannot be redirected: ${reason}`, { isTransient: false });
}

/** The longest wait that a server may ask for, in milliseconds. */
const MAX_WAIT = 10 * 60_000;

/**
 * What is wrong with an answer that has another status than 200.
 * @param isListed whether a 404 may come from a cache that does not know the file yet
 */
export function statusError(
	url: URL,
	{ statusCode: status, headers }: Pick<Dispatcher.ResponseData, "statusCode" | "headers">,
	isListed: boolean,
): MirrorError {
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const later = [408, 425, 429, ...(isListed ? [404, 410] : [])];
	const isTransient = status >= 500 || later.includes(status);
	const wait = milliseconds(String(headers["retry-after"]));
	const pause = wait > 0 ? `, and asks us to wait ${Math.ceil(wait / 1000)} s` : "";
	const reason = `was answered with status ${status}${pause}`;
	if (wait <= MAX_WAIT) return new TransferError(url, reason, { status, isTransient, wait });
	return new MirrorError(`${url.href}: ${reason}; run this again then`);
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function milliseconds(header: string): number {
	const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Math.max(0, wait || 0);
}
