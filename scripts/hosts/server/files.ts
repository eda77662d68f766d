/** Serves the files of a published tree from a folder, and nothing else that the file system has there. */
import { realpathSync, type Stats, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Answer } from "../../contract/answers.ts";
import { plainText } from "../../contract/clip-page-answers.ts";
import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import {
	type FileRequest,
	fileAnswer,
	fileHeaders,
	folderRedirect,
	INDEX,
	keyOf,
} from "../published-file.ts";
import { compressor, type Encoding, encodedHeaders, preferredEncoding } from "./compression.ts";
import { evenIfReplaced } from "./folder-asset.ts";

/** The endings of files that compress well. */
const COMPRESSIBLE = /\.(?:css|html|js|json|m3u8|md|ndjson|svg|txt|webmanifest|xml)$/;

/**
 * Answers GET and HEAD with a file, or 404.
 * @param target the requested path and query
 */
export async function serveFile(
	request: FileRequest,
	response: ServerResponse,
	folder: string,
	target: string,
): Promise<void> {
	const [, path = "/", query = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
	const key = keyOf(path);
	if (key !== undefined) {
		if (await evenIfReplaced(folder, () => sendIfFound(request, response, folder, key))) return;
		if (pathOf(folder, `${key}/${INDEX}`) !== undefined) {
			return send(response, folderRedirect(path, query));
		}
	}
	const page = await evenIfReplaced(folder, () =>
		readFile(join(folder, NOT_FOUND_PAGE)).catch(() => undefined),
	);
	if (page === undefined) return send(response, plainText(404, "Not found.\n"));
	response.writeHead(404, { ...fileHeaders(NOT_FOUND_PAGE), "Content-Length": page.length });
	response.end(page);
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
	const length = body === null ? {} : { "Content-Length": Buffer.byteLength(body) };
	response.writeHead(status, { ...headers, ...length });
	response.end(body);
}

/** Resolves to undefined if there is no such file, or no longer when it is opened. */
async function sendIfFound(
	request: FileRequest,
	response: ServerResponse,
	folder: string,
	key: string,
): Promise<true | undefined> {
	const path = pathOf(folder, key);
	if (path === undefined) return undefined;
	try {
		await sendFile(request, response, path, key);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT" || response.headersSent) throw error;
		return undefined;
	}
}

/**
 * The path on the disk of a published file; undefined if there is none, or if it must not be served.
 * Synchronous, because the system has all of this in memory, and asynchronous calls take ten times as long.
 */
function pathOf(folder: string, key: string): string | undefined {
	try {
		const path = join(folder, key);
		return statSync(path).isFile() && isIn(folder, path, key) ? path : undefined;
	} catch {
		// There is no such file, or no file can have such a name.
		return undefined;
	}
}

/** Links within the tree are followed, but not to hidden files. */
function isIn(folder: string, path: string, key: string): boolean {
	const root = realpathSync.native(folder) + sep;
	const real = realpathSync.native(path);
	if (!real.startsWith(root)) return false;
	const stored = real.slice(root.length).split(sep).join("/");
	if (key === stored) return true;
	// Where case makes no difference, other spellings are refused, since headers depend on the path.
	return !/(^|\/)\./.test(stored) && key.toLowerCase() !== stored.toLowerCase();
}

async function sendFile(
	request: FileRequest,
	response: ServerResponse,
	path: string,
	key: string,
): Promise<void> {
	const isCompressible = COMPRESSIBLE.test(key);
	// Ranges count the bytes of the uncompressed file.
	const isWhole = request.headers.get("Range") === null;
	const encoding = isCompressible && isWhole ? preferredEncoding(request.headers) : undefined;
	const headers = { ...fileHeaders(key), ...(isCompressible && encodedHeaders(encoding)) };
	const handle = await open(path);
	try {
		const stats = await handle.stat();
		const facts = { headers, size: stats.size, etag: tagOf(stats, encoding) };
		const { status, headers: own, range } = fileAnswer(request, facts);
		const { "Content-Length": _, ...unmeasured } = own;
		response.writeHead(status, encoding === undefined ? own : unmeasured);
		// A read stream cannot be empty.
		if (!range?.length || request.method === "HEAD") {
			response.end();
			return;
		}
		const part = { start: range.offset, end: range.offset + range.length - 1 };
		const source = handle.createReadStream({ ...part, autoClose: false });
		if (encoding !== undefined) return await pipeline(source, compressor(encoding), response);
		await pipeline(source, response, { end: false });
		// Otherwise the client would take the next answer for the rest of this one.
		if (source.bytesRead < range.length)
			throw new Error("the file became shorter while it was sent");
		response.end();
	} finally {
		await handle.close();
	}
}

/** Has `ctime`, which no program can set, since a build may set the other times. */
function tagOf({ ino, size, mtimeMs, ctimeMs }: Stats, encoding: Encoding | undefined): string {
	const parts = [size, mtimeMs, ctimeMs, ino].map((part) => Math.trunc(part).toString(16));
	return `"${[...parts, ...(encoding ? [encoding] : [])].join("-")}"`;
}
