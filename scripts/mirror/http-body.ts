/** Reads the body of an answer: not too slow, not too large, and decoded. */
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { shown } from "../console/text.ts";
import { TransferError } from "./errors.ts";
import { transferError } from "./http-faults.ts";

/** In bytes a second: how much must come in each span of time that the timeout allows. */
const LEAST = 4 * 1024;
/** After so many such spans a file takes too long, whatever comes. */
const MAX_SPANS = 60;
/**
 * In bytes, more than comes at once. undici 7 crashes when a server closes the connection while a full
 * buffer holds back the body, so bodies are read without waiting for anything, which keeps this nearly empty.
 * https://github.com/nodejs/undici/issues/5360
 */
export const BUFFER = 1024 * 1024;
/** In bytes. Larger files are asked for as they are, since others are decoded in memory. */
const MAX_DECODED = 32 * 1024 * 1024;

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
	throw new TransferError(url, `has the unknown Content-Encoding ${shown(coding)}`, {
		isOther: true,
	});
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
	const tooLarge = (): TransferError =>
		new TransferError(url, `has more than ${limit} bytes`, {
			isTransient: isListed,
			isOther: true,
		});
	const most = decode === undefined ? limit : Math.min(limit + BUFFER, MAX_DECODED);
	if (decode === undefined && Number(headers["content-length"] ?? 0) > most) throw tooLarge();
	let [bytes, came, spans] = [0, 0, 0];
	const watch = setInterval(() => {
		if (came < LEAST * timeout) body.destroy(new Error(`only ${came} bytes came in ${timeout} s`));
		if (++spans >= MAX_SPANS) {
			const reason = `is not here after ${spans * timeout} s`;
			body.destroy(new TransferError(url, reason, { isTransient: false }));
		}
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
