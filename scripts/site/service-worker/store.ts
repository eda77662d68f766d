/**
 * Storing a build on the device: always the pages, and the data too when they are small or somebody
 * wants them. All of one build is stored, each file checked, before any of it is used.
 */

import { buildId, type FileEntry, parseManifest } from "../../tree/manifest.ts";
import { ALL_PATH, MANIFEST_PATH, POINTER_PATH } from "../../tree/paths.ts";
import { type Pointer, parsePointer } from "../../tree/pointer.ts";
import { sha256 } from "../../tree/sha256.ts";
import type { Build } from "./build.ts";
import { bytesOf, dataFiles } from "./core-files.ts";
import { buildCacheName, CHOICES_CACHE, fileUrl } from "./scope.ts";
import { ForeignFile, storeFiles } from "./verified.ts";

declare const BUILD: Build;

/** Data that are stored unasked: what a page with some photographs weighs. */
const MAX_UNASKED_BYTES = 10_000_000;
/** A longer manifest is not even read unasked. */
const MAX_MANIFEST_BYTES = 3_000_000;

/** The page for what is not there. */
export const NOT_FOUND_PAGE = "404.html";
/** What hosts and social networks show in place of a page, never the page itself. */
const NOT_FOR_PAGES: readonly string[] = [NOT_FOUND_PAGE, "icons/card.png"];
/** The worker itself, which is in no list that it can hold. */
export const WORKER = "service-worker.js";

/** Where somebody's wish to have everything is written down. */
const WISH = fileUrl("/store-all");

/** The cache of this worker's build. */
export function openBuildCache(): Promise<Cache> {
	return caches.open(buildCacheName(BUILD.contents));
}

/** Whether all data of this build are stored. The catalogue comes last. */
export async function isComplete(): Promise<boolean> {
	return (await (await openBuildCache()).match(fileUrl(ALL_PATH))) !== undefined;
}

/** Stores the pages of this build. Throws when one is not of it. */
export async function storeSite(): Promise<void> {
	const cache = await openBuildCache();
	const files = BUILD.site.filter(({ path }) => !NOT_FOR_PAGES.includes(path));
	await storeFiles(cache, files);
	// Hosts may keep it for themselves: then there is no page for what is missing without the network.
	const missing = BUILD.site.filter(({ path }) => path === NOT_FOUND_PAGE);
	await storeFiles(cache, missing).catch(() => {});
}

/** Stores the data, unless they are large and nobody asked for them. Throws when one is not of this build. */
export async function storeDataIfSmall(): Promise<void> {
	const wish = await (await caches.open(CHOICES_CACHE)).match(WISH);
	const isSparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
	const most = wish !== undefined ? Number.POSITIVE_INFINITY : isSparing ? 0 : MAX_UNASKED_BYTES;
	const { text, pointer } = await readPointer();
	if (wish === undefined && pointer.manifest.bytes > Math.min(most, MAX_MANIFEST_BYTES)) return;
	const manifest = await readManifest(pointer);
	if (bytesOf(dataFiles(manifest.files)) > most) return;
	await storeData(text, manifest);
}

/** Stores all data, as somebody wants, with this and every later build. Throws as above. */
export async function storeAllData(
	onProgress: (bytes: number, total: number) => void,
): Promise<void> {
	await (await caches.open(CHOICES_CACHE)).put(WISH, new Response(""));
	const { text, pointer } = await readPointer();
	await storeData(text, await readManifest(pointer), onProgress);
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
	const isLast = ({ path }: FileEntry): boolean => `/${path}` === ALL_PATH;
	await storeFiles(
		cache,
		files.filter((file) => !isLast(file)),
		count,
	);
	const headers = { "Content-Type": "application/json" };
	await cache.put(fileUrl(MANIFEST_PATH), new Response(manifest.text, { headers }));
	await cache.put(fileUrl(POINTER_PATH), new Response(pointer, { headers }));
	await storeFiles(cache, files.filter(isLast), count);
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

/** The list of all files. Throws a ForeignFile unless it is the one of this worker's build. */
async function readManifest({ manifest }: Pointer): Promise<StoredManifest> {
	const response = await fetch(fileUrl(MANIFEST_PATH), { cache: "no-cache" });
	const data = await response.arrayBuffer();
	if ((await sha256(data)) !== manifest.sha256) {
		throw new ForeignFile("manifest.json and latest.json are of two builds");
	}
	const text = new TextDecoder().decode(data);
	const { files } = parseManifest(text);
	if ((await buildId(files.filter(({ path }) => path !== WORKER))) !== BUILD.contents) {
		throw new ForeignFile("what is published is of another build than this worker");
	}
	return { text, files };
}
