/** Reads what the request handler needs from a request to a Node server. */
import type { IncomingMessage } from "node:http";

/** The headers as a `Request` has them, without the cost of making one. */
export function webHeaders({ headers }: IncomingMessage): { get(name: string): string | null } {
	return { get: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

/** The requested path and query, of a target in absolute form too. It starts with `/`. */
export function targetOf({ url = "/" }: IncomingMessage): string {
	const path = url.replace(/^https?:\/\/[^/?]*/i, "");
	return path.startsWith("/") ? path : `/${path}`;
}

/**
 * The complete requested URL. A `#` in the request target does not start a fragment: it is
 * percent-encoded so that the URL parser keeps it.
 */
export function requestUrl(request: IncomingMessage, fallbackOrigin: () => string): URL {
	const target = targetOf(request).replaceAll("#", "%23");
	return new URL(`${originOf(request) ?? fallbackOrigin()}${target}`);
}

/** The last Host header, since most requests have the same. */
let last: { readonly host: string; readonly origin: string | undefined } | undefined;

/** The origin in the Host header; undefined if it is missing or invalid. */
function originOf({ headers: { host = "" } }: IncomingMessage): string | undefined {
	if (last?.host !== host) {
		const url = `http://${host}`;
		const isValid = /^[\w.:[\]-]+$/.test(host) && URL.canParse(url);
		last = { host, origin: isValid ? new URL(url).origin : undefined };
	}
	return last.origin;
}
