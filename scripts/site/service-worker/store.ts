/**
 * Stores a build on the device: always the pages, and the data if they are small or someone asked for
 * them. Nothing is used before all of it is stored and checked.
 */
import { buildId, type FileEntry, parseManifest } from "../../tree/manifest.ts";
import { ALL_PATH, listingPath, MANIFEST_PATH, POINTER_PATH } from "../../tree/paths.ts";
import { type Pointer, parsePointer } from "../../tree/pointer.ts";
import { sha256 } from "../../tree/sha256.ts";
import { type Build, SERVICE_WORKER_PATH } from "./messages.ts";
import { buildCacheName, CHOICES_CACHE, fileUrl } from "./scope.ts";
import { ForeignFile, storeFiles } from "./verified.ts";

declare const BUILD: Build;

/** Data stored without asking: as much as a page with some photographs. */
const MAX_UNASKED_BYTES = 10_000_000;
/** A longer manifest is not even read without asking. */
const MAX_MANIFEST_BYTES = 3_000_000;

export const NOT_FOUND_PAGE = "404.html";
/** Shown by hosts and social networks instead of a page, never loaded by one. */
const NOT_FOR_PAGES: readonly string[] = [NOT_FOUND_PAGE, "icons/card.png"];
/** Present in the cache of choices once someone has asked to store everything. */
const STORE_ALL = fileUrl("/store-all");

/** The cache of this worker's build. */
export function openBuildCache(): Promise<Cache> {
	return caches.open(buildCacheName(BUILD.contents));
}

/** Whether all data of this build are stored. The catalogue file is stored last. */
export async function isComplete(): Promise<boolean> {
	return (await (await openBuildCache()).match(fileUrl(ALL_PATH))) !== undefined;
}

/** Stores the pages. Throws when one does not belong to this build. */
export async function storeSite(): Promise<void> {
	const cache = await openBuildCache();
	const files = BUILD.site.filter(({ path }) => !NOT_FOR_PAGES.includes(path));
	await storeFiles(cache, files);
	// Some hosts do not serve it as a file, and then it is missing offline.
	const missing = BUILD.site.filter(({ path }) => path === NOT_FOUND_PAGE);
	await storeFiles(cache, missing).catch(() => {});
}

/** Stores the data unless they are large and nobody asked. Throws as `storeSite` does. */
export async function storeDataIfSmall(): Promise<void> {
	const isAsked = (await (await caches.open(CHOICES_CACHE)).match(STORE_ALL)) !== undefined;
	const isSparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
	const most = isAsked ? Number.POSITIVE_INFINITY : isSparing ? 0 : MAX_UNASKED_BYTES;
	const { text, pointer } = await readPointer();
	if (!isAsked && pointer.manifest.bytes > Math.min(most, MAX_MANIFEST_BYTES)) return;
	const manifest = await readManifest(pointer);
	if (bytesOf(dataFiles(manifest.files)) > most) return;
	await storeData(text, manifest);
}

/** Stores all data, of this and every later build. Throws as `storeSite` does. */
export async function storeAllData(
	onProgress: (bytes: number, total: number) => void,
): Promise<void> {
	await (await caches.open(CHOICES_CACHE)).put(STORE_ALL, new Response(""));
	const { text, pointer } = await readPointer();
	await storeData(text, await readManifest(pointer), onProgress);
}

/**
 * The files from which the worker can answer everything except media: the search files, the whole
 * catalogue, and one page, which shows what pages link to.
 */
function dataFiles(files: readonly FileEntry[]): readonly FileEntry[] {
	const single = [ALL_PATH, listingPath(1)].map((path) => path.slice(1));
	const isData = (path: string) => path.startsWith("v1/instants/search/") || single.includes(path);
	return files.filter(({ path }) => isData(path));
}

function bytesOf(files: readonly FileEntry[]): number {
	return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function storeData(
	pointer: string,
	manifest: StoredManifest,
	onProgress: (bytes: number, total: number) => void = () => {},
): Promise<void> {
	const cache = await openBuildCache();
	const files = dataFiles(manifest.files);
	const total = bytesOf(files);
	let done = 0;
	const count = (bytes: number): void => {
		done += bytes;
		onProgress(done, total);
	};
	const isCatalogue = ({ path }: FileEntry): boolean => `/${path}` === ALL_PATH;
	const others = files.filter((file) => !isCatalogue(file));
	await storeFiles(cache, others, count);
	const headers = { "Content-Type": "application/json" };
	await cache.put(fileUrl(MANIFEST_PATH), new Response(manifest.text, { headers }));
	await cache.put(fileUrl(POINTER_PATH), new Response(pointer, { headers }));
	await storeFiles(cache, files.filter(isCatalogue), count);
}

async function readPointer(): Promise<{ text: string; pointer: Pointer }> {
	const response = await fetch(fileUrl(POINTER_PATH), { cache: "no-cache" });
	if (!response.ok) throw new ForeignFile(`latest.json: status ${response.status}`);
	const text = await response.text();
	return { text, pointer: parsePointer(text) };
}

interface StoredManifest {
	readonly text: string;
	readonly files: readonly FileEntry[];
}

/** Throws a ForeignFile when the manifest belongs to another build. */
async function readManifest({ manifest }: Pointer): Promise<StoredManifest> {
	const response = await fetch(fileUrl(MANIFEST_PATH), { cache: "no-cache" });
	const data = await response.arrayBuffer();
	if ((await sha256(data)) !== manifest.sha256) {
		throw new ForeignFile("manifest.json and latest.json belong to different builds");
	}
	const text = new TextDecoder().decode(data);
	const { files } = parseManifest(text);
	const others = files.filter(({ path }) => path !== SERVICE_WORKER_PATH);
	if ((await buildId(others)) !== BUILD.contents) {
		throw new ForeignFile("the published files belong to another build than this worker");
	}
	return { text, files };
}
