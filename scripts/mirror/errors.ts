/** The ways mirroring can fail, told apart by what helps: a retry, a newer release, or the user. */
import { UserError } from "../console/user-error.ts";

/** Ends the run. The message gives the reason and what to do about it. */
export class MirrorError extends UserError {}

/** A request failed in a way that a retry may fix. */
export class TransferError extends Error {
	/** The URL that was requested. */
	url?: string;
	/** How long the server asked us to wait, in milliseconds. */
	readonly retryAfter: number | undefined;

	constructor(message: string, retryAfter?: number) {
		super(message);
		this.retryAfter = retryAfter;
	}
}

/** There was no response, or it broke off. The fault lies with the network or the server, not the file. */
export class ConnectionError extends TransferError {}

/** The response has an unusable status. */
export class StatusError extends TransferError {
	readonly status: number;
	/** Whether a retry may get a different status. https://www.rfc-editor.org/rfc/rfc9110#section-15 */
	readonly isTransient: boolean;

	/** @param isListed whether the source lists this file, so that even a 404 may be a stale cache */
	constructor(status: number, retryAfter?: number, isListed = false) {
		super(`was answered with status ${status}`, retryAfter);
		this.status = status;
		const isLate = isListed && [404, 410].includes(status);
		this.isTransient = isLate || status >= 500 || [408, 425, 429].includes(status);
	}
}

/** The response is complete, but its content is not what the source declared. */
export class ContentError extends TransferError {}

/** Whether retrying cannot help: the source has something else there, or nothing. */
export function isDefinitive(error: unknown): error is ContentError | StatusError {
	return error instanceof ContentError || (error instanceof StatusError && !error.isTransient);
}
