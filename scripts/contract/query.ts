/**
 * Reads a query string as the reference server (Django REST framework) does: the last value of a
 * repeated parameter counts, while links repeat every value.
 * https://docs.djangoproject.com/en/3.2/ref/request-response/#querydict-objects
 */

/** The known parameters of a request. Arrays hold every value, in order. */
export interface Query {
	readonly formats: readonly string[];
	/** Decoded, but otherwise exactly as the client sent them. */
	readonly names: readonly string[];
	/** Decoded in the same way. */
	readonly tags: readonly string[];
	/** The last value; undefined if there is none. */
	readonly page: string | undefined;
}

/** The supported formats, all answered with the same JSON. */
export const FORMATS: readonly string[] = ["json", "api", ""];

/**
 * The characters that Python's `str.strip()` removes. JavaScript's `trim()` differs: it removes U+FEFF but keeps
 * U+0085 and U+001C to U+001F.
 * https://docs.python.org/3/library/stdtypes.html#str.isspace
 */
const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING_SPACE = new RegExp(`^[${SPACE}]+`, "u");

/** Python's `str.strip()`. */
export function strip(text: string): string {
	let end = text.length;
	while (end > 0 && LEADING_SPACE.test(text.charAt(end - 1))) end--;
	return text.slice(0, end).replace(LEADING_SPACE, "");
}

/** Parses a raw query string, with or without its `?`. Never throws: invalid escapes are left unchanged. */
export function parseQuery(search: string): Query {
	const params = new URLSearchParams(search);
	return {
		formats: params.getAll("format"),
		names: params.getAll("name"),
		tags: params.getAll("tag"),
		page: params.getAll("page").at(-1),
	};
}

export function hasKnownFormat(query: Query): boolean {
	return FORMATS.includes(query.formats.at(-1) ?? "");
}

/** The text to search for; empty for the listing. */
export function searchText(query: Query): string {
	return strip(query.names.at(-1) ?? "");
}

/** The maximum number of tags in a request. */
export const MAX_TAGS = 20;

/** The tags that clips must have. */
export function wantedTags({ tags }: Query): string[] {
	return tags.filter((tag) => strip(tag) !== "");
}
