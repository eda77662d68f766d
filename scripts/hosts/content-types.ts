/** The types of published files, for servers whose own lists lack some of them. */

/** By extension; all that a tree holds. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
	css: "text/css",
	gif: "image/gif",
	gz: "application/gzip",
	html: "text/html",
	ico: "image/x-icon",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	js: "text/javascript",
	json: "application/json",
	mp3: "audio/mpeg",
	ndjson: "application/x-ndjson",
	png: "image/png",
	svg: "image/svg+xml",
	txt: "text/plain",
	webmanifest: "application/manifest+json",
	webp: "image/webp",
	xml: "application/xml",
};

/** A type as it is sent: our text is UTF-8, and JSON always is. https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
export function withCharset(type: string): string {
	return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
