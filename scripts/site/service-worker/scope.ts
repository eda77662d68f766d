/** Where the site is that the worker answers for, and the names of its caches. */

declare const self: ServiceWorkerGlobalScope;

/** The root of the site, with a trailing slash. */
export const SCOPE: string = self.registration.scope;
/** The same as the base URL of links. */
export const BASE_URL: string = SCOPE.replace(/\/$/, "");

/** Sites under other paths of the same origin share its caches: each has names of its own. */
const PREFIX = `instants:${new URL(SCOPE).pathname}:`;
const BUILD_PREFIX = `${PREFIX}build:`;

/** The cache of one build: what it holds was checked to be of that build. */
export function buildCacheName(contents: string): string {
	return BUILD_PREFIX + contents;
}

/** Clips that were played, until there are too many. */
export const PLAYED_CACHE = `${PREFIX}played`;
/** Clips that stay. */
export const PINNED_CACHE = `${PREFIX}pinned`;
/** Files that were read, of a catalogue too large to be stored unasked. */
export const VISITED_CACHE = `${PREFIX}visited`;
/** What people chose. */
export const CHOICES_CACHE = `${PREFIX}choices`;

/** The names of all caches of builds. */
export async function buildCacheNames(): Promise<string[]> {
	return (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX));
}

/** The complete URL of a published file. `path` may begin with a slash. */
export function fileUrl(path: string): string {
	return SCOPE + path.replace(/^\//, "");
}
