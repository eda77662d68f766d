/** Byte ranges of stored media, which audio players ask for. https://www.rfc-editor.org/rfc/rfc9110#section-14 */

/** From 0, both ends included. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * The bytes that a `Range` header asks for, out of `length`; undefined when the whole file should be
 * sent, as for several ranges or an invalid header.
 */
export function byteRange(
	header: string | null,
	length: number,
): ByteRange | "unsatisfiable" | undefined {
	const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
	if (match === null) return undefined;
	const [, from = "", to = ""] = match;
	if (from === "" && to === "") return undefined;
	if (from === "") {
		const last = Number(to);
		if (last === 0 || length === 0) return "unsatisfiable";
		return { start: Math.max(0, length - last), end: length - 1 };
	}
	const start = Number(from);
	const end = to === "" ? length - 1 : Math.min(Number(to), length - 1);
	if (to !== "" && Number(to) < start) return undefined;
	return start >= length ? "unsatisfiable" : { start, end };
}

/** Answers a `Range` header from the whole response. */
export async function partOf(whole: Response, header: string | null): Promise<Response> {
	const blob = await whole.blob();
	const headers = new Headers(whole.headers);
	headers.set("Accept-Ranges", "bytes");
	const range = byteRange(header, blob.size);
	if (range === "unsatisfiable") {
		headers.set("Content-Range", `bytes */${blob.size}`);
		headers.delete("Content-Length");
		return new Response(null, { status: 416, headers });
	}
	if (range === undefined) {
		headers.set("Content-Length", String(blob.size));
		return new Response(blob, { headers });
	}
	const { start, end } = range;
	headers.set("Content-Range", `bytes ${start}-${end}/${blob.size}`);
	headers.set("Content-Length", String(end + 1 - start));
	return new Response(blob.slice(start, end + 1), { status: 206, headers });
}
