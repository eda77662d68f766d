/** Compresses answers for clients that accept it. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { LruCache } from "../../tree/lru-cache.ts";

/** The default quality of brotli, 11, takes fifty times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

const COMPRESSORS = {
	br: (body: Buffer) => brotli(body, BROTLI),
	gzip: promisify<Buffer, Buffer>(gzip),
};

export type Encoding = keyof typeof COMPRESSORS;

/** The encoding for the answer to a request; undefined for none. */
export function preferredEncoding({ headers }: IncomingMessage): Encoding | undefined {
	const header = headers["accept-encoding"];
	if (header === undefined) return undefined;
	const accepted = parseAccept(header).filter(({ q }) => q > 0);
	return (["br", "gzip"] as const).find((own) => accepted.some(({ type }) => type === own));
}

/**
 * Headers of an answer in this encoding.
 * @param vary what else it depends on
 */
export function encodedHeaders(encoding: Encoding, vary?: string): Record<string, string> {
	const encodings = "Accept-Encoding";
	return {
		"Content-Encoding": encoding,
		Vary: vary === undefined ? encodings : `${vary}, ${encodings}`,
	};
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const kept = new LruCache<Buffer>(MAX_KEPT_BYTES);

/**
 * The body in this encoding, compressed once.
 * @param key names the content
 */
export async function compressed(
	key: string,
	body: string | Buffer,
	encoding: Encoding,
): Promise<Buffer> {
	const known = kept.get(encoding + key);
	if (known !== undefined) return known;
	const made = await COMPRESSORS[encoding](Buffer.from(body as string));
	kept.set(encoding + key, made, key.length + made.length);
	return made;
}
