/** Headers of published files, for every host that can be told: one list, no host's spelling. */

/** Headers of the files under a path. */
export interface StaticHeaders {
	/** A path, or a folder followed by `*`. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Anyone may read the data from any page; no file is taken for another type than it says. */
const OPEN_DATA = {
	"Access-Control-Allow-Origin": "*",
	"X-Content-Type-Options": "nosniff",
} as const;

/** An image may be an SVG that holds a script: opened by itself it would run as the site's own. */
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Their names change with what is in them. https://www.rfc-editor.org/rfc/rfc8246 */
const KEPT = "public, max-age=31536000, immutable";

/** All rules; none overlaps with another. */
export const STATIC_HEADERS: readonly StaticHeaders[] = [
	{ path: "/v1/*", headers: OPEN_DATA },
	{ path: "/media/*", headers: { ...OPEN_DATA, "Content-Security-Policy": NO_SCRIPTS } },
	{ path: "/assets/*", headers: { "Cache-Control": KEPT, "X-Content-Type-Options": "nosniff" } },
	{ path: "/manifest.json", headers: OPEN_DATA },
	{ path: "/latest.json", headers: OPEN_DATA },
	{ path: "/openapi.json", headers: OPEN_DATA },
];
