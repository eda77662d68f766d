/** The headers of published files, from which each host's configuration is generated. */
import { ERROR_CACHE } from "../contract/answers.ts";
import { UNFRAMED } from "../pages/page-answers.ts";
import type { TextFile } from "../tree/manifest.ts";
import { PLAYLIST_PATH } from "../tree/paths.ts";
import { PUBLISHED_KINDS, type Role, ruleOf } from "../tree/published-files.ts";
import { CONTENT_TYPES } from "./content-types.ts";

/** The headers of one file, or of all files in a folder. */
export interface StaticHeaders {
	/** A path, or a folder followed by `*`. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Scripts from any origin may read the data, and browsers must not guess its type. */
export const OPEN_DATA = {
	"Access-Control-Allow-Origin": "*",
	"X-Content-Type-Options": "nosniff",
} as const;

/** A tree from another source may contain an SVG with a script, which must not run as part of the site. */
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For files whose names change with their content. https://www.rfc-editor.org/rfc/rfc8246 */
const KEPT = "public, max-age=31536000, immutable";

/**
 * Without this header, browsers guess from a file's age how long to cache it, and would mix a page of one build
 * with the index of the next. https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
 */
const CHECKED = "public, max-age=0, must-revalidate";
const CURRENT = { "Cache-Control": CHECKED } as const;

/** The board may list audio outputs, for which browsers require access to the microphone; framed pages may not. */
const OWN_DEVICES = "microphone=(self), speaker-selection=(self)";

const PAGE = { ...CURRENT, ...UNFRAMED, "Permissions-Policy": OWN_DEVICES } as const;

/** For 404 answers, since the next build may have the missing file. */
export const NOT_KEPT = { "Cache-Control": ERROR_CACHE } as const;

/** The headers of files, by role; for roles without headers, hosts and browsers decide how to cache the files. */
const HEADERS: Readonly<Partial<Record<Role, StaticHeaders["headers"]>>> = {
	"kept data": { ...OPEN_DATA, "Cache-Control": KEPT },
	"current data": { ...OPEN_DATA, ...CURRENT },
	error: { ...OPEN_DATA, ...NOT_KEPT },
	page: PAGE,
	"missing page": { ...NOT_KEPT, ...UNFRAMED },
	// No UNFRAMED: social networks show clip pages in frames, with a query that header rules cannot match.
	"page of a clip": { ...OPEN_DATA, ...CURRENT },
	"service worker": CURRENT,
	media: {
		...OPEN_DATA,
		"Content-Security-Policy": NO_SCRIPTS,
		// Without this header, cross-origin isolated pages of other sites cannot play media.
		// https://web.dev/articles/coop-coep
		"Cross-Origin-Resource-Policy": "cross-origin",
	},
	// Open to other origins, because a clip's frame has no origin on sites that sandbox it, as WordPress does.
	bundle: { ...OPEN_DATA, "Cache-Control": KEPT },
};

/** Going by its extension, hosts would take the playlist for a segmented stream. */
const PLAYLIST_TYPE = { "Content-Type": CONTENT_TYPES.m3u8 ?? "" };

/**
 * No file may match two rules, because hosts differ: some apply the first, some the last, and some
 * send both values.
 */
export const STATIC_HEADERS: readonly StaticHeaders[] = [
	{ path: "/", headers: PAGE },
	...PUBLISHED_KINDS.flatMap((kind) => {
		const headers = HEADERS[kind.role];
		if (headers === undefined) return [];
		const path = ruleOf(kind);
		const type = path === PLAYLIST_PATH ? PLAYLIST_TYPE : {};
		return [{ path, headers: { ...headers, ...type } }];
	}),
];

/**
 * For hosts that apply a rule even to missing files: a browser would cache the 404 for a year, and would not find
 * the file once it is back. https://github.com/sveltejs/kit/issues/16615
 */
export const STATIC_HEADERS_OF_ANY_STATUS: readonly StaticHeaders[] = STATIC_HEADERS.map(
	({ path, headers }) =>
		headers["Cache-Control"] === KEPT
			? { path, headers: { ...headers, "Cache-Control": CHECKED } }
			: { path, headers },
);

/**
 * The headers file, which Cloudflare and Netlify read from the published folder.
 * https://developers.cloudflare.com/workers/static-assets/headers/ https://docs.netlify.com/routing/headers/
 */
export function headersFile(): TextFile {
	const rules = STATIC_HEADERS_OF_ANY_STATUS.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
		return [path, ...lines].join("\n");
	});
	return { path: "_headers", text: `${rules.join("\n\n")}\n` };
}

/** The headers of the file at a decoded path; empty if no rule matches. */
export function headersOf(path: string): Readonly<Record<string, string>> {
	const rule = STATIC_HEADERS.find((candidate) =>
		candidate.path.endsWith("*")
			? path.startsWith(candidate.path.slice(0, -1))
			: path === candidate.path,
	);
	return rule?.headers ?? {};
}
