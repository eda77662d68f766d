/** Where the worker's site is, and the names of its caches. */

declare const self: ServiceWorkerGlobalScope;

/** The root of the site, with a trailing slash. */
export const SCOPE: string = self.registration.scope;
/** The same without the slash, as base URLs are. */
export const BASE_URL: string = SCOPE.replace(/\/$/, "");

/** Sites under other paths of the same origin share the cache storage. */
const PREFIX = `instants:${new URL(SCOPE).pathname}:`;
const BUILD_PREFIX = `${PREFIX}build:`;

/** The cache of one build. Only files that were checked to belong to it go in. */
export function buildCacheName(contents: string): string {
	return BUILD_PREFIX + contents;
}

/** Media that were played, as long as there is room. */
export const PLAYED_CACHE = `${PREFIX}played`;
/** Media that stay. */
export const PINNED_CACHE = `${PREFIX}pinned`;
/** Files that were read, of a catalogue too large to store without asking. */
export const VISITED_CACHE = `${PREFIX}visited`;
export const CHOICES_CACHE = `${PREFIX}choices`;

export async function buildCacheNames(): Promise<string[]> {
	return (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX));
}

/** The complete URL of a published file. `path` may begin with a slash. */
export function fileUrl(path: string): string {
	return SCOPE + path.replace(/^\//, "");
}
