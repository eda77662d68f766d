/** Parses URLs that people write. */

/**
 * Parses a URL; undefined if the text is not one. In Node 20, `URL.canParse` rejects letters such as é once it
 * has been called a few thousand times.
 * @param base the base of a relative URL
 */
export function parsedUrl(text: string, base?: URL): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
