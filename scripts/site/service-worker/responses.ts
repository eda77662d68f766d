/** Fetches responses, prepares them for storage, and returns the parts of them that audio players request. */
import { rangeAnswer } from "../../contract/byte-range.ts";

/**
 * Like `fetch`, but fails if the host does not begin to answer in time: a worker that waits for an answer cannot
 * be replaced.
 */
export function fetchSoon(url: string, init: RequestInit, ms = 30_000): Promise<Response> {
	const silent = new AbortController();
	const timer = setTimeout(() => silent.abort(), ms);
	return fetch(url, { ...init, signal: silent.signal }).finally(() => clearTimeout(timer));
}

/**
 * A copy of a response with this body, without the headers about its transfer. For page loads, browsers reject a
 * redirected response but accept a copy of it; caches reject some values of `Vary`.
 */
export function storable({ headers: sent }: Response, body: Blob): Response {
	const headers = new Headers(sent);
	for (const name of ["Content-Encoding", "Transfer-Encoding", "Vary"]) headers.delete(name);
	headers.set("Content-Length", String(body.size));
	return new Response(body, { headers });
}

/** The part of a file that a `Range` header requests. */
export async function partOf(whole: Response, header: string | null): Promise<Response> {
	if (header === null) return whole;
	const headers = new Headers(whole.headers);
	const length = headers.has("Content-Encoding") ? 0 : Number(headers.get("Content-Length"));
	// Most players first request a whole file, which is passed on as it arrives.
	const isPassedOn = length > 0 && /^bytes=0-$/i.test(header);
	const body = isPassedOn ? { size: length, slice: () => whole.body } : await whole.blob();
	const { status, headers: more, range } = rangeAnswer(header, body.size);
	for (const [name, value] of Object.entries(more)) headers.set(name, value);
	const part = range && body.slice(range.offset, range.offset + range.length);
	return new Response(part ?? null, { status, headers });
}
