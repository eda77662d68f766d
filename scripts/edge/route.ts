/** Decides which paths belong to the API. */
import { API_PATH } from "../contract/links.ts";

/** `%41` means `A`, but an encoded slash is not a slash. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2 */
function decodeUnreserved(path: string): string {
	return path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
		const character = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : encoded;
	});
}

/** Whether a URL path is the endpoint, with or without the trailing slash. */
export function isInstantsPath(pathname: string): boolean {
	return decodeUnreserved(pathname).replace(/\/$/, "") === API_PATH.slice(0, -1);
}

/** Whether a URL path is for the handler to answer, rather than a file to serve. */
export function isApiPath(pathname: string): boolean {
	return /^\/api(\/|$)/.test(decodeUnreserved(pathname));
}
