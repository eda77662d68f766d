/** Compresses answers for clients that accept it. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** The default quality, 11, takes over twenty times as long and saves a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

const COMPRESSORS = {
	br: (body: Buffer) => brotli(body, BROTLI),
	gzip: promisify<Buffer, Buffer>(gzip),
};

export type Encoding = keyof typeof COMPRESSORS;

/** The encoding for the answer to a request; undefined for none. */
export function preferredEncoding(
	{ headers }: IncomingMessage,
	offered: readonly Encoding[] = ["br", "gzip"],
): Encoding | undefined {
	const header = headers["accept-encoding"];
	if (header === undefined) return undefined;
	const accepted = parseAccept(header).filter(({ q }) => q > 0);
	return offered.find((own) => accepted.some(({ type }) => type === own));
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

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
	return COMPRESSORS[encoding](body);
}
