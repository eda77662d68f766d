/** Entity tags, and when a client's copy is still good. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */

/** A strong entity tag for what one build answers to one canonical request. */
export async function entityTag(build: string, canonicalUrl: string): Promise<string> {
	const text = new TextEncoder().encode(`${build}\n${canonicalUrl}`);
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
	const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0"));
	return `"${hex.join("")}"`;
}

/** Whether an `If-None-Match` header names the entity tag: a list, `*`, or weak spellings of it. */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
	if (ifNoneMatch === null) return false;
	if (ifNoneMatch.trim() === "*") return true;
	const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
	return tags.includes(tag);
}
