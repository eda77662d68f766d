/** The body of an answer: the bytes of the file, whatever was done to them on the way. */
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { shown } from "../console/text.ts";
import { ConnectionError } from "./failures.ts";
import type { Reply } from "./http.ts";

/** A function that undoes a content coding. https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
	gzip: createGunzip,
	"x-gzip": createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
};

/** Whether the bytes on the wire are not those of the file. Of a packed file they are, whatever the server calls them. */
export function isEncoded({ headers, asked }: Reply): boolean {
	const coding = headers["content-encoding"]?.toLowerCase() ?? "identity";
	return coding !== "identity" && !asked.pathname.endsWith(".gz");
}

/** Bytes a second: a phone on the edge of a network has ten times as many. */
const SLOWEST = 100;

/** The bytes of a body, decoded if need be. Throws a ConnectionError when it breaks off. */
export async function* bytesOf(reply: Reply, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	let recent = 0;
	const floor = (SLOWEST * reply.window) / 1000;
	const watch = setInterval(() => {
		// Silence is told from slowness, and ends by itself.
		if (recent > 0 && recent < floor) reply.body.destroy(new ConnectionError("comes too slowly"));
		recent = 0;
	}, reply.window);
	try {
		for await (const piece of isEncoded(reply) ? decoded(reply) : reply.body) {
			recent += piece.length;
			yield piece;
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		throw error instanceof ConnectionError
			? error
			: new ConnectionError(`the answer broke off: ${(error as Error).message}`);
	} finally {
		clearInterval(watch);
		reply.body.destroy();
	}
}

function decoded({ headers, body }: Reply): Readable {
	const coding = headers["content-encoding"]?.toLowerCase() ?? "";
	const decoder = DECODERS[coding]?.();
	if (decoder === undefined) throw new ConnectionError(`unknown Content-Encoding ${shown(coding)}`);
	pipeline(body, decoder, () => {});
	return decoder;
}
