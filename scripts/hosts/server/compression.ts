/** Compresses answers for clients that accept it. */
import type { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
	brotliCompressSync,
	constants,
	createBrotliCompress,
	createGzip,
	gzipSync,
	type InputType,
} from "node:zlib";
import type { Answer } from "../../contract/answers.ts";

/** The default, 11, takes over twenty times as long, and makes answers only a tenth smaller. */
const QUALITY = 5;

/**
 * For answers that fit into one packet anyway: this quality takes a third of the time, and makes them a twelfth
 * larger.
 */
const QUALITY_OF_SMALL = 2;
/** The size below which answers are small, in bytes before compression. */
const SMALL = 4 * 1024;

/** @param size the size of the body in bytes: without it, the encoder allocates tables for megabytes */
function brotliWhole(body: InputType, size: number): Buffer {
	const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
	const quality = size < SMALL ? QUALITY_OF_SMALL : QUALITY;
	return brotliCompressSync(body, {
		...inOneChunk(size),
		params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: size },
	});
}

/** Makes the output buffer as large as the body, instead of the default 16 KB. */
function inOneChunk(size: number): { readonly chunkSize: number } {
	return { chunkSize: Math.max(size, constants.Z_MIN_CHUNK) };
}

const COMPRESSORS = {
	br: {
		stream: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
		whole: brotliWhole,
	},
	gzip: {
		stream: () => createGzip(),
		whole: (body: InputType, size: number) => gzipSync(body, inOneChunk(size)),
	},
};

export type Encoding = keyof typeof COMPRESSORS;

export function compressor(encoding: Encoding): Transform {
	return COMPRESSORS[encoding].stream();
}

/**
 * From this size on, in bytes, answers are compressed as streams, so that other requests need not wait. For
 * smaller answers, a stream costs more than the compression itself.
 */
const LARGE = 64 * 1024;

/** An answer that is sent whole. */
export type WholeAnswer = Omit<Answer, "body"> & { readonly body: string | Uint8Array | null };

/** Compresses an answer, if it has a body. */
export async function encoded(
	answer: WholeAnswer,
	encoding: Encoding | undefined,
): Promise<WholeAnswer> {
	const { headers, body } = answer;
	if (encoding === undefined || body === null) return answer;
	const size = Buffer.byteLength(body);
	const compressed =
		size < LARGE
			? COMPRESSORS[encoding].whole(body, size)
			: await buffer(compressor(encoding).end(body));
	return { ...answer, headers: { ...headers, "Content-Encoding": encoding }, body: compressed };
}

/** Whether an `Accept-Encoding` header allows an encoding. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function accepts(header: string, encoding: Encoding): boolean {
	return header.split(",").some((item) => {
		const [name, ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
		return name === encoding && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
	});
}

/** The longest Accept-Encoding header, in characters: no client needs more. */
const MAX_HEADER = 1000;

/** The best encoding that the client accepts; undefined for none. */
export function preferredEncoding(header: string | null): Encoding | undefined {
	if (header === null || header.length > MAX_HEADER) return undefined;
	return (["br", "gzip"] as const).find((encoding) => accepts(header, encoding));
}

/** Adds `Accept-Encoding` to `Vary`, for answers that are sent in different encodings. */
export function varying(headers: Readonly<Record<string, string>>): Record<string, string> {
	const { Vary } = headers;
	const encodings = "Accept-Encoding";
	return { ...headers, Vary: Vary === undefined ? encodings : `${Vary}, ${encodings}` };
}
