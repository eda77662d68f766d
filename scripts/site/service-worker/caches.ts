/** The worker's site and its caches. Files of the site are checked against their hashes, so that two builds never mix. */
import pMap from "p-map";
import { sha256 } from "../../tree/store.ts";
import type { Build } from "./messages.ts";

declare const self: ServiceWorkerGlobalScope;
declare const BUILD: Build;

/** The root of the site, with a trailing slash. */
export const SCOPE: string = self.registration.scope;

/** Sites under other paths of the same origin share the cache storage. */
const PREFIX = `instants:${new URL(SCOPE).pathname}:`;
const BUILD_PREFIX = `${PREFIX}build:`;
const BUILD_CACHE = BUILD_PREFIX + BUILD.contents;

/** The pages of this worker's build, and its pointer once all data are stored. */
export function openBuildCache(): Promise<Cache> {
	return caches.open(BUILD_CACHE);
}

/** Opens `store`: files of the store, of any build; `played`: media; `pinned`: those of favourites; or `choices`. */
export function openCache(name: "store" | "played" | "pinned" | "choices"): Promise<Cache> {
	return caches.open(PREFIX + name);
}

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

/** A published file. */
export interface ExpectedFile {
	readonly path: string;
	/** Its SHA-256, or the beginning of it, hex. */
	readonly sha256: string;
}

/** A file is missing, belongs to another build, or was tampered with. */
export class NotThisBuild extends Error {}

/** A file as it was built: from another cache, else from the network. Throws NotThisBuild, and what `fetch` throws. */
export async function verifiedFile({ path, sha256 }: ExpectedFile): Promise<Response> {
	// Many hosts redirect `/index.html` to `/`.
	const url = scopedUrl(path.replace(/(^|\/)index\.html$/, "$1"));
	const file =
		(await verified(await caches.match(scopedUrl(path)), sha256)) ??
		// Its hash tells whether the browser's copy is the right one, however old it is.
		(await verified(await fetch(url, { cache: "force-cache" }), sha256)) ??
		(await verified(await fetch(url, { cache: "no-cache" }), sha256));
	if (file !== undefined) return file;
	throw new NotThisBuild(
		`${path} is missing, or does not belong to the build that is being stored`,
	);
}

/** A response that pages accept (they refuse one that came through a redirect); undefined for another file. */
async function verified(
	response: Response | undefined,
	expected: string,
): Promise<Response | undefined> {
	if (!response?.ok) return undefined;
	const data = await response.arrayBuffer();
	if (!(await sha256(data)).startsWith(expected)) return undefined;
	const headers = new Headers(response.headers);
	for (const name of ["Content-Encoding", "Content-Length", "Transfer-Encoding"]) {
		headers.delete(name);
	}
	return new Response(data, { headers });
}

/** As many requests as browsers send to one host over HTTP/1.1. */
const CONCURRENCY = 6;

/** Stores the files that a cache does not hold. Throws on the first that fails. */
export async function storeMissing(
	cache: Cache,
	files: readonly ExpectedFile[],
	onProgress: (fraction: number) => void = () => {},
): Promise<void> {
	const held = new Set((await cache.keys()).map(({ url }) => url));
	let done = 0;
	const store = async (file: ExpectedFile): Promise<void> => {
		const url = scopedUrl(file.path);
		if (!held.has(url)) await cache.put(url, await verifiedFile(file));
		onProgress(++done / files.length);
	};
	await pMap(files, store, { concurrency: CONCURRENCY });
}
