/** Compresses answers for clients that accept it. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";

/** The default quality, 11, takes over twenty times as long and saves a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

const COMPRESSORS = {
	br: (body: Buffer) => brotli(body, BROTLI),
	gzip: promisify<Buffer, Buffer>(gzip),
};

export type Encoding = keyof typeof COMPRESSORS;

/** Whether an `Accept-Encoding` header has an encoding, and not to refuse it. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function accepts(header: string, encoding: Encoding): boolean {
	return header.split(",").some((item) => {
		const [name, ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
		return name === encoding && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
	});
}

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** The encoding for the answer to a request; undefined for none. */
export function preferredEncoding(
	{ headers }: IncomingMessage,
	offered = ENCODINGS,
): Encoding | undefined {
	const header = headers["accept-encoding"];
	return header === undefined ? undefined : offered.find((own) => accepts(header, own));
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
