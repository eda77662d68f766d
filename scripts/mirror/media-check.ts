/** Whether a fetched file is what its name says: servers answer with a page that says "not found", and status 200. */
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { shown } from "../console/text.ts";

/** A file came that is no sound, or no picture; the message says what it looks like. */
export class UnfitError extends Error {}

/** Bytes that are read of a text. */
const HEAD = 4096;

/** Throws an UnfitError when the file that was fetched for a media path is not of that kind. */
export async function refuseUnfit(path: string, file: string): Promise<void> {
	const type = await fileTypeFromFile(file);
	const looks = `it looks like ${shown(type?.mime ?? "nothing known")}`;
	if (path.startsWith("media/sounds/")) {
		if (type?.mime === "audio/mpeg" && type.ext === "mp3") return;
		throw new UnfitError(`is not an MP3 (${looks})`);
	}
	const isPicture = /\.svg$/i.test(path)
		? await isSvg(file)
		: type?.mime.startsWith("image/") === true;
	if (!isPicture) throw new UnfitError(`is no picture (${looks})`);
}

/**
 * A root, or what may come before it: a declaration, a comment, a document type but that of HTML.
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
