/** Parses the `Range` header, which audio players send to seek. https://www.rfc-editor.org/rfc/rfc9110#section-14 */

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
