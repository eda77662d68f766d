/** Where the site is: at any origin and under any path, so every URL is made from where the page lies. */

/** The folder of the page, with a trailing slash. */
export const SITE_ROOT: string = new URL(".", location.href.replace(/[?#].*$/s, "")).href;

/** The complete URL of a published file. `path` begins with a slash, as all paths of the tree do. */
export function fileUrl(path: string): string {
	return SITE_ROOT + path.replace(/^\//, "");
}
