/** Serves the files of a published tree from a folder, and nothing else in the file system. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { RangeAnswer } from "../../contract/byte-range.ts";
import { plainText } from "../../pages/page-answers.ts";
import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import {
	type FileRequest,
	fileAnswer,
	fileHeaders,
	folderRedirect,
	INDEX,
	keyOf,
} from "../published-file.ts";
import {
	compressor,
	type Encoding,
	encoded,
	preferredEncoding,
	varying,
	type WholeAnswer,
} from "./compression.ts";
import { evenIfReplaced } from "./folder-asset.ts";
import { contentHash, isCurrent, knownHash, type SourceFile } from "./kept-answers.ts";

/** The extensions of files that compress well. */
const COMPRESSIBLE = /\.(?:css|html|js|json|m3u8|md|ndjson|svg|txt|webmanifest|xml)$/;

/** The largest file that is sent whole, in bytes: while a slow client receives it, all of it stays in memory. */
const SMALL_FILE = 128 * 1024;

/** An answer to send; empty if it has been sent already. */
export interface MadeAnswer {
	readonly answer?: WholeAnswer;
	/** The file that the answer was made from, if its state was settled. */
	readonly source?: SourceFile | undefined;
}

/**
 * Answers GET and HEAD with a file, or 404.
 * @param target the requested path and query
 */
export async function answerFile(
	request: FileRequest,
	response: ServerResponse,
	folder: string,
	target: string,
): Promise<MadeAnswer> {
	const [, path = "/", query = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
	const key = keyOf(path);
	if (key !== undefined) {
		const made = await whereFound(folder, key, (source) =>
			fromFile(request, response, key, source),
		);
		if (made !== undefined) return made;
		if (find(folder, `${key}/${INDEX}`) !== undefined) {
			return { answer: folderRedirect(path, query) };
		}
	}
	const missing = await whereFound(folder, NOT_FOUND_PAGE, async ({ file }) => ({
		status: 404,
		headers: fileHeaders(NOT_FOUND_PAGE),
		body: readFileSync(file),
	}));
	return { answer: missing ?? plainText(404, "Not found.\n") };
}

/**
 * Calls `use` with a file. Resolves to undefined if there is no such file, or if it is gone by the time it is
 * opened.
 */
function whereFound<T>(
	folder: string,
	key: string,
	use: (source: SourceFile) => Promise<T>,
): Promise<T | undefined> {
	return evenIfReplaced(folder, async () => {
		const source = find(folder, key);
		try {
			return source && (await use(source));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
			return undefined;
		}
	});
}

/**
 * Finds a file; undefined if there is none, or if it must not be served. Synchronous, because the operating
 * system caches all of this, and asynchronous calls take ten times as long.
 */
function find(folder: string, key: string): SourceFile | undefined {
	try {
		const file = join(folder, key);
		const stats = statSync(file);
		return stats.isFile() && isIn(folder, file, key) ? { file, stats } : undefined;
	} catch {
		// There is no such file, or no file can have such a name.
		return undefined;
	}
}

/** Whether a file may be served: links within the tree are followed, but not to hidden files. */
function isIn(folder: string, path: string, key: string): boolean {
	const root = realpathSync.native(folder) + sep;
	const real = realpathSync.native(path);
	if (!real.startsWith(root)) return false;
	const stored = real.slice(root.length).split(sep).join("/");
	if (key === stored) return true;
	// Where the file system ignores case, other spellings are rejected, since headers depend on the path.
	return !/(^|\/)\./.test(stored) && key.toLowerCase() !== stored.toLowerCase();
}

async function fromFile(
	request: FileRequest,
	response: ServerResponse,
	key: string,
	source: SourceFile,
): Promise<MadeAnswer> {
	const { file, stats } = source;
	const isSmall = stats.size <= SMALL_FILE;
	const known = knownHash(source);
	const read = isSmall && known === undefined ? readFileSync(file) : undefined;
	const hash = read === undefined ? known : await contentHash(source, [read]);
	if (hash !== undefined) {
		const { encoding, ...head } = headOf(request, key, hash, read?.length ?? stats.size);
		if (!head.range?.length) return { answer: { ...head, body: null } };
		const content = isSmall ? (read ?? readFileSync(file)) : undefined;
		// Otherwise the hash may belong to different content.
		if (content && (content === read || isCurrent(source))) {
			const { offset, length } = head.range;
			const body = content.subarray(offset, offset + length);
			const answer = await encoded({ ...head, body }, encoding);
			return { answer, source: knownHash(source) === undefined ? undefined : source };
		}
	}
	await sendInParts(request, response, key, file);
	return {};
}

/** The answer without its body, and the encoding to apply to the body. */
function headOf(
	request: FileRequest,
	key: string,
	hash: string,
	size: number,
): RangeAnswer & { readonly encoding: Encoding | undefined } {
	const isCompressible = COMPRESSIBLE.test(key) && size > 0;
	// Ranges count the bytes of the uncompressed file.
	const isWhole = request.headers.get("Range") === null;
	const encoding =
		isCompressible && isWhole
			? preferredEncoding(request.headers.get("Accept-Encoding"))
			: undefined;
	const headers = isCompressible ? varying(fileHeaders(key)) : fileHeaders(key);
	const etag = `"${hash}${encoding === undefined ? "" : `-${encoding}`}"`;
	return { ...fileAnswer(request, headers, size, etag), encoding };
}

async function sendInParts(
	request: FileRequest,
	response: ServerResponse,
	key: string,
	file: string,
): Promise<void> {
	const handle = await open(file);
	try {
		const stats = await handle.stat();
		const source = { file, stats };
		const content = (part = {}) => handle.createReadStream({ start: 0, ...part, autoClose: false });
		const hash = knownHash(source) ?? (await contentHash(source, content()));
		const { status, headers, range, encoding } = headOf(request, key, hash, stats.size);
		const { "Content-Length": _, ...unmeasured } = headers;
		response.writeHead(
			status,
			encoding === undefined ? headers : { ...unmeasured, "Content-Encoding": encoding },
		);
		// A read stream cannot read zero bytes.
		if (!range?.length || request.method === "HEAD") {
			response.end();
			return;
		}
		const part = { start: range.offset, end: range.offset + range.length - 1 };
		const bytes = content(part);
		if (encoding !== undefined) return await pipeline(bytes, compressor(encoding), response);
		await pipeline(bytes, response, { end: false });
		// Otherwise the client would take the next answer for the rest of this one.
		if (bytes.bytesRead < range.length) throw new Error("the file shrank while it was being sent");
		response.end();
	} finally {
		await handle.close();
	}
}
