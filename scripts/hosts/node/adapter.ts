/** The edge rule for Node: an HTTP request in, the handler's answer out, files from a folder. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { type HandlerOptions, handle } from "../../edge/handler.ts";
import type { Asset } from "../../edge/published-tree.ts";

/** Published files from a folder. */
export function folderAsset(folder: string): Asset {
	return async (path) => {
		try {
			return await readFile(join(folder, path), "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	};
}

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

/** Answers one request. */
export async function respond(
	request: IncomingMessage,
	response: ServerResponse,
	url: URL,
	asset: Asset,
	options: HandlerOptions,
): Promise<void> {
	const method = request.method ?? "GET";
	const answer = await handle(
		{
			// Node leaves out the body of an answer to HEAD by itself, and so keeps its length.
			method: method === "HEAD" ? "GET" : method,
			url: url.href,
			headers: new Headers(singleHeaders(request)),
		},
		asset,
		options,
	);
	const body = Buffer.from(await answer.arrayBuffer());
	const length =
		answer.status === 204 || answer.status === 304 ? {} : { "Content-Length": body.length };
	response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...length });
	response.end(body);
}

function singleHeaders({ headers }: IncomingMessage): [string, string][] {
	return Object.entries(headers).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
	);
}
