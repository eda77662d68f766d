/** Media types of published files, for servers whose built-in lists are incomplete. */

/** By extension, for every kind of file in a tree. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
	avif: "image/avif",
	css: "text/css",
	gif: "image/gif",
	gz: "application/gzip",
	html: "text/html",
	ico: "image/x-icon",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	js: "text/javascript",
	json: "application/json",
	// Not Apple's type, which is for segmented streams: players would look for the segments.
	m3u8: "audio/mpegurl",
	md: "text/markdown",
	mp3: "audio/mpeg",
	minisig: "text/plain",
	ndjson: "application/x-ndjson",
	png: "image/png",
	svg: "image/svg+xml",
	txt: "text/plain",
	webmanifest: "application/manifest+json",
	webp: "image/webp",
	xml: "application/xml",
};

/** The value of `Content-Type`: text files are UTF-8, and JSON needs no charset. https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
export function withCharset(type: string): string {
	return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
