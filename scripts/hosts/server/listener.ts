/** Answers HTTP requests for a published tree: the API through the handler, everything else from files. */
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { redirectedQuery } from "../../contract/links.ts";
import type { HandlerRequest } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import { PAGE_UNAVAILABLE } from "../../pages/page-answers.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import type { Asset } from "../../tree/reading.ts";
import { OPEN_DATA } from "../headers.ts";
import { refusedMethod } from "../published-file.ts";
import {
	type Encoding,
	encoded,
	preferredEncoding,
	varying,
	type WholeAnswer,
} from "./compression.ts";
import { answerFile, type MadeAnswer } from "./files.ts";
import { isRemote, openTree } from "./folder-asset.ts";
import {
	hasContentHash,
	isCurrent,
	isSettled,
	KeptAnswers,
	type SourceFile,
	sourceAt,
} from "./kept-answers.ts";

export interface ServerOptions {
	/** Whether links start with the origin of the request, instead of the base URL of the build. */
	readonly rebase?: boolean;
	readonly live?: LiveTree | undefined;
}

/** Additions to a tree that its owner is working on. */
export interface LiveTree {
	/** Answers a request that is not for the tree; false for all other requests. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** HTML to append to pages that people open. */
	readonly pageEnd: string;
}

/** The pointer as it was read, and its file if the state of the file was settled. */
interface ReadPointer {
	readonly source?: SourceFile;
	readonly bytes?: Uint8Array | undefined;
}

/** Headers that request less than the whole answer, or a different form of it. */
const CONDITIONS = ["accept-encoding", "if-none-match", "range"];

/**
 * A listener for `createServer` of node:http.
 * @param tree its folder, or its URL without a trailing slash; requests for files are redirected to a URL
 * @param fallbackOrigin the origin to assume when a request has no valid Host header
 */
export function treeListener(
	tree: string,
	fallbackOrigin: () => string,
	{ rebase = false, live }: ServerOptions = {},
): RequestListener {
	const asset = openTree(tree);
	const isFolder = !isRemote(tree);
	const kept = new KeptAnswers();
	let lastPointer: ReadPointer = {};
	const readPointer = async (): Promise<ReadPointer> => {
		if (lastPointer.source !== undefined && isCurrent(lastPointer.source)) return lastPointer;
		// Looked up before the pointer is read; afterwards, this could be a newer file.
		const source = sourceAt(join(tree, POINTER_PATH));
		const bytes = await asset(POINTER_PATH);
		lastPointer = source !== undefined && isSettled(source) ? { source, bytes } : { bytes };
		return lastPointer;
	};
	/** Answers from the store, and returns the pointer's file with the answer. */
	const answerFromStore = async (
		asked: HandlerRequest,
		baseUrl: string | undefined,
		encoding: Encoding | undefined,
	): Promise<MadeAnswer> => {
		let pointer: ReadPointer = {};
		const read: Asset = async (path) => {
			if (!isFolder || path !== POINTER_PATH) return asset(path);
			pointer = await readPointer();
			return pointer.bytes;
		};
		// HEAD is treated as GET, so that Content-Length is set; Node itself drops the body.
		const request = asked.method === "HEAD" ? { ...asked, method: "GET" } : asked;
		const options = { baseUrl, encoding, hashCheck: hasContentHash };
		const answer = await handle(request, read, options);
		// Other answers are not cached: they are short and may soon be wrong, and there is no limit to the paths that
		// do not exist.
		if (answer.headers.ETag === undefined) return { answer };
		const headers = varying(answer.headers);
		return { answer: await encoded({ ...answer, headers }, encoding), source: pointer.source };
	};
	const make = async (
		request: IncomingMessage,
		response: ServerResponse,
		encoding: Encoding | undefined,
	): Promise<MadeAnswer> => {
		const { method = "GET" } = request;
		const url = requestUrl(request, fallbackOrigin);
		const asked = { method, url, headers: headersOf(request) };
		if (isHandled(url.pathname)) {
			return answerFromStore(asked, rebase ? url.origin : undefined, encoding);
		}
		const refusal = refusedMethod(asked);
		if (refusal !== undefined) return { answer: refusal };
		if (!isFolder) return { answer: redirect(tree, url) };
		return answerFile(asked, response, tree, targetOf(request));
	};
	return async (request, response) => {
		try {
			// Node would put its own messages, such as "100 Continue", into an answer that waits for the socket.
			if (response.socket === null && !(await hasTurn(request.socket, response))) return;
			if (live?.answer(request, response)) return;
			const end = request.headers.accept?.includes("text/html") ? (live?.pageEnd ?? "") : "";
			// Text can only be added to a whole page that is not compressed.
			if (end !== "") for (const name of CONDITIONS) delete request.headers[name];
			const encoding = preferredEncoding(headersOf(request).get("Accept-Encoding"));
			const key = live === undefined ? keyOf(request, rebase, encoding) : undefined;
			const known = key === undefined ? undefined : kept.get(key);
			if (known !== undefined) {
				response.writeHead(known.status, known.headers).end(known.body);
				return;
			}
			if (request.method !== "GET" && request.method !== "HEAD") await readToEnd(request);
			const { answer, source } = await make(request, response, encoding);
			if (answer === undefined) return;
			const isKept = key !== undefined && source !== undefined;
			send(response, isKept ? kept.keep(key, answer, source) : withEnd(answer, end));
		} catch (error) {
			// A client that has disconnected is not worth a line in the log.
			if (response.destroyed) return;
			console.error(`instants: ${request.method} ${request.url}: ${error}`);
			if (response.headersSent) response.destroy();
			else send(response, PAGE_UNAVAILABLE);
		}
	};
}

