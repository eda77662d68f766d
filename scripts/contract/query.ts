/**
 * What a query string asks for, read the way the reference server reads it.
 *
 * The reference is Django REST framework: `QueryDict.get` takes the last value of a repeated
 * parameter, while links repeat every value that was given.
 * https://docs.djangoproject.com/en/3.2/ref/request-response/#querydict-objects
 */

/** The parameters of one request; unknown ones are gone. Arrays hold every value given, in order. */
export interface Query {
	/** Values of `format`; empty when the parameter is absent. */
	readonly formats: readonly string[];
	/** Values of `name`, exactly as the client gave them, decoded. */
	readonly names: readonly string[];
	/** The last value of `page`; undefined when the parameter is absent. */
	readonly page: string | undefined;
}

/** Formats that are answered, all with the same JSON. */
export const FORMATS = ["json", "api", ""] as const;
const KNOWN_FORMATS: ReadonlySet<string> = new Set(FORMATS);

/**
 * Python's `str.strip()` set. JavaScript's `trim()` differs: it takes U+FEFF, and leaves U+0085 and
 * U+001C to U+001F.
 * https://docs.python.org/3/library/stdtypes.html#str.isspace
 */
const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING_SPACE = new RegExp(`^[${SPACE}]+`, "u");

/** Text without the white space that Python's `strip` removes. */
export function strip(text: string): string {
	let end = text.length;
	while (end > 0 && LEADING_SPACE.test(text.charAt(end - 1))) end--;
	return text.slice(0, end).replace(LEADING_SPACE, "");
}

/** Reads a raw query string, with or without its `?`. Never throws: bad escapes stay as they are. */
export function parseQuery(search: string): Query {
	const params = new URLSearchParams(search);
	return {
		formats: params.getAll("format"),
		names: params.getAll("name"),
		page: params.getAll("page").at(-1),
	};
}

/** Whether the `format` of the query is one that is answered. */
export function hasKnownFormat(query: Query): boolean {
	return KNOWN_FORMATS.has(query.formats.at(-1) ?? "");
}

/** The text to search for; empty when the request is for the listing. */
export function searchText(query: Query): string {
	return strip(query.names.at(-1) ?? "");
}
