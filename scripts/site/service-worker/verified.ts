/** Stores files of a build, each checked against its hash. */
import pMap from "p-map";
import type { FileEntry } from "../../tree/manifest.ts";
import type { Asset } from "../../tree/reading.ts";
import { sha256 } from "../../tree/sha256.ts";
import { storeName } from "../../tree/store.ts";
import { buildCacheNames, fileUrl } from "./scope.ts";

/** A file does not belong to this build: another is being deployed, or it was tampered with. */
export class ForeignFile extends Error {}

/** Many hosts redirect `/index.html` to `/`. */
function addressOf(path: string): string {
	return fileUrl(path.replace(/(^|\/)index\.html$/, "$1"));
}

/** A response that pages accept: they refuse one that came through a redirect. */
function rebuilt(data: ArrayBuffer, { headers: given }: Response): Response {
	const headers = new Headers(given);
	for (const name of ["Content-Encoding", "Content-Length", "Transfer-Encoding"]) {
		headers.delete(name);
	}
	return new Response(data, { headers });
}

/** The same file as stored for another build. */
async function inOlderBuild(file: FileEntry): Promise<Response | undefined> {
	for (const name of await buildCacheNames()) {
		const found = await (await caches.open(name)).match(fileUrl(file.path));
		if (found === undefined) continue;
		const copy = found.clone();
		if ((await sha256(await found.arrayBuffer())) === file.sha256) return copy;
	}
	return undefined;
}

/** Fetches a file. Throws a ForeignFile, or what `fetch` throws. */
async function fetched(file: FileEntry): Promise<Response> {
	// The browser may have cached the previous build's file.
	const response = await fetch(addressOf(file.path), { cache: "no-cache" });
	if (!response.ok) throw new ForeignFile(`${file.path}: status ${response.status}`);
	const data = await response.arrayBuffer();
	if ((await sha256(data)) !== file.sha256) {
		throw new ForeignFile(`${file.path} does not belong to the build that is being stored`);
	}
	return rebuilt(data, response);
}

/** As many requests as browsers send to one host over HTTP/1.1. */
export const CONCURRENCY = 6;

/** Stores files of the site in a cache. Throws on the first that cannot be fetched or has another hash. */
export async function storeSiteFiles(cache: Cache, files: readonly FileEntry[]): Promise<void> {
	const store = async (file: FileEntry): Promise<void> => {
		const url = fileUrl(file.path);
		if ((await cache.match(url)) !== undefined) return;
		await cache.put(url, (await inOlderBuild(file)) ?? (await fetched(file)));
	};
	await pMap(files, store, { concurrency: CONCURRENCY });
}

/** Reads files of the store, which never change, and keeps them in a cache. Their reader checks them. */
export function keepingAsset(cache: Cache, onBytes: (bytes: number) => void): Asset {
	return async (path) => {
		const url = fileUrl(path);
		const kept = (await cache.match(url)) ?? (await inAnyBuild(url)) ?? (await fetch(url));
		if (!kept.ok) throw new ForeignFile(`${path}: status ${kept.status}`);
		const data = await kept.arrayBuffer();
		if (!path.includes(await storeName(data))) throw new ForeignFile(`${path} is damaged`);
		await cache.put(url, rebuilt(data, kept));
		onBytes(data.byteLength);
		return new Uint8Array(data);
	};
}

/** The same address as stored for another build. */
async function inAnyBuild(url: string): Promise<Response | undefined> {
	for (const name of await buildCacheNames()) {
		const found = await (await caches.open(name)).match(url);
		if (found !== undefined) return found;
	}
	return undefined;
}
