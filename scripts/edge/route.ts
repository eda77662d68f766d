/** Which paths are the endpoint. */

/** What follows `/api/`, cut at its slashes, with and without the trailing slash. */
const ENDPOINT = "api/v1/instants";

/** `%41` and `A` are the same path; an encoded slash is not a slash. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
function decodeUnreserved(path: string): string {
	return path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
		const character = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : encoded;
	});
}

/** Whether a URL path is the endpoint, with or without its trailing slash. */
export function isInstantsPath(pathname: string): boolean {
	return decodeUnreserved(pathname).replace(/\/$/, "") === `/${ENDPOINT}`;
}

/** Whether a URL path belongs to the API at all, so that the handler answers it and no file does. */
export function isApiPath(pathname: string): boolean {
	return /^\/api(\/|$)/.test(decodeUnreserved(pathname));
}
