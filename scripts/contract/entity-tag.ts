/** Entity tags, which identify the build of an answer and save clients from fetching the same answer twice. */

/** Keeps the header small: proxies and clients reject large headers. */
const MAX_TAG = 200;

/**
 * A strong entity tag for one build's answer to one request. Tags only have to tell versions of the same URL
 * apart, so it is safe to truncate a long URL.
 * @param build the id of the build
 * @param canonicalUrl ASCII, percent-encoded
 */
export function entityTag(build: string, canonicalUrl: string): string {
	return `"${`${build.slice(0, 16)}.${canonicalUrl}`.slice(0, MAX_TAG)}"`;
}

/** The prefix of the build's id in the entity tag of an answer; undefined for a foreign tag. */
export function buildOf(tag: string): string | undefined {
	return /^(?:W\/)?"([0-9a-f]+)\./.exec(tag)?.[1];
}

/**
 * Whether an `If-None-Match` header matches the entity tag. The header may be a list, a weak tag or `*`.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
	if (ifNoneMatch === null) return false;
	if (ifNoneMatch.trim() === "*") return true;
	const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
	return tags.includes(tag);
}
