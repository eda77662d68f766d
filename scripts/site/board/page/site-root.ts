/**
 * The address of the site. The site may be at any origin and path, so its URLs are derived from the URL of this
 * script.
 */

/** The root of the site, with a trailing slash. This script is in `assets/`, while pages may be in any folder. */
export const SITE_ROOT: string = new URL("../", import.meta.url).href;

/** The root without the trailing slash, like every base URL. */
export const BASE_URL: string = SITE_ROOT.replace(/\/$/, "");

/** The absolute URL of a published file. `path` begins with a slash. */
export function fileUrl(path: string): string {
	return SITE_ROOT + path.replace(/^\//, "");
}

/**
 * Makes the links in the page absolute. In the HTML they are relative, and a search changes the address from that
 * of a clip page to that of the front page, two folders up.
 */
export function completeLinks(): void {
	for (const link of document.links) link.setAttribute("href", link.href);
}