/** How many requests on each connection are waiting for earlier ones to be answered. */
const waiting = new WeakMap<Socket, number>();

/** More requests than any client pipelines. Each takes about 3 KB. */
const MAX_WAITING = 100;

/**
 * Waits until all earlier requests on the connection are answered; false if there are too many of them. Node
 * passes on all pipelined requests at once. Without waiting, each would open its file, and keep it open until all
 * earlier answers are sent.
 */
async function hasTurn(socket: Socket, response: ServerResponse): Promise<boolean> {
	const count = (waiting.get(socket) ?? 0) + 1;
	waiting.set(socket, count);
	if (count > MAX_WAITING) socket.destroy();
	if (socket.destroyed) return false;
	await once(response, "socket");
	waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
	return true;
}

function headersOf({ headers }: IncomingMessage): HandlerRequest["headers"] {
	return { get: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

/**
 * The key of a cached answer: everything that it depends on besides the tree. Undefined for requests whose
 * answers are not cached.
 */
function keyOf(
	request: IncomingMessage,
	rebase: boolean,
	encoding: Encoding | undefined,
): string | undefined {
	const { method, url, headers } = request;
	if (method !== "GET" && method !== "HEAD") return undefined;
	if (headers["if-none-match"] !== undefined || headers.range !== undefined) return undefined;
	// None of the three parts contains a line break.
	const origin = rebase ? `${schemeOf(request)}://${headers.host}` : "";
	return `${encoding}\n${origin}\n${url}`;
}

function send(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
	const length = body === null ? {} : { "Content-Length": Buffer.byteLength(body) };
	response.writeHead(status, { ...headers, ...length });
	response.end(body ?? undefined);
}

/** Adds text to an answer, if it is a page. */
function withEnd(answer: WholeAnswer, end: string): WholeAnswer {
	const { headers, body } = answer;
	if (end === "" || body === null || !headers["Content-Type"]?.startsWith("text/html"))
		return answer;
	return { ...answer, body: Buffer.concat([Buffer.from(body), Buffer.from(end)]) };
}

/** The requested path and query, starting with `/`, even if the request target is an absolute URL. */
function targetOf({ url = "/" }: IncomingMessage): string {
	const path = url.replace(/^https?:\/\/[^/?]*/i, "");
	return path.startsWith("/") ? path : `/${path}`;
}

/**
 * The scheme that clients use. A program on this machine may be the end of a tunnel, and its header says whether
 * clients use TLS. From other machines, anyone could send such a header.
 */
function schemeOf({ headers, socket }: IncomingMessage): "http" | "https" {
	const [first = ""] = String(headers["x-forwarded-proto"]).split(",");
	const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
	return isLocal && first.trim().toLowerCase() === "https" ? "https" : "http";
}

/**
 * The absolute URL of the request. A `#` in the request target does not start a fragment: it is percent-encoded
 * so that the URL parser keeps it.
 */
function requestUrl(request: IncomingMessage, fallbackOrigin: () => string): URL {
	const { host = "" } = request.headers;
	const target = targetOf(request).replaceAll("#", "%23");
	try {
		if (/^[\w.:[\]-]+$/.test(host)) return new URL(`${schemeOf(request)}://${host}${target}`);
	} catch {
		// The Host header is not valid.
	}
	return new URL(`${fallbackOrigin()}${target}`);
}

/**
 * Redirects the client to the bucket, which does not serve index.html for a folder. Browsers check the redirect
 * itself for CORS headers: https://fetch.spec.whatwg.org/#http-fetch
 */
function redirect(tree: string, { pathname, search }: URL): WholeAnswer {
	const isFolder = pathname === "/docs" || pathname.endsWith("/");
	const path = isFolder ? `${pathname.replace(/\/$/, "")}/index.html` : pathname;
	const headers = { ...OPEN_DATA, Location: `${tree}${path}${redirectedQuery(search)}` };
	return { status: 307, headers, body: null };
}

/**
 * Reads a request to its end: if the response arrives before a proxy has sent the whole body, the proxy reports
 * an error.
 */
async function readToEnd(request: IncomingMessage): Promise<void> {
	for await (const _ of request);
}
