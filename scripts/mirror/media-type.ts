/** Checks that a file is what its name says: some servers send a "not found" page with status 200. */
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { shown } from "../console/text.ts";

/** The file is not a sound or picture. The message says what it looks like. */
export class MediaTypeError extends Error {}

/** How many bytes of a text are inspected. */
const HEAD = 4096;

/** Throws a MediaTypeError if the file fetched for a media path is of another type. */
export async function checkMediaType(path: string, file: string): Promise<void> {
	const type = await fileTypeFromFile(file);
	const looks = `it looks like ${type === undefined ? "no known type" : shown(type.mime)}`;
	if (path.startsWith("media/sounds/")) {
		if (type?.mime === "audio/mpeg" && type.ext === "mp3") return;
		throw new MediaTypeError(`is not an MP3 (${looks})`);
	}
	const isPicture = /\.svg$/i.test(path)
		? await isSvg(file)
		: type?.mime.startsWith("image/") === true;
	if (!isPicture) throw new MediaTypeError(`is not a picture (${looks})`);
}

/**
 * The root element, or what may precede it: a declaration, a comment, any document type but HTML's.
 * https://www.w3.org/TR/xml/#NT-prolog
 */
const SVG = /^\ufeff?\s*<(\?xml|!--(?![\s\S]*<html)|!doctype(?!\s+html)|([\w.-]+:)?svg[\s/>])/i;

async function isSvg(file: string): Promise<boolean> {
	const handle = await open(file);
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
		return SVG.test(buffer.subarray(0, bytesRead).toString("utf8"));
	} finally {
		await handle.close();
	}
}
