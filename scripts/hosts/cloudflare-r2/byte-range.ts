/** Which part of a file a request asks for, as audio players do. https://www.rfc-editor.org/rfc/rfc9110#section-14 */
import type { ByteRange } from "./bucket.ts";

/**
 * The part that a `Range` header asks for of a file of `size` bytes; undefined for all of it, as when
 * there is no header, or one that is not a single range.
 */
export function byteRange(
	header: string | null,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
	const isSuffix = first === "";
	const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
	const end = isSuffix || last === "" ? size : Math.min(size, Number(last) + 1);
	return start < end ? { offset: start, length: end - start } : "unsatisfiable";
}
