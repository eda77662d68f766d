/** Answers the `Range` header, which audio players send to seek. https://www.rfc-editor.org/rfc/rfc9110#section-14 */

/** A part of a file, in bytes. */
export interface ByteRange {
	readonly offset: number;
	readonly length: number;
}

/**
 * The part of a file of `size` bytes that a `Range` header asks for; undefined for the whole file, if
 * the header is missing, invalid or asks for several ranges.
 */
export function byteRange(
	header: string | null,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
	const isSuffix = first === "";
	const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
	const end = isSuffix || last === "" ? size : Math.min(size, Number(last) + 1);
	return start < end ? { offset: start, length: end - start } : "unsatisfiable";
}

/** The answer to a request for a file or for a part of it. */
export interface RangeAnswer {
	readonly status: 200 | 206 | 304 | 416;
	readonly headers: Readonly<Record<string, string>>;
	/** The bytes to send; undefined for none. */
	readonly range?: ByteRange;
}

/** Answers a `Range` header for a file of `size` bytes. */
export function rangeAnswer(header: string | null, size: number): RangeAnswer {
	const asked = byteRange(header, size);
	if (asked === "unsatisfiable")
		return { status: 416, headers: { "Content-Range": `bytes */${size}`, "Content-Length": "0" } };
	const range = asked ?? { offset: 0, length: size };
	const { offset, length } = range;
	const headers = { "Accept-Ranges": "bytes", "Content-Length": String(length) };
	if (asked === undefined) return { status: 200, headers, range };
	const contentRange = `bytes ${offset}-${offset + length - 1}/${size}`;
	return { status: 206, headers: { ...headers, "Content-Range": contentRange }, range };
}
