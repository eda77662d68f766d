/** Headers of published files, for every host that can be told: one list, no host's spelling. */
import { ERROR_CACHE } from "../contract/answers.ts";
import { ALL_PATH, POINTER_PATH, UNAVAILABLE_PATH } from "../tree/paths.ts";

/** Headers of the files under a path. */
export interface StaticHeaders {
	/** A path, or a folder followed by `*`. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Anyone may read the data from any page; no file is taken for another type than it says. */
export const OPEN_DATA = {
	"Access-Control-Allow-Origin": "*",
	"X-Content-Type-Options": "nosniff",
} as const;

/** An image may be an SVG that holds a script: opened by itself it would run as the site's own. */
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Their names change with what is in them. https://www.rfc-editor.org/rfc/rfc8246 */
const KEPT = "public, max-age=31536000, immutable";

/**
 * Without it browsers guess, by the age of a file, how long it stays as it is, and a page of one
 * build would be read beside the index of the next. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
 */
const CHECKED = "public, max-age=0, must-revalidate";
const CURRENT = { "Cache-Control": CHECKED } as const;

const kept = (path: string): StaticHeaders => ({
	path,
	headers: { ...OPEN_DATA, "Cache-Control": KEPT },
});

const checked = (path: string): StaticHeaders => ({ path, headers: { ...OPEN_DATA, ...CURRENT } });

/**
 * All rules. No file falls under two: some hosts apply the first of them, some the last, and some send
 * both values.
 */
export const STATIC_HEADERS: readonly StaticHeaders[] = [
	{ path: "/", headers: CURRENT },
	{ path: "/index.html", headers: CURRENT },
	{ path: "/docs/*", headers: CURRENT },
	{ path: "/service-worker.js", headers: CURRENT },
	{ path: "/media/*", headers: { ...OPEN_DATA, "Content-Security-Policy": NO_SCRIPTS } },
	{ path: "/assets/*", headers: { "Cache-Control": KEPT, "X-Content-Type-Options": "nosniff" } },
	...["packs", "search", "slugs"].map((folder) => kept(`/v1/instants/${folder}/*`)),
	kept("/manifest/*"),
	...["page", "name", "minisearch"].map((folder) => checked(`/v1/instants/${folder}/*`)),
	...[ALL_PATH, `${ALL_PATH}.gz`, POINTER_PATH, "/openapi.json"].map(checked),
	{ path: UNAVAILABLE_PATH, headers: { ...OPEN_DATA, "Cache-Control": ERROR_CACHE } },
];

/** Headers of the file at a path, decoded; none where no rule says any. */
export function headersOf(path: string): Readonly<Record<string, string>> {
	const rule = STATIC_HEADERS.find((candidate) =>
		candidate.path.endsWith("*")
			? path.startsWith(candidate.path.slice(0, -1))
			: path === candidate.path,
	);
	return rule?.headers ?? {};
}
