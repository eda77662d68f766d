/**
 * Every kind of file that a build publishes: its path, its purpose and how it is cached. The hosts' header rules
 * and the lists in documents are generated from this table.
 */

/** A file's purpose, which decides how it may be cached and who may read it. */
export type Role =
	/** Data that any program may cache for ever, since its name changes with its content. */
	| "kept data"
	/** Data of the current build, for any program. */
	| "current data"
	/** Data that hosts send instead of an answer. */
	| "error"
	/** A page for people. */
	| "page"
	/** The page that people see instead of a missing one. */
	| "missing page"
	/** The page of a clip, which social networks show in frames. */
	| "page of a clip"
	/** Scripts and styles of pages, under names that change with their content. */
	| "bundle"
	| "service worker"
	| "media"
	/** Files for browsers and crawlers, which may cache them as they like. */
	| "other";

export interface PublishedKind {
	/** The paths, as shown in documents: a word in capitals means any name, `…` any path, and `{a,b}` either of two. */
	readonly files: string;
	readonly what: string;
	readonly role: Role;
}

const STORE = { role: "kept data" } as const;
const DATA = { role: "current data" } as const;
const OTHER = { role: "other" } as const;
const PAGE = { role: "page" } as const;

export const PUBLISHED_KINDS: readonly PublishedKind[] = [
	{ files: "latest.json", what: "the pointer", role: "current data" },
	{ files: "latest.json.minisig", what: "the signature of the pointer", role: "current data" },
	{ files: "v1/instants/packs/HASH.{json,ndjson}", what: "clips, by position", ...STORE },
	{ files: "v1/instants/search/HASH.json", what: "clips, by word", ...STORE },
	{ files: "v1/instants/recent/HASH.json", what: "the newest clips, by word", ...STORE },
	{ files: "v1/instants/slugs/HASH.json", what: "positions of clips, by slug", ...STORE },
	{ files: "v1/instants/tags/HASH.{json,ndjson}", what: "all tags", ...STORE },
	{ files: "v1/instants/templates/HASH.json", what: "templates of clip pages", ...STORE },
	{ files: "manifest/HASH.json", what: "size and hash of every other file", ...STORE },
	{ files: "v1/instants/listing/HASH.json", what: "hashes of listing pages", ...STORE },
	{ files: "v1/instants/words/HASH.json", what: "hashes of word pages", ...STORE },
	{ files: "v1/instants/page/N.json", what: "a page of the listing", ...DATA },
	{ files: "v1/instants/name/KEY/N.json", what: "a page of results for a word", ...DATA },
	{ files: "v1/instants/all.ndjson", what: "all clips", ...DATA },
	{ files: "v1/instants/all.ndjson.gz", what: "all clips, compressed", ...DATA },
	{ files: "v1/instants/all.m3u8", what: "all sounds, as a playlist", ...DATA },
	{ files: "v1/instants/minisearch/index.json", what: "a MiniSearch index of all names", ...DATA },
	{
		files: "v1/instants/minisearch/minisearch.js",
		what: "the module that searches this index",
		...DATA,
	},
	{
		files: "v1/instants/errors/unavailable.json",
		what: "the answer while a host's function is down",
		role: "error",
	},
	{ files: "feed.xml", what: "the newest clips, as RSS", ...DATA },
	{ files: "openapi.json", what: "the API for programs", ...DATA },
	{ files: "index.html", what: "the soundboard", ...PAGE },
	{ files: "404.html", what: "the page for addresses that do not exist", role: "missing page" },
	{ files: "docs/NAME.html", what: "the documentation", ...PAGE },
	{ files: "docs/NAME.md", what: "the documentation as text", ...OTHER },
	{ files: "docs/contract.txt", what: "requests and their answers", ...OTHER },
	{
		files: "docs/samples/NAME/{README.md,NAME.html,NAME.json,NAME.mjs,NAME.yaml}",
		what: "programs that use the API",
		...OTHER,
	},
	{
		files: "clips/KEY/{index.html,oembed.json}",
		what: "the page of a clip, and what other sites need to show it, for hosts without code",
		role: "page of a clip",
	},
	{ files: "embed.js", what: "the button for pages on other sites", ...DATA },
	{ files: "assets/NAME-TAG.{css,js}", what: "styles and scripts", role: "bundle" },
	{ files: "service-worker.js", what: "the service worker", role: "service worker" },
	{ files: "icons/NAME.png", what: "drawings", ...OTHER },
	{ files: "sitemap.xml", what: "addresses for crawlers", ...OTHER },
	{ files: "sitemap/N.xml", what: "parts of the sitemap", ...OTHER },
	{ files: "NAME.{svg,txt,webmanifest}", what: "for browsers and crawlers", ...OTHER },
	{
		files: "media/{sounds,instants_images}/….{mp3,png,jpg,jpeg,gif,webp,avif}",
		what: "sounds and images, whatever the case of the extension",
		role: "media",
	},
];

/** The paths of a kind as written in hosts' rules, with a leading slash: a path, or a folder followed by `*`. */
export function ruleOf({ files }: PublishedKind): string {
	const [fixed = ""] = files.split(/[A-Z{…]/, 1);
	return fixed === files ? `/${files}` : `/${fixed.slice(0, fixed.lastIndexOf("/") + 1)}*`;
}
