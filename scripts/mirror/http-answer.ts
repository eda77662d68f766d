/** Reads the answer to one request: finds its fault, or decodes its body and enforces limits of size and speed. */
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { printable, shown } from "../console/text.ts";
import { MirrorError, TransferError } from "./errors.ts";

/** The longest wait that a server may ask for in one run, in milliseconds. */
export const MAX_WAIT = 10 * 60_000;
/** The slowest transfer, in bytes a second, averaged over the timeout. */
const LEAST = 4 * 1024;
/**
 * In bytes. undici 7 crashes when a server closes the connection while the buffer is full, so this is
 * larger than what arrives at once, and bodies are read without waiting for anything else.
 * https://github.com/nodejs/undici/issues/5360
 */
export const BUFFER = 1024 * 1024;
/** The bytes of the largest file that is requested compressed, because decoding happens in memory. */
const MAX_DECODED = 32 * 1024 * 1024;

/** Codes of certificates. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

/** Turns the error of a request without a complete answer into a TransferError. */
export function transferError(url: URL, error: unknown): unknown {
	if (error instanceof MirrorError || !(error instanceof Error)) return error;
	const { message, code = "" } = error as NodeJS.ErrnoException;
	const reason = printable(message || code);
	if (!CERTIFICATE.test(code)) return new TransferError(url, `no whole answer: ${reason}`);
	const fix =
		"check the address; if the certificate is right, name a file with that of its authority in NODE_EXTRA_CA_CERTS";
	return new TransferError(url, `has a certificate that is not trusted (${reason})`, {
		isTransient: false,
		fix,
	});
}

export function isGone(status: number): boolean {
	return status === 404 || status === 410;
}

/** The fault of an answer whose status is not 200. */
export function statusError(
	url: URL,
	{ statusCode: status, headers }: Pick<Dispatcher.ResponseData, "statusCode" | "headers">,
	isListed: boolean,
): TransferError {
	// https://www.rfc-editor.org/rfc/rfc9110#section-15
	const isLater = [408, 425, 429].includes(status) || status >= 500;
	// Caches notice new files late.
	const isTransient = isLater || (isListed && isGone(status));
	const wait = isTransient ? milliseconds(String(headers["retry-after"])) : 0;
	const pause = wait > 0 ? `, and asks us to wait ${Math.ceil(wait / 1000)} s` : "";
	const reason = `was answered with status ${status}${pause}`;
	const fix = wait > MAX_WAIT ? { fix: "run this again then" } : {};
	return new TransferError(url, reason, {
		status,
		isTransient,
		isAnswered: !isLater,
		wait,
		...fix,
	});
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function milliseconds(header: string): number {
	const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Math.max(0, wait || 0);
}

type Decode = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decode> = new Map([
	["gzip", promisify(gunzip)],
	["br", promisify(brotliDecompress)],
]);

/** The Accept-Encoding of a request. A `.gz` file must arrive as it is. */
export function acceptedCodings(url: URL, limit: number): string {
	const isSmall = limit <= MAX_DECODED && !url.pathname.endsWith(".gz");
	return isSmall ? [...DECODERS.keys()].join(", ") : "identity";
}

function decoderOf(url: URL, headers: IncomingHttpHeaders): Decode | undefined {
	const coding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	// Some servers send .gz files with a Content-Encoding.
	if (coding === "identity" || url.pathname.endsWith(".gz")) return undefined;
	const decode = DECODERS.get(coding);
	if (decode !== undefined) return decode;
	const reason = `has the unknown Content-Encoding ${shown(coding)}`;
	throw new TransferError(url, reason, { isAnswered: true });
}

interface Bounds {
	/** The most bytes, decoded. */
	readonly limit: number;
	/** Whether the limit is the size in a list: a larger file may then be a cached one, and another attempt helps. */
	readonly isListed: boolean;
	/** In seconds. */
	readonly timeout: number;
}

/** Streams a body; decodes a compressed one when it is complete. Throws a TransferError. */
export async function* bodyOf(
	url: URL,
	{ body, headers }: Dispatcher.ResponseData,
	{ limit, isListed, timeout }: Bounds,
): AsyncGenerator<Uint8Array> {
	const decode = decoderOf(url, headers);
	const tooLarge = (): TransferError => {
		const fault = { isTransient: isListed, isAnswered: true };
		return new TransferError(url, `has more than ${limit} bytes`, fault);
	};
	const most = decode === undefined ? limit : Math.min(limit + BUFFER, MAX_DECODED);
	if (Number(headers["content-length"] ?? 0) > most) throw tooLarge();
	let [bytes, came] = [0, 0];
	const watch = setInterval(() => {
		if (came < LEAST * timeout) body.destroy(new Error(`only ${came} bytes came in ${timeout} s`));
		came = 0;
	}, timeout * 1000);
	const packed: Uint8Array[] = [];
	try {
		for await (const chunk of body) {
			bytes += chunk.length;
			came += chunk.length;
			if (bytes > most) throw tooLarge();
			if (decode === undefined) yield chunk;
			else packed.push(chunk);
		}
		const maxOutputLength = Math.min(limit, MAX_DECODED);
		if (decode !== undefined) yield await decode(Buffer.concat(packed), { maxOutputLength });
	} catch (error) {
		const isBomb = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
		throw isBomb ? tooLarge() : transferError(url, error);
	} finally {
		clearInterval(watch);
	}
}
