/**
 * Handles the `Range` header, which audio players send to seek. https://www.rfc-editor.org/rfc/rfc9110#section-14
 */

/** A part of a file, in bytes. */
export interface ByteRange {
	readonly offset: number;
	readonly length: number;
}

/** The answer to a request for a file or for a part of it. */
export interface RangeAnswer {
	readonly status: 200 | 206 | 304 | 416;
	readonly headers: Readonly<Record<string, string>>;
	/** The bytes to send; undefined for none. */
	readonly range?: ByteRange;
}

/**
 * The answer to a request with this `Range` header for a file of `size` bytes: the whole file if the header is
 * missing or invalid, or asks for several ranges.
 */
export function rangeAnswer(header: string | null, size: number): RangeAnswer {
	const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
	const isSuffix = first === "";
	const isBackwards = !isSuffix && last !== "" && Number(last) < Number(first);
	if ((isSuffix && last === "") || isBackwards) {
		const headers = { "Accept-Ranges": "bytes", "Content-Length": String(size) };
		return { status: 200, headers, range: { offset: 0, length: size } };
	}
	const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
	const end = isSuffix || last === "" ? size : Math.min(size, Number(last) + 1);
	if (start >= end) {
		return { status: 416, headers: { "Content-Range": `bytes */${size}`, "Content-Length": "0" } };
	}
	const headers = {
		"Accept-Ranges": "bytes",
		"Content-Length": String(end - start),
		"Content-Range": `bytes ${start}-${end - 1}/${size}`,
	};
	return { status: 206, headers, range: { offset: start, length: end - start } };
}
