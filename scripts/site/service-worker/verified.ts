/** Fetches published files and checks them against their hashes, so that the worker never mixes two builds. */
import pMap from "p-map";
import { sha256 } from "../../tree/store.ts";
import { scopedUrl } from "./scope.ts";

/** A published file. */
export interface ExpectedFile {
	readonly path: string;
	/** Its SHA-256, or the beginning of it, hex. */
	readonly sha256: string;
}

/** Many hosts redirect `/index.html` to `/`. */
function addressOf(path: string): string {
	return scopedUrl(path.replace(/(^|\/)index\.html$/, "$1"));
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

/**
 * A file as it was built: from another cache, else from the network. Throws an Error when it belongs
 * to another build or was tampered with, and what `fetch` throws.
 */
export async function verifiedFile({ path, sha256 }: ExpectedFile): Promise<Response> {
	const url = addressOf(path);
	const file =
		(await verified(await caches.match(scopedUrl(path)), sha256)) ??
		// Its hash tells whether the browser's copy is the right one, however old it is.
		(await verified(await fetch(url, { cache: "force-cache" }), sha256)) ??
		(await verified(await fetch(url, { cache: "no-cache" }), sha256));
	if (file !== undefined) return file;
	throw new Error(`${path} is missing, or does not belong to the build that is being stored`);
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
