/** The headers of published files, from which each host's configuration is written. */
import { ERROR_CACHE } from "../contract/answers.ts";
import { ALL_PATH, POINTER_PATH, SIGNATURE_PATH, UNAVAILABLE_PATH } from "../tree/paths.ts";

/** The headers of one file, or of all files in a folder. */
export interface StaticHeaders {
	/** A path, or a folder followed by `*`. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Scripts of any origin may read the data, and browsers must not guess its type. */
export const OPEN_DATA = {
	"Access-Control-Allow-Origin": "*",
	"X-Content-Type-Options": "nosniff",
} as const;

/** A tree that was not made by our build may hold a drawing with a script, which must not run as part of the site. */
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For files whose names change with their content. https://www.rfc-editor.org/rfc/rfc8246 */
const KEPT = "public, max-age=31536000, immutable";

/**
 * Without it, browsers guess from a file's age how long to cache it, and would mix a page of one build
 * with the index of the next. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
 */
const CHECKED = "public, max-age=0, must-revalidate";
const CURRENT = { "Cache-Control": CHECKED } as const;

/** No other site may show ours in a frame and have people press its buttons. A `meta` element cannot say that. */
const PAGE = { ...CURRENT, "Content-Security-Policy": "frame-ancestors 'none'" } as const;

const kept = (path: string): StaticHeaders => ({
	path,
	headers: { ...OPEN_DATA, "Cache-Control": KEPT },
});

const checked = (path: string): StaticHeaders => ({ path, headers: { ...OPEN_DATA, ...CURRENT } });

/**
 * No file may match two rules, because hosts differ: some apply the first, some the last, and some
 * send both values.
 */
export const STATIC_HEADERS: readonly StaticHeaders[] = [
	...["/", "/index.html", "/docs/*", "/404.html"].map((path) => ({ path, headers: PAGE })),
	// Networks show them in frames, to play a clip where it was shared.
	{ path: "/clips/*", headers: CURRENT },
	{ path: "/service-worker.js", headers: CURRENT },
	{ path: "/media/*", headers: { ...OPEN_DATA, "Content-Security-Policy": NO_SCRIPTS } },
	{ path: "/assets/*", headers: { "Cache-Control": KEPT, "X-Content-Type-Options": "nosniff" } },
	...["packs", "search", "slugs", "templates"].map((folder) => kept(`/v1/instants/${folder}/*`)),
	kept("/manifest/*"),
	...["page", "name", "minisearch"].map((folder) => checked(`/v1/instants/${folder}/*`)),
	...[ALL_PATH, `${ALL_PATH}.gz`, POINTER_PATH, SIGNATURE_PATH, "/openapi.json"].map(checked),
	{ path: UNAVAILABLE_PATH, headers: { ...OPEN_DATA, "Cache-Control": ERROR_CACHE } },
];

/** The headers of the file at a decoded path; empty if no rule matches. */
export function headersOf(path: string): Readonly<Record<string, string>> {
	const rule = STATIC_HEADERS.find((candidate) =>
		candidate.path.endsWith("*")
			? path.startsWith(candidate.path.slice(0, -1))
			: path === candidate.path,
	);
	return rule?.headers ?? {};
}
