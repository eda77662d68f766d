/** What came of one request: what is wrong with it, and its body, not too slow, not too large, and decoded. */
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { printable, shown } from "../console/text.ts";
import { MirrorError, TransferError } from "./errors.ts";

/** The longest wait that a server may ask for in one run, in milliseconds. */
export const MAX_WAIT = 10 * 60_000;
/** In bytes a second: how much must come in each span of time that the timeout allows. */
const LEAST = 4 * 1024;
/**
 * In bytes, more than comes at once. undici 7 crashes when a server closes the connection while a full
 * buffer holds back the body, so bodies are read without waiting for anything, which keeps this nearly empty.
 * https://github.com/nodejs/undici/issues/5360
 */
export const BUFFER = 1024 * 1024;
/** In bytes. Larger files are asked for as they are, since others are decoded in memory. */
const MAX_DECODED = 32 * 1024 * 1024;

/** Why a request has no answer, or one that broke off, as a TransferError. */
export function transferError(url: URL, error: unknown): unknown {
	if (error instanceof MirrorError || !(error instanceof Error)) return error;
	const { message, code } = error as NodeJS.ErrnoException;
	return new TransferError(url, `no whole answer: ${printable(message || String(code))}`);
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

type Decode = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decode> = new Map([
	["gzip", promisify(gunzip)],
	["br", promisify(brotliDecompress)],
]);

/** How the body of a file may be encoded. What is compressed itself is published as it is. */
export function acceptedCodings(url: URL, limit: number): string {
	const isSmall = limit <= MAX_DECODED && !url.pathname.endsWith(".gz");
	return isSmall ? [...DECODERS.keys()].join(", ") : "identity";
}

function decoderOf(url: URL, headers: IncomingHttpHeaders): Decode | undefined {
	const coding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	// Some servers call a file encoded that is compressed itself.
	if (coding === "identity" || url.pathname.endsWith(".gz")) return undefined;
	const decode = DECODERS.get(coding);
	if (decode !== undefined) return decode;
	const reason = `has the unknown Content-Encoding ${shown(coding)}`;
	throw new TransferError(url, reason, { isOther: true });
}

interface Bounds {
	/** The most bytes, decoded. */
	readonly limit: number;
	/** Whether a list says so, so that a larger file may be right later. */
	readonly isListed: boolean;
	/** Seconds in which something must come. */
	readonly timeout: number;
}

/** A body as it comes, or decoded when all of it is there. Throws a TransferError. */
export async function* bodyOf(
	url: URL,
	{ body, headers }: Dispatcher.ResponseData,
	{ limit, isListed, timeout }: Bounds,
): AsyncGenerator<Uint8Array> {
	const decode = decoderOf(url, headers);
	const tooLarge = (): TransferError => {
		const fault = { isTransient: isListed, isOther: true };
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
