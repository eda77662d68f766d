/** The ways in which a run that sends requests can fail. Scripts tell these failures apart by their exit codes. */
import { UserError } from "../console/user-error.ts";

/** Exit codes beyond those of all commands: 0 done, 1 failed, 2 wrong usage. */
export const EXIT = {
	/** Verification found a difference. */
	different: 3,
	/** Parts of the source could not be copied, and are listed. */
	partial: 6,
	locked: 7,
	refused: 8,
} as const;

/** Another run is using the same folder. */
export class LockedError extends UserError {
	override readonly exitCode = EXIT.locked;
}

/** The source's release must not replace the last one, at least unless an option allows it. */
export class RefusedError extends UserError {
	override readonly exitCode = EXIT.refused;
}

const LISTED = 50;

/** The error for a release with these faults. */
export function invalid(url: string, faults: readonly string[]): RefusedError {
	const more = faults.length > LISTED ? [`and ${faults.length - LISTED} more`] : [];
	const lines = [...faults.slice(0, LISTED), ...more].map((fault) => `  ${fault}`);
	const head = `${url}: is not a valid release, so nothing was changed; tell the publisher:`;
	return new RefusedError([head, ...lines].join("\n"));
}

/** Empty for faults such as a lost connection, after which a new attempt may succeed. */
interface TransferFault {
	/** The status of the answer, if the status is the fault. */
	readonly status?: number;
	/** Whether a new attempt would fail too. */
	readonly isFinal?: boolean;
	/** Whether the source answered, but not with the wanted file. */
	readonly isAnswered?: boolean;
	/** How many milliseconds the server asks us to wait. */
	readonly wait?: number;
}

/** A request failed. */
export class TransferError extends UserError {
	/** The message without the URL. */
	readonly reason: string;
	readonly fault: TransferFault;

	constructor(url: URL, reason: string, fault: TransferFault = {}) {
		super(`${url.href}: ${reason}`);
		this.reason = reason;
		this.fault = fault;
	}
}

/** A URL has an origin that the user has not allowed. */
export class ForeignError extends TransferError {
	override readonly exitCode = EXIT.refused;

	constructor(url: URL, source: string) {
		const reason = `is not on ${source}; start from ${url.origin} instead, or allow it with --follow-origin ${url.origin}`;
		super(url, reason, { isFinal: true, isAnswered: true });
	}
}
