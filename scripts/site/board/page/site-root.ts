/** The address of the site. It may be at any origin and path, so URLs start from the address of this script. */

/** The root, with a trailing slash. The script is in `assets/`, while pages are in any folder. */
export const SITE_ROOT: string = new URL("../", import.meta.url).href;

/** The same without the slash, as base URLs are. */
export const BASE_URL: string = SITE_ROOT.replace(/\/$/, "");

/** The complete URL of a published file. `path` begins with a slash. */
export function fileUrl(path: string): string {
	return SITE_ROOT + path.replace(/^\//, "");
}

/**
 * Makes the addresses in the page complete. They are relative, and a search changes the address from a
 * clip page to that of the front page, two folders up.
 */
export function completeLinks(): void {
	for (const link of document.links) link.setAttribute("href", link.href);
}
