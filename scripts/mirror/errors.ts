/** How a mirror can fail: each way has an exit code of its own, so that scripts can tell them apart. */
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
	readonly retryAfter?: number;
}

/** A request failed. */
export class TransferError extends MirrorError {
	readonly url: string;
	/** The message without the URL. */
	readonly reason: string;
	readonly status: number | undefined;
	override readonly isTransient: boolean;
	readonly retryAfter: number;

	constructor(url: URL, reason: string, fault: TransferFault = {}) {
		super(`${url.href}: ${reason}`);
		this.url = url.href;
		this.reason = reason;
		this.status = fault.status;
		this.isTransient = fault.isTransient ?? true;
		this.retryAfter = fault.retryAfter ?? 0;
	}
}
