/** Reading published files from the page, and telling why one cannot be read. */

/** There is no network, and the device does not hold the file. */
export class Unreachable extends Error {}

/** Reads JSON. Throws Unreachable, or an Error when what came is not the file. */
export async function readJson(url: string, cache: RequestCache = "default"): Promise<unknown> {
	const response = await fetch(url, { cache }).catch((error: unknown) => {
		throw new Unreachable(`${url}: ${error}`);
	});
	if (response.status >= 502) throw new Unreachable(`${url}: status ${response.status}`);
	if (!response.ok) throw new Error(`${url}: status ${response.status}`);
	return response.json();
}
