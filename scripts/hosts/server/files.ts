/** Serves the files of a published tree from a folder. */
import { createHash } from "node:crypto";
import { realpathSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { LruCache } from "../../tree/lru-cache.ts";
import {
	type FileAnswer,
	type FileFacts,
	fileAnswer,
	fileHeaders,
	INDEX,
	keyOf,
	NOT_FOUND_PAGE,
} from "../published-file.ts";
import { compress, type Encoding, encodedHeaders, preferredEncoding } from "./compression.ts";
import { evenIfReplaced } from "./folder-asset.ts";
import { headersOf, targetOf } from "./request.ts";

/** Larger files are streamed. */
const MAX_KEPT_FILE = 1024 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** A whole file as it is sent. */
interface WholeFile extends FileFacts {
	readonly body: Buffer;
}

/** Small files, by version. */
const kept = new LruCache<WholeFile>(MAX_KEPT_BYTES);

/** The endings of files that compress well. */
const COMPRESSIBLE = /\.(?:css|html|js|json|ndjson|svg|txt|webmanifest|xml)$/;

/** A file of the tree. */
interface TreeFile {
	readonly key: string;
	readonly path: string;
	readonly stats: Stats;
	/** Differs from that of any other file or content. */
	readonly version: string;
}

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
		const file = await evenIfReplaced(folder, () => find(folder, key));
		if (file !== undefined) return sendFile(request, response, file);
		if (find(folder, `${key}/${INDEX}`) !== undefined) {
			// The page's relative URLs need the trailing slash.
			return sendText(response, 301, "", { Location: `${path}/${query}` });
		}
	}
	const page = find(folder, NOT_FOUND_PAGE);
	if (page === undefined) return sendText(response, 404, "Not found.\n");
	const body = await readFile(page.path);
	response.writeHead(404, { ...fileHeaders(page.key), "Content-Length": body.length });
	response.end(body);
}

function sendText(
	response: ServerResponse,
	status: number,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" });
	response.end(text);
}

/**
 * The file with this path in the tree; undefined if there is none, or if a symbolic link leads out of
 * the tree. Synchronous, because the system has all of this in memory, and asynchronous calls take ten
 * times as long.
 */
function find(folder: string, key: string): TreeFile | undefined {
	try {
		const path = join(folder, key);
		const stats = statSync(path);
		const file = { key, path, stats, version: versionOf(path, stats) };
		// Content that is kept was in the tree when it was read.
		const isOurs = kept.get(file.version) !== undefined || isInside(folder, path);
		return isOurs && stats.isFile() ? file : undefined;
	} catch {
		// There is no such file, or no file can have such a name.
		return undefined;
	}
}

function isInside(folder: string, path: string): boolean {
	return realpathSync.native(path).startsWith(realpathSync.native(folder) + sep);
}

function versionOf(path: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
	return `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
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
		if (stats.size > MAX_KEPT_FILE) return await stream(request, response, file, handle);
		const whole = await wholeFile(file, await handle.readFile(), encoding);
		kept.set(keptAs(file, encoding), whole, whole.size);
		sendWhole(request, response, whole);
	} finally {
		await handle.close();
	}
}

function keptAs({ version }: TreeFile, encoding: Encoding | undefined): string {
	return encoding === undefined ? version : `${version} ${encoding}`;
}

async function wholeFile(
	file: TreeFile,
	content: Buffer,
	encoding: Encoding | undefined,
): Promise<WholeFile> {
	const body = encoding === undefined ? content : await compress(content, encoding);
	const coded = encoding === undefined ? {} : encodedHeaders(encoding);
	const headers = { ...fileHeaders(file.key), ...coded };
	return { headers, size: body.length, etag: entityTag(content, encoding), body };
}

function sendWhole(request: IncomingMessage, response: ServerResponse, file: WholeFile): void {
	const { range } = writeHead(request, response, file);
	response.end(range && file.body.subarray(range.offset, range.offset + range.length));
}

/**
 * Made of the content, since builds that set the times of their files would share a tag made of those;
 * and so that several servers with copies of one tree agree.
 */
function entityTag(content: Buffer, encoding: Encoding | undefined): string {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
	return `"${hash}${encoding === undefined ? "" : `-${encoding}`}"`;
}

/** Of a file that is too large to be read for each version; no program can set `ctime`. */
function streamedTag({ ino, size, mtimeMs, ctimeMs }: Stats): string {
	const parts = [size, mtimeMs, ctimeMs, ino];
	return `"${parts.map((part) => Math.trunc(part).toString(16)).join("-")}"`;
}

async function stream(
	request: IncomingMessage,
	response: ServerResponse,
	file: TreeFile,
	handle: FileHandle,
): Promise<void> {
	const headers = fileHeaders(file.key);
	const facts = { headers, size: file.stats.size, etag: streamedTag(file.stats) };
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
	const answer = fileAnswer({ method, headers: headersOf(request) }, facts);
	response.writeHead(answer.status, answer.headers);
	return answer;
}
