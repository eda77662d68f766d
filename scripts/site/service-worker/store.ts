/**
 * Stores a build on the device: always the pages, and the data if they are small or someone asked for
 * them. Nothing is used before all of it is stored and checked.
 */
import pMap from "p-map";
import { POINTER_PATH } from "../../tree/paths.ts";
import { type Pointer, parsePointer } from "../../tree/pointer.ts";
import { openStore } from "../../tree/store.ts";
import { type StoreFile, storeFiles } from "../../tree/store-walk.ts";
import type { Build } from "./messages.ts";
import { buildCacheName, CHOICES_CACHE, fileUrl } from "./scope.ts";
import { CONCURRENCY, ForeignFile, keepingAsset, storeSiteFiles } from "./verified.ts";

declare const BUILD: Build;

/** Data stored without asking: as much as a page with some photographs. */
const MAX_UNASKED_BYTES = 10_000_000;

export const NOT_FOUND_PAGE = "404.html";
/** Shown by hosts and social networks instead of a page, never loaded by one. */
const NOT_FOR_PAGES: readonly string[] = [NOT_FOUND_PAGE, "icons/card.png"];
/** Present in the cache of choices once someone has asked to store everything. */
const STORE_ALL = fileUrl("/store-all");

/** The cache of this worker's build. */
export function openBuildCache(): Promise<Cache> {
	return caches.open(buildCacheName(BUILD.contents));
}

/** Whether all data of this build are stored. The pointer is stored last. */
export async function isComplete(): Promise<boolean> {
	return (await (await openBuildCache()).match(fileUrl(POINTER_PATH))) !== undefined;
}

/** Stores the pages. Throws when one does not belong to this build. */
export async function storeSite(): Promise<void> {
	const cache = await openBuildCache();
	const files = BUILD.site.filter(({ path }) => !NOT_FOR_PAGES.includes(path));
	await storeSiteFiles(cache, files);
	// Some hosts do not serve it as a file, and then it is missing offline.
	const missing = BUILD.site.filter(({ path }) => path === NOT_FOUND_PAGE);
	await storeSiteFiles(cache, missing).catch(() => {});
}

/** Stores the data unless they are large and nobody asked. Throws as `storeSite` does. */
export async function storeDataIfSmall(): Promise<void> {
	const isAsked = (await (await caches.open(CHOICES_CACHE)).match(STORE_ALL)) !== undefined;
	const isSparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
	const most = isAsked ? Number.POSITIVE_INFINITY : isSparing ? 0 : MAX_UNASKED_BYTES;
	const published = await readPointer();
	if (published.pointer.bytes <= most) await storeData(published);
}

/** Stores all data, of this and every later build. Throws as `storeSite` does. */
export async function storeAllData(
	onProgress: (bytes: number, total: number) => void,
): Promise<void> {
	await (await caches.open(CHOICES_CACHE)).put(STORE_ALL, new Response(""));
	await storeData(await readPointer(), onProgress);
}

interface PublishedPointer {
	readonly text: string;
	readonly pointer: Pointer;
}

async function storeData(
	{ text, pointer }: PublishedPointer,
	onProgress: (bytes: number, total: number) => void = () => {},
): Promise<void> {
	let done = 0;
	const asset = keepingAsset(await openBuildCache(), (bytes) => {
		done += bytes;
		onProgress(Math.min(done, pointer.bytes), pointer.bytes);
	});
	const store = openStore(asset);
	for (const folder of ["packs", "search", "slugs"] as const) {
		const files = storeFiles(store, folder, pointer[folder]);
		const read = ({ folder, name, extension }: StoreFile) => store.read(folder, name, extension);
		await pMap(files, read, { concurrency: CONCURRENCY });
	}
	const headers = { "Content-Type": "application/json" };
	await (await openBuildCache()).put(fileUrl(POINTER_PATH), new Response(text, { headers }));
}

/** Throws a ForeignFile when the pointer belongs to another build. */
async function readPointer(): Promise<PublishedPointer> {
	const response = await fetch(fileUrl(POINTER_PATH), { cache: "no-cache" });
	if (!response.ok) throw new ForeignFile(`latest.json: status ${response.status}`);
	const text = await response.text();
	const pointer = await parsePointer(text);
	const { packs, search, slugs } = BUILD.store;
	if (pointer.packs !== packs || pointer.search !== search || pointer.slugs !== slugs) {
		throw new ForeignFile("the published files belong to another build than this worker");
	}
	return { text, pointer };
}
