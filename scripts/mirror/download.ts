/** Reads a response into a string or a file: decodes it, limits its size, and gives up if it is too slow. */
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { shown } from "../console/text.ts";
import { type SaveOptions, saveContent } from "./content-folder.ts";
import { ConnectionError, ContentError } from "./errors.ts";
import type { KnownContent } from "./file-content.ts";
import type { HttpResponse } from "./http.ts";
import type { Workspace } from "./workspace-paths.ts";

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

export interface Download extends SaveOptions {
	/** In bytes, decoded. */
	readonly limit: number;
	/** The limit as the error message calls it. */
	readonly description?: string;
	readonly signal: AbortSignal;
}

/**
 * Saves the body in the content folder once it is complete and correct. Throws a ContentError if the
 * content is not as expected, a ConnectionError if it breaks off.
 */
export async function download(
	response: HttpResponse,
	workspace: Workspace,
	{ limit, description = `the ${limit} declared`, signal, ...save }: Download,
): Promise<KnownContent> {
	return await saveContent(workspace, limitedBody(response, limit, signal, description), save);
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
