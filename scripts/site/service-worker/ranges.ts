/** Sends parts of stored media, which audio players ask for. */
import { byteRange } from "../../contract/byte-range.ts";

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
	const { offset, length } = range;
	headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${blob.size}`);
	headers.set("Content-Length", String(length));
	return new Response(blob.slice(offset, offset + length), { status: 206, headers });
}
