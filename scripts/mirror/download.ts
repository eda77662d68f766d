/** Reads a response into a string or a file: decodes it, limits its size, and gives up if it is too slow. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { shown } from "../console/text.ts";
import { ConnectionError, ContentError } from "./errors.ts";
import type { Content } from "./file-content.ts";
import type { HttpResponse } from "./http.ts";

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
	gzip: createGunzip,
	"x-gzip": createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
};

/** The slowest acceptable transfer, in bytes per second: a tenth of a bad mobile connection. */
const MIN_RATE = 100;

/**
 * The body as text. Throws a ContentError if it has more than `limit` bytes, a ConnectionError if it
 * breaks off.
 * @param description the limit as the error message calls it
 */
export async function bodyText(
	response: HttpResponse,
	signal: AbortSignal,
	limit: number,
	description = `the ${limit} declared`,
): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of limitedBody(response, limit, signal, description)) chunks.push(chunk);
	return Buffer.concat(chunks).toString("utf8");
}

export interface Download {
	/** The folder for incomplete files. */
	readonly parts: string;
	readonly target: string;
	/** What the file must contain; without it any complete response will do. */
	readonly expected?: Content | undefined;
	readonly signal: AbortSignal;
	/** Called with the bytes of each chunk, and with a negative number if they are thrown away. */
	readonly onBytes: (bytes: number) => void;
	/** Inspects the complete file; may throw to refuse it. */
	readonly check?: (part: string) => Promise<void>;
}

/** The largest file accepted if no size is declared, in bytes. */
const MAX_UNDECLARED = 512 * 1024 * 1024;

/**
 * Saves the body under a temporary name, and moves it into its place once it is complete and correct.
 * Throws a ContentError if the content is not as declared, a ConnectionError if it breaks off.
 */
export async function download(response: HttpResponse, job: Download): Promise<Content> {
	const { target, parts, expected, onBytes } = job;
	const part = join(parts, randomUUID());
	let counted = 0;
	try {
		const content = await write(response, part, job, (bytes) => {
			counted += bytes;
			onBytes(bytes);
		});
		refuseUnexpected(content, expected);
		await job.check?.(part);
		await mkdir(dirname(target), { recursive: true });
		await rename(part, target);
		return content;
	} catch (error) {
		onBytes(-counted);
		await rm(part, { force: true });
		throw error;
	}
}

async function write(
	response: HttpResponse,
	part: string,
	{ expected, signal }: Download,
	onBytes: (bytes: number) => void,
): Promise<Content> {
	const limit = expected?.bytes ?? MAX_UNDECLARED;
	const hash = createHash("sha256");
	let bytes = 0;
	const file = await open(part, "wx");
	try {
		for await (const chunk of limitedBody(response, limit, signal, `the ${limit} declared`)) {
			hash.update(chunk);
			bytes += chunk.length;
			await file.writeFile(chunk);
			onBytes(chunk.length);
		}
		// Before the rename: a power failure must not leave a final name on missing bytes.
		await file.sync();
	} finally {
		await file.close();
	}
	return { bytes, sha256: hash.digest("hex") };
}

function refuseUnexpected(content: Content, expected: Content | undefined): void {
	if (expected === undefined) return;
	if (content.bytes !== expected.bytes) {
		throw new ContentError(`has ${content.bytes} bytes, not the ${expected.bytes} declared`);
	}
	if (content.sha256 !== expected.sha256) {
		throw new ContentError(`has SHA-256 ${content.sha256}, not ${expected.sha256}`);
	}
}

async function* limitedBody(
	response: HttpResponse,
	limit: number,
	signal: AbortSignal,
	description: string,
): AsyncGenerator<Uint8Array> {
	const announced = Number(response.headers["content-length"] ?? 0);
	if (announced > limit && !isEncoded(response)) {
		response.body.destroy();
		throw new ContentError(`announces ${announced} bytes, more than ${description}`);
	}
	let bytes = 0;
	for await (const chunk of decodedBody(response, signal)) {
		bytes += chunk.length;
		if (bytes > limit) throw new ContentError(`has more bytes than ${description}`);
		yield chunk;
	}
}

/** A `.gz` file is meant to be compressed, even if the server labels it as encoded. */
function isEncoded({ headers, requested }: HttpResponse): boolean {
	const coding = headers["content-encoding"]?.toLowerCase() ?? "identity";
	return coding !== "identity" && !requested.pathname.endsWith(".gz");
}

async function* decodedBody(
	response: HttpResponse,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const { body, timeout } = response;
	const minimum = (MIN_RATE * timeout) / 1000;
	let recent = 0;
	const watch = setInterval(() => {
		// A body without any bytes runs into undici's own timeout.
		if (recent > 0 && recent < minimum) body.destroy(new ConnectionError("is too slow"));
		recent = 0;
	}, timeout);
	try {
		for await (const chunk of isEncoded(response) ? decoded(response) : body) {
			recent += chunk.length;
			yield chunk;
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw error instanceof ConnectionError
			? error
			: new ConnectionError(`the response broke off: ${(error as Error).message}`);
	} finally {
		clearInterval(watch);
		body.destroy();
	}
}

function decoded({ headers, body }: HttpResponse): Readable {
	const coding = headers["content-encoding"]?.toLowerCase() ?? "";
	const decoder = DECODERS[coding]?.();
	if (decoder === undefined) throw new ConnectionError(`unknown Content-Encoding ${shown(coding)}`);
	pipeline(body, decoder, () => {});
	return decoder;
}
