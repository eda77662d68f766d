/** Where the worker's site is, and its caches. */
import type { Build } from "./messages.ts";

declare const self: ServiceWorkerGlobalScope;
declare const BUILD: Build;

/** The root of the site, with a trailing slash. */
export const SCOPE: string = self.registration.scope;
/** The same without the slash, as base URLs are. */
export const SCOPE_URL: string = SCOPE.replace(/\/$/, "");

/** Sites under other paths of the same origin share the cache storage. */
const PREFIX = `instants:${new URL(SCOPE).pathname}:`;
const BUILD_PREFIX = `${PREFIX}build:`;

/** The pages of this worker's build, and its pointer once all data are stored. */
const BUILD_CACHE = BUILD_PREFIX + BUILD.contents;

export function openBuildCache(): Promise<Cache> {
	return caches.open(BUILD_CACHE);
}

/** Media that were played, as long as there is room. */
export const PLAYED_CACHE = `${PREFIX}played`;
/** Media that stay. */
export const PINNED_CACHE = `${PREFIX}pinned`;
/** Media of all clips, if someone has asked for them. */
export const SAVED_CACHE = `${PREFIX}saved`;
/** Files of the store, of any build, and the pointer of the last visit. */
export const STORE_CACHE = `${PREFIX}store`;
/** What the host's API has answered. */
export const ANSWERS_CACHE = `${PREFIX}answers`;
export const CHOICES_CACHE = `${PREFIX}choices`;

/** Deletes the pages of other builds. */
export async function dropOtherBuilds(): Promise<void> {
	const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX));
	const others = builds.filter((name) => name !== BUILD_CACHE);
	await Promise.all(others.map((name) => caches.delete(name)));
}

/** The complete URL of a published file. `path` may begin with a slash. */
export function scopedUrl(path: string): string {
	return SCOPE + path.replace(/^\//, "");
}
