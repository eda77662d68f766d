/** Parses URLs that people write, without an error for those that are none. */

/**
 * Undefined if the text is not a URL. `URL.canParse` of Node 20 refuses letters such as é once it has been
 * called some thousand times.
 * @param base what a relative URL is relative to
 */
export function parsedUrl(text: string, base?: URL): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
