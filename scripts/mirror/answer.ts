/** Reads answers: what their status means, and their body, decoded and bounded. */
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { printable, shown } from "../console/text.ts";
import { MirrorError, TransferError } from "./errors.ts";
import type { GetOptions } from "./http.ts";

/** Of what requests accept. */
const DECODERS = new Map([
	["gzip", createGunzip],
	["br", createBrotliDecompress],
]);

/** A body as one piece. */
export async function collected(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** A body, decoded. Throws a TransferError for more bytes than the limit, and if it breaks off. */
export async function* decodedBody(
	url: URL,
	body: Readable,
	headers: IncomingHttpHeaders,
	{ limit, isListed = false }: Pick<GetOptions, "limit" | "isListed">,
	onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
	const refuseBeyondLimit = (bytes: number): void => {
		if (bytes <= limit) return;
		// Nothing but a list says that a file should be smaller than it came.
		throw new TransferError(url, `has more than ${limit} bytes`, { isTransient: isListed });
	};
	let bytes = 0;
	try {
		const whole = decoded(url, body, headers);
		if (whole === body) refuseBeyondLimit(Number(headers["content-length"] ?? 0));
		for await (const chunk of whole) {
			bytes += chunk.length;
			onBytes(chunk.length);
			refuseBeyondLimit(bytes);
			yield chunk;
		}
	} catch (error) {
		throw asTransferError(url, error);
	}
}

function decoded(url: URL, body: Readable, headers: IncomingHttpHeaders): Readable {
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
	const target = message.startsWith("Redirect loop") ? "in a loop" : `to nowhere: ${reason}`;
	return new TransferError(url, `redirects ${target}`, { isTransient: false });
}

/** How many redirects are followed. */
export const MAX_REDIRECTS = 5;

/**
 * What is wrong with an answer that has another status than wanted.
 * @param isListed whether a 404 may come from a cache that does not know the file yet
 */
export function statusError(
	url: URL,
	status: number,
	headers: IncomingHttpHeaders,
	isListed: boolean,
): TransferError {
	const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
	const reason = isRedirect
		? `redirects more than ${MAX_REDIRECTS} times`
		: `was answered with status ${status}`;
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const later = [408, 425, 429, ...(isListed ? [404, 410] : [])];
	const isTransient = status >= 500 || later.includes(status);
	return new TransferError(url, reason, {
		status,
		isTransient,
		retryAfter: retryAfter(headers["retry-after"]),
	});
}

/** Milliseconds. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function retryAfter(header: string | string[] | undefined): number | undefined {
	if (typeof header !== "string") return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
