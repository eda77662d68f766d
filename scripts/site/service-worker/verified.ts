/** Fetching a file of a build, and making sure that it is the one. */
import type { FileEntry } from "../../tree/manifest.ts";
import { sha256 } from "../../tree/sha256.ts";
import { buildCacheNames, fileUrl } from "./scope.ts";

/** A file is not the one of this build: another is being deployed just now, or it was tampered with. */
export class ForeignFile extends Error {}

/** Where a host shows a file: many send `/index.html` on to `/`. */
function addressOf(path: string): string {
	return fileUrl(path.replace(/(^|\/)index\.html$/, "$1"));
}

/** An answer that may be stored for a page: one that came after a redirect may not be used there. */
function rebuilt(data: ArrayBuffer, { headers: given }: Response): Response {
	const headers = new Headers(given);
	for (const name of ["Content-Encoding", "Content-Length", "Transfer-Encoding"]) {
		headers.delete(name);
	}
	return new Response(data, { headers });
}

/** A file that another build has stored, if it is the same. */
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
	// Asked for anew: what the browser's cache has may be of the build before.
	const response = await fetch(addressOf(file.path), { cache: "no-cache" });
	if (!response.ok) throw new ForeignFile(`${file.path}: status ${response.status}`);
	const data = await response.arrayBuffer();
	if ((await sha256(data)) !== file.sha256) {
		throw new ForeignFile(`${file.path} is not of the build that is being stored`);
	}
	return rebuilt(data, response);
}

/** Requests at a time: what browsers allow to one host over HTTP/1.1. */
const CONCURRENCY = 6;

/** Stores files in a cache, each checked. Throws on the first that cannot be. */
export async function storeFiles(
	cache: Cache,
	files: readonly FileEntry[],
	onBytes: (bytes: number) => void = () => {},
): Promise<void> {
	const waiting = [...files];
	const work = async (): Promise<void> => {
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
			const url = fileUrl(file.path);
			if ((await cache.match(url)) === undefined) {
				await cache.put(url, (await inOlderBuild(file)) ?? (await fetched(file)));
			}
			onBytes(file.bytes);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
