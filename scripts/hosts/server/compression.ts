/** Compresses answers for clients that accept it. */
import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** The default quality, 11, takes over twenty times as long and saves a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const COMPRESSORS = { br: () => createBrotliCompress(BROTLI), gzip: () => createGzip() };

export type Encoding = keyof typeof COMPRESSORS;

export function compressor(encoding: Encoding): Transform {
	return COMPRESSORS[encoding]();
}

/** Whether an `Accept-Encoding` header allows an encoding. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function accepts(header: string, encoding: Encoding): boolean {
	return header.split(",").some((item) => {
		const [name, ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
		return name === encoding && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
	});
}

/** The best encoding that the client accepts; undefined for none. */
export function preferredEncoding(headers: {
	get(name: string): string | null;
}): Encoding | undefined {
	const header = headers.get("Accept-Encoding") ?? "";
	return (["br", "gzip"] as const).find((encoding) => accepts(header, encoding));
}

/**
 * Headers of an answer that is sent in different encodings.
 * @param encoding the encoding of this answer
 * @param vary the `Vary` header without the encoding
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
