/** Which URL a request to a Node server asks for. */
import type { IncomingMessage } from "node:http";

/**
 * The complete URL that was asked for. Node hands the request target over as Latin-1 text, raw bytes
 * and all, and a `#` in it is no fragment: both are encoded, so that the URL parser keeps them.
 */
export function requestUrl(request: IncomingMessage, fallbackOrigin: string): URL {
	const target = (request.url ?? "/").replace(
		/[\x80-\xff#]/g,
		(c) => `%${c.charCodeAt(0).toString(16)}`,
	);
	const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "") || "/";
	return new URL(
		`${originOf(request) ?? fallbackOrigin}${path.startsWith("/") ? path : `/${path}`}`,
	);
}

/** The origin in the Host header; undefined when that is not a host. */
function originOf({ headers: { host } }: IncomingMessage): string | undefined {
	if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) {
		return undefined;
	}
	return new URL(`http://${host}`).origin;
}
