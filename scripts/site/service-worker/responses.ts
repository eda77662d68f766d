/** Responses as they are stored, and the parts of them that audio players ask for. */
import { rangeAnswer } from "../../contract/byte-range.ts";

/**
 * A copy with this body, and with the headers that are true of it wherever it is. Pages refuse a response that came
 * through a redirect, and accept its copy; caches refuse some values of `Vary`.
 */
export function storable({ headers: sent }: Response, body: Blob): Response {
	const headers = new Headers(sent);
	for (const name of ["Content-Encoding", "Transfer-Encoding", "Vary"]) headers.delete(name);
	headers.set("Content-Length", String(body.size));
	return new Response(body, { headers });
}

/** The part of a file that a `Range` header asks for. One that is still arriving is passed on as it comes. */
export async function partOf(whole: Response, header: string | null): Promise<Response> {
	if (header === null) return whole;
	const headers = new Headers(whole.headers);
	const size = headers.has("Content-Encoding") ? 0 : Number(headers.get("Content-Length"));
	const blob = size > 0 && /^bytes=0-$/i.test(header) ? undefined : await whole.blob();
	const answer = rangeAnswer(header, blob?.size ?? size);
	for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
	const { status, range } = answer;
	const part = range && (blob?.slice(range.offset, range.offset + range.length) ?? whole.body);
	return new Response(part ?? null, { status, headers });
}
