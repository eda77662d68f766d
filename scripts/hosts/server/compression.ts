/** Compresses answers for clients that accept it. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { LruCache } from "../../tree/lru-cache.ts";

/** The default quality, 11, takes over twenty times as long and saves a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

const COMPRESSORS = {
	br: (body: Buffer) => brotli(body, BROTLI),
	gzip: promisify<Buffer, Buffer>(gzip),
};

export type Encoding = keyof typeof COMPRESSORS;

/** What `Accept-Encoding` headers accept; browsers send few different ones. Sized by their length. */
const ACCEPTED = new LruCache<readonly string[]>(50_000);

function acceptedBy(header: string): readonly string[] {
	const known = ACCEPTED.get(header);
	if (known !== undefined) return known;
	const accepted = parseAccept(header).filter(({ q }) => q > 0);
	const types = accepted.map(({ type }) => type);
	ACCEPTED.set(header, types, header.length);
	return types;
}

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** The encoding for the answer to a request; undefined for none. */
export function preferredEncoding(
	{ headers }: IncomingMessage,
	offered = ENCODINGS,
): Encoding | undefined {
	const header = headers["accept-encoding"];
	if (header === undefined) return undefined;
	const accepted = acceptedBy(header);
	return offered.find((own) => accepted.includes(own));
}

/**
 * Headers of an answer that is sent in different encodings.
 * @param encoding the one it has now
 * @param vary what else it depends on
 */
export function encodedHeaders(
	encoding: Encoding | undefined,
	vary?: string,
): Record<string, string> {
	const encodings = "Accept-Encoding";
	return {
		...(encoding !== undefined && { "Content-Encoding": encoding }),
		Vary: vary === undefined ? encodings : `${vary}, ${encodings}`,
	};
}

/** Copied, since what zlib returns keeps a buffer of 16 KB in memory, however few of its bytes it has. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
	const compressed = await COMPRESSORS[encoding](body);
	const own = Buffer.allocUnsafeSlow(compressed.length);
	compressed.copy(own);
	return own;
}
