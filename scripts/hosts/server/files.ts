/** Serves the files of a published tree from a folder. */
import { type FileHandle, open, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { redirectedQuery } from "../../contract/links.ts";
import { LruCache } from "../../tree/lru-cache.ts";
import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import { NOT_KEPT } from "../headers.ts";
import {
	type FileAnswer,
	type FileFacts,
	fileAnswer,
	fileHeaders,
	INDEX,
	keyOf,
} from "../published-file.ts";
import { compress, type Encoding, preferredEncoding } from "./compression.ts";
import { COMPRESSIBLE, contentTag, headersIn, keptAs, streamedTag } from "./file-version.ts";
import { evenIfReplaced } from "./folder-asset.ts";
import { ENTRY_SIZE } from "./ready-answers.ts";
import { targetOf, webHeaders } from "./request.ts";
import { findFile, type TreeFile, versionOf } from "./tree-file.ts";

/** Larger files are streamed. */
const MAX_KEPT_FILE = 1024 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** A whole file as it is sent. */
interface WholeFile extends FileFacts {
	readonly body: Buffer;
}

/** Small files, by version. */
const kept = new LruCache<WholeFile>(MAX_KEPT_BYTES);

/** Answers with the file at the request's path, or 404. */
export async function serveFile(
	request: IncomingMessage,
	response: ServerResponse,
	folder: string,
): Promise<void> {
	if (request.method !== "GET" && request.method !== "HEAD") {
		return sendText(response, 405, "Method not allowed.\n", { Allow: "GET, HEAD" });
	}
	const [, path = "/", query = ""] = /^([^?]*)(.*)$/s.exec(targetOf(request)) ?? [];
	const key = keyOf(path);
	if (key !== undefined) {
		if (await evenIfReplaced(folder, () => sendIfFound(request, response, folder, key))) return;
		if (find(folder, `${key}/${INDEX}`) !== undefined) {
			// The page's relative URLs need the trailing slash.
			return sendText(response, 301, "", { Location: `${path}/${redirectedQuery(query)}` });
		}
	}
	const page = await evenIfReplaced(folder, () => {
		const path = find(folder, NOT_FOUND_PAGE)?.path;
		return path === undefined ? undefined : readFile(path).catch(() => undefined);
	});
	if (page === undefined) return sendText(response, 404, "Not found.\n");
	response.writeHead(404, { ...fileHeaders(NOT_FOUND_PAGE), "Content-Length": page.length });
	response.end(page);
}

/** Resolves to undefined if there is no such file, or no longer when it is opened. */
async function sendIfFound(
	request: IncomingMessage,
	response: ServerResponse,
	folder: string,
	key: string,
): Promise<true | undefined> {
	const file = find(folder, key);
	if (file === undefined) return undefined;
	try {
		await sendFile(request, response, compressedBeside(request, folder, file) ?? file);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT" || response.headersSent) throw error;
		return undefined;
	}
}

/** The build compresses a file that is too large to be compressed for each request. */
function compressedBeside(
	request: IncomingMessage,
	folder: string,
	{ key, stats }: TreeFile,
): TreeFile | undefined {
	if (stats.size <= MAX_KEPT_FILE || !COMPRESSIBLE.test(key)) return undefined;
	const encoding = preferredEncoding(request, ["gzip"]);
	const file = encoding && find(folder, `${key}.gz`);
	return file && { ...file, key, encoding };
}

function sendText(
	response: ServerResponse,
	status: number,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	const type = { "Content-Type": "text/plain; charset=utf-8" };
	response.writeHead(status, { ...NOT_KEPT, ...type, ...headers });
	response.end(text);
}

/** Content that is kept was in the tree when it was read. */
function find(folder: string, key: string): TreeFile | undefined {
	return findFile(folder, key, (version) => kept.get(version) !== undefined);
}

async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	found: TreeFile,
): Promise<void> {
	const encoding = COMPRESSIBLE.test(found.key) ? preferredEncoding(request) : undefined;
	const known = kept.get(keptAs(found, encoding));
	if (known !== undefined) return sendWhole(request, response, known);
	const handle = await open(found.path);
	try {
		// Another build may have replaced the file since it was found.
		const stats = await handle.stat();
		const file = { ...found, stats, version: versionOf(found.path, stats) };
		if (stats.size > MAX_KEPT_FILE || file.encoding)
			return await stream(request, response, file, handle);
		const whole = await wholeFile(file, await handle.readFile(), encoding);
		kept.set(keptAs(file, encoding), whole, ENTRY_SIZE + whole.size);
		sendWhole(request, response, whole);
	} finally {
		await handle.close();
	}
}

async function wholeFile(
	file: TreeFile,
	content: Buffer,
	encoding: Encoding | undefined,
): Promise<WholeFile> {
	const body = encoding === undefined ? content : await compress(content, encoding);
	const headers = headersIn(encoding, file.key);
	return { headers, size: body.length, etag: contentTag(content, encoding), body };
}

function sendWhole(request: IncomingMessage, response: ServerResponse, file: WholeFile): void {
	const { range } = writeHead(request, response, file);
	response.end(range && file.body.subarray(range.offset, range.offset + range.length));
}

async function stream(
	request: IncomingMessage,
	response: ServerResponse,
	file: TreeFile,
	handle: FileHandle,
): Promise<void> {
	const headers = headersIn(file.encoding, file.key);
	const facts = { headers, size: file.stats.size, etag: streamedTag(file) };
	const { range } = writeHead(request, response, facts);
	if (range === undefined || request.method === "HEAD") {
		response.end();
		return;
	}
	const part = { start: range.offset, end: range.offset + range.length - 1 };
	const source = handle.createReadStream({ ...part, autoClose: false });
	await pipeline(source, response, { end: false });
	// The next answer must not begin where the client expects the rest of this one.
	if (source.bytesRead < range.length) throw new Error("the file became shorter while it was sent");
	response.end();
}

function writeHead(
	request: IncomingMessage,
	response: ServerResponse,
	facts: FileFacts,
): FileAnswer {
	const { method = "GET" } = request;
	const answer = fileAnswer({ method, headers: webHeaders(request) }, facts);
	response.writeHead(answer.status, answer.headers);
	return answer;
}
