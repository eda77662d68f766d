/** Works out the URL of a request to a Node server. */
import type { IncomingMessage } from "node:http";

/**
 * The complete requested URL. Node decodes the request target as Latin-1, and a `#` in it does not
 * start a fragment: non-ASCII bytes and `#` are percent-encoded so that the URL parser keeps them.
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

/** The origin in the Host header; undefined if it is missing or invalid. */
function originOf({ headers: { host } }: IncomingMessage): string | undefined {
	if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) {
		return undefined;
	}
	return new URL(`http://${host}`).origin;
}
