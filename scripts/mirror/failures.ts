/** The ways in which mirroring fails, told apart by what helps: asking again, a new release, or the user. */
import { UserError } from "../console/user-error.ts";

/** The run is over; the message says why and what to do. */
export class MirrorError extends UserError {}

/** The user ended the run. https://tldp.org/LDP/abs/html/exitcodes.html */
export class InterruptedError extends UserError {
	override readonly exitCode: number;

	constructor(signal: "SIGINT" | "SIGTERM") {
		super("stopped; what was fetched is kept, and the next run goes on from there");
		this.exitCode = signal === "SIGINT" ? 130 : 143;
	}
}

/** Something came of a request that asking again may mend. */
export class TransferError extends Error {
	/** What was asked for. */
	url?: string;
	/** How long the server asked to be left alone, in milliseconds. */
	readonly retryAfter: number | undefined;

	constructor(message: string, retryAfter?: number) {
		super(message);
		this.retryAfter = retryAfter;
	}
}

/** No answer, or one that broke off: the network or the server, not the file. */
export class ConnectionError extends TransferError {}

/** An answer with a status that is no use. */
export class StatusError extends TransferError {
	readonly status: number;
	/** Whether the same request may be answered otherwise later. https://www.rfc-editor.org/rfc/rfc9110#section-15 */
	readonly mayPass: boolean;

	/** @param isPromised whether the source said that there is such a file */
	constructor(status: number, retryAfter?: number, isPromised = false) {
		super(`is answered with status ${status}`, retryAfter);
		this.status = status;
		const isLate = isPromised && [404, 410].includes(status);
		this.mayPass = isLate || status >= 500 || [408, 425, 429].includes(status);
	}
}

/** A whole answer that is not what was promised. */
export class ContentError extends TransferError {}

/**
 * What a disk that is full or may not be written says, with what it means for the mirror.
 * @param isThere whether there is a mirror already
 */
export function explainDisk(error: unknown, folder: string, isThere: boolean): unknown {
	if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
	const reason = DISK[String(error.code)];
	if (reason === undefined) return error;
	const state = isThere ? "what is published there is untouched" : "nothing is published there yet";
	const next = WRITES.includes(String(error.code)) ? ", and the next run goes on from here" : "";
	return new MirrorError(`${folder}: ${reason} (${error.message}); ${state}${next}`);
}

/** Failures in the middle of the work, not at its beginning. */
const WRITES: readonly string[] = ["ENOSPC", "EDQUOT", "EFBIG"];

const DISK: Readonly<Record<string, string>> = {
	ENOSPC: "the disk is full; free some space",
	EDQUOT: "the disk quota is used up; free some space",
	EFBIG: "a file is larger than this system allows",
	EROFS: "the disk is read-only",
	EACCES:
		"may not be written by this user; give it write permission there, and in the folder above",
	EPERM: "may not be written by this user; give it write permission there, and in the folder above",
};
