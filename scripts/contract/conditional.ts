/** Entity tags, and when a client's copy is still good. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */

/** Proxies refuse large headers. */
const MAX_TAG = 200;

/**
 * A strong entity tag for what one build answers to one request. A tag has to tell the versions of
 * one URL apart, not different URLs, so cutting it short is safe.
 * @param build the id of the build
 * @param canonicalUrl ASCII, percent-encoded
 */
export function entityTag(build: string, canonicalUrl: string): string {
	return `"${`${build.slice(0, 16)}.${canonicalUrl}`.slice(0, MAX_TAG)}"`;
}

/** Whether an `If-None-Match` header names the entity tag: in a list, as `*`, or marked as weak. */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
	if (ifNoneMatch === null) return false;
	if (ifNoneMatch.trim() === "*") return true;
	const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
	return tags.includes(tag);
}
