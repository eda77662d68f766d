/**
 * Stores a build on the device: always the pages, and the data if they are small or the visitor requested them.
 * The data are not used until all of them are stored: the pointer is stored last. Builds share store files, which
 * are named after their content, so that a new build stores only changed files.
 */
import { listedFiles } from "../../tree/listed-files.ts";
import { NOT_FOUND_PAGE, POINTER_PATH } from "../../tree/paths.ts";
import { parsePointer } from "../../tree/pointer.ts";
import { fetchedAsset } from "../../tree/reading.ts";
import { isStoreName, mapInBatches, openStore, STORE_FOLDERS, sha256 } from "../../tree/store.ts";
import type { Build } from "./messages.ts";
import { fetchSoon, storable } from "./responses.ts";

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

/**
 * Opens a cache that all builds share: `store` (store files), `played` (media), `pinned` (media of favourites) or
 * `choices`.
 */
export function openCache(name: "store" | "played" | "pinned" | "choices"): Promise<Cache> {
	return caches.open(PREFIX + name);
}

/** Deletes the pages of other builds. */
export async function dropOtherBuilds(): Promise<void> {
	const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD_PREFIX));
	const others = builds.filter((name) => name !== BUILD_CACHE);
	await Promise.all(others.map((name) => caches.delete(name)));
}

