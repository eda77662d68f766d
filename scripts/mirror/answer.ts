/** What answers mean: their encoding, their status, and how a request can fail. */
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { printable, shown } from "../console/text.ts";
import { MirrorError, TransferError } from "./errors.ts";

/** Of what requests accept. */
const DECODERS = new Map([
	["gzip", createGunzip],
	["br", createBrotliDecompress],
]);

export function decoded(url: URL, body: Readable, headers: IncomingHttpHeaders): Readable {
	const coding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	// What is compressed itself is published as it is, whatever a server calls it.
	if (coding === "identity" || url.pathname.endsWith(".gz")) return body;
	const decoder = DECODERS.get(coding)?.();
	if (decoder !== undefined) return pipeline(body, decoder, () => {});
	throw new TransferError(url, `has the unknown Content-Encoding ${shown(coding)}`);
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

/**
 * What is wrong with an answer that has another status than 200.
 * @param isListed whether a 404 may come from a cache that does not know the file yet
 */
export function statusError(
	url: URL,
	status: number,
	headers: IncomingHttpHeaders,
	isListed: boolean,
): TransferError {
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const later = [408, 425, 429, ...(isListed ? [404, 410] : [])];
	return new TransferError(url, `was answered with status ${status}`, {
		status,
		isTransient: status >= 500 || later.includes(status),
		retryAfter: milliseconds(headers["retry-after"]),
	});
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function milliseconds(header: string | string[] | undefined): number {
	const wait = /^\s*\d+\s*$/.test(String(header))
		? Number(header) * 1000
		: Date.parse(String(header)) - Date.now();
	return Math.max(0, wait || 0);
}
