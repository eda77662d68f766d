/** Stores files of a build, each checked against its hash. */
import pMap from "p-map";
import type { FileEntry } from "../../tree/manifest.ts";
import { sha256 } from "../../tree/sha256.ts";
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
const CONCURRENCY = 6;

/** Stores files in a cache. Throws on the first that cannot be fetched or has another hash. */
export async function storeFiles(
	cache: Cache,
	files: readonly FileEntry[],
	onBytes: (bytes: number) => void = () => {},
): Promise<void> {
	const store = async (file: FileEntry): Promise<void> => {
		const url = fileUrl(file.path);
		if ((await cache.match(url)) === undefined) {
			await cache.put(url, (await inOlderBuild(file)) ?? (await fetched(file)));
		}
		onBytes(file.bytes);
	};
	await pMap(files, store, { concurrency: CONCURRENCY });
}
