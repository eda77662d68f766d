/** What is wrong with a request that failed, and whether another attempt may succeed. */
import type { Dispatcher } from "undici";
import { printable } from "../console/text.ts";
import { MirrorError, TransferError } from "./errors.ts";

/** The longest wait that a server may ask for in one run, in milliseconds. */
export const MAX_WAIT = 10 * 60_000;

/** What undici throws for a redirect that cannot be followed: another attempt would meet it again. */
const HOPELESS: readonly unknown[] = ["UND_ERR_INVALID_ARG", "ERR_INVALID_URL"];

/** A failed request as a TransferError. */
export function transferError(url: URL, error: unknown): unknown {
	if (error instanceof MirrorError || !(error instanceof Error)) return error;
	const { message, code } = error as NodeJS.ErrnoException;
	const reason = printable(message || String(code));
	if (!HOPELESS.includes(code)) return new TransferError(url, `no whole answer: ${reason}`);
	return new TransferError(url, `cannot be redirected: ${reason}`, {
		isTransient: false,
		isOther: true,
	});
}

/** Whether a status says that there is nothing. */
export function isGone(status: number): boolean {
	return status === 404 || status === 410;
}

/** What is wrong with an answer that has another status than 200. */
export function statusError(
	url: URL,
	{ statusCode: status, headers }: Pick<Dispatcher.ResponseData, "statusCode" | "headers">,
	isListed: boolean,
): TransferError {
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const isLater = [408, 425, 429].includes(status) || status >= 500;
	// Caches learn late of a new file.
	const isTransient = isLater || (isListed && isGone(status));
	const wait = isTransient ? milliseconds(String(headers["retry-after"])) : 0;
	const pause = wait > 0 ? `, and asks us to wait ${Math.ceil(wait / 1000)} s` : "";
	const fix = wait > MAX_WAIT ? "; run this again then" : "";
	const reason = `was answered with status ${status}${pause}${fix}`;
	return new TransferError(url, reason, { status, isTransient, isOther: !isLater, wait });
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function milliseconds(header: string): number {
	const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Math.max(0, wait || 0);
}