/** The absolute URL of a published file. `path` may begin with a slash. */
export function scopedUrl(path: string): string {
	return SCOPE + path.replace(/^\//, "");
}

/** A published file. */
interface ExpectedFile {
	readonly path: string;
	/** The SHA-256 of the file, or a prefix of it, in hex. */
	readonly sha256: string;
	/** The name that a page contains: hosts may add code to pages, but to no other stored files. */
	readonly name?: string | undefined;
}

/** A file is missing, belongs to a different build, or was changed. */
class NotThisBuild extends Error {}

/**
 * A file as it was built: from another cache, else from the network. Throws NotThisBuild, and the errors of
 * `fetch`.
 */
async function verifiedFile(file: ExpectedFile): Promise<Response> {
	// Many hosts redirect `/index.html` to `/`.
	const url = scopedUrl(file.path.replace(/(^|\/)index\.html$/, "$1"));
	const response =
		(await verified(await caches.match(scopedUrl(file.path)), file)) ??
		// The hash tells whether the browser's copy is right, however old it is.
		(await verified(await fetchSoon(url, { cache: "force-cache" }), file)) ??
		(await verified(await fetchSoon(url, { cache: "no-cache" }), file));
	if (response !== undefined) return response;
	throw new NotThisBuild(
		`${file.path} is missing, belongs to another build, or was changed by the host`,
	);
}

/** A copy to store; undefined if it is not the expected file. */
async function verified(
	response: Response | undefined,
	{ sha256: expected, name }: ExpectedFile,
): Promise<Response | undefined> {
	if (!response?.ok) return undefined;
	const body = await response.blob();
	const hash = await sha256(await body.arrayBuffer());
	const isExpected = hash.startsWith(expected) || (name && (await body.text()).includes(name));
	return isExpected ? storable(response, body) : undefined;
}

/** Stores the files that are missing from a cache. Throws at the first failure. */
async function storeMissing(
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
	await mapInBatches(files, store);
}

/**
 * The maximum size of data stored without asking: no more than a page with a photograph. Pages read all data of
 * such a small catalogue anyway.
 */
const MAX_UNASKED_BYTES = 1_000_000;

/** Files for hosts, crawlers and social networks, and programs to copy that hosts treat as pages. */
const NOT_FOR_PAGES = /^(?:404\.html|robots\.txt|icons\/card\.png|docs\/samples\/.+\.html)$/;
/** Present in the cache of choices once someone has stored everything. */
const STORE_ALL = scopedUrl("/store-all");

/** A store file, named by its hash, but not an index of precomputed pages: the worker composes all pages. */
const STORE_FILE = /^\/v1\/instants\/(?!listing\/|words\/)\w+\/(\w+)\.(?:nd)?json$/;

/**
 * The pointer or a store file. If a deploy has deleted the file, the answer is a 404, and the handler then reads
 * the pointer again. Undefined for any other path. Throws if the host does not answer.
 */
export async function dataFile(path: string): Promise<Response | undefined> {
	const url = scopedUrl(path);
	if (path === POINTER_PATH) return (await completePointer()) ?? fetch(url, { cache: "no-cache" });
	const [, name] = STORE_FILE.exec(path) ?? [];
	if (!isStoreName(name)) return undefined;
	const stored = await (await openCache("store")).match(url);
	return (
		stored ??
		verifiedFile({ path, sha256: name }).catch((error: unknown) => {
			if (error instanceof NotThisBuild) return new Response(null, { status: 404 });
			throw error;
		})
	);
}

/** How the handler reads the data. */
export const asset = fetchedAsset(
	async (path) => (await dataFile(path)) ?? new Response(null, { status: 404 }),
);

/** The pointer of this worker's build; undefined until all its data are stored. */
export async function completePointer(): Promise<Response | undefined> {
	return (await openBuildCache()).match(scopedUrl(POINTER_PATH));
}

/**
 * Stores the pages, and the data if they are small or the visitor requested them. If that fails, throws the
 * reason and leaves no pages.
 */
export async function storeBuild(): Promise<void> {
	// A worker with different code may have stored the same build.
	const isInUse = await caches.has(BUILD_CACHE);
	const cache = await openBuildCache();
	try {
		const files = BUILD.site.filter(({ path }) => !NOT_FOR_PAGES.test(path));
		await storeMissing(cache, files);
		// Some hosts do not serve the 404 page as a file, and then it is missing offline.
		const missing = BUILD.site.filter(({ path }) => path === NOT_FOUND_PAGE);
		await storeMissing(cache, missing).catch(() => {});
		const isAsked = (await (await openCache("choices")).match(STORE_ALL)) !== undefined;
		if (!isAsked && BUILD.store.bytes > MAX_UNASKED_BYTES) return;
		await storeData().catch((error: unknown) => {
			// The first build works without stored data.
			if (self.registration.active !== null) throw error;
			console.warn(`instants: ${error}`);
		});
	} catch (error) {
		if (!isInUse) await caches.delete(BUILD_CACHE);
		console.error(`instants: could not store this build for offline use: ${error}`);
		throw error;
	}
}

/** Stores all data, of this and every later build. Throws if that fails. */
export async function storeAllData(onProgress: (fraction: number) => void): Promise<void> {
	await storeData(onProgress);
	await (await openCache("choices")).put(STORE_ALL, new Response(""));
}

async function storeData(onProgress?: (fraction: number) => void): Promise<void> {
	const pointer = await publishedPointer();
	await storeMissing(await openCache("store"), await filesOfStore(), onProgress);
	await storeMissing(await openBuildCache(), BUILD.names);
	const headers = { "Content-Type": "application/json" };
	await (await openBuildCache()).put(scopedUrl(POINTER_PATH), new Response(pointer, { headers }));
}

/** The text of the pointer. Throws if it belongs to a different build, or there is none. */
async function publishedPointer(): Promise<string> {
	const text = await (await fetchSoon(scopedUrl(POINTER_PATH), { cache: "no-cache" })).text();
	const pointer = await parsePointer(text);
	const isOurs = Object.entries({ ...pointer, ...BUILD.store }).every(
		([key, value]) => pointer[key as keyof typeof pointer] === value,
	);
	if (!isOurs) throw new Error("the published files are not from this worker's build");
	return text;
}

/** Every store file of this build. */
async function filesOfStore(): Promise<ExpectedFile[]> {
	const store = openStore(asset);
	const files: ExpectedFile[] = [];
	for (const folder of STORE_FOLDERS) {
		// The worker composes all pages, and `BUILD` has the other files that the manifest lists.
		if (folder === "manifest") continue;
		for await (const more of listedFiles(BUILD.store, store, folder, false)) {
			// Not push(...more), which overflows the stack.
			for (const file of more) files.push(file);
		}
	}
	return files;
}

/** Deletes the store files that this build does not need. */
export async function pruneStore(): Promise<void> {
	// An even newer build is being stored, which relies on these files.
	if (self.registration.installing !== null) return;
	const isComplete = (await completePointer()) !== undefined;
	const needed = new Set(
		isComplete ? (await filesOfStore()).map(({ path }) => scopedUrl(path)) : [],
	);
	const cache = await openCache("store");
	const others = (await cache.keys()).filter(({ url }) => !needed.has(url));
	await Promise.all(others.map((request) => cache.delete(request)));
}
