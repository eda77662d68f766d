/** Keeps what the host's API has answered, so that what was seen of a large catalogue is there offline. */
import { buildOf } from "../../contract/entity-tag.ts";
import { ANSWERS_CACHE } from "./scope.ts";

/** Some megabytes: an answer is a few kilobytes. */
const MAX_ANSWERS = 1000;

/** Keeps the answer to a GET request, and no answers of other builds. */
export async function keepAnswer(request: Request, answer: Response): Promise<void> {
	if (request.method !== "GET" || answer.status !== 200) return;
	const copy = answer.clone();
	const cache = await caches.open(ANSWERS_CACHE);
	const [oldest, ...others] = await cache.keys();
	if (oldest !== undefined) {
		const kept = await cache.match(oldest);
		if (kept !== undefined && buildIn(kept) !== buildIn(answer)) await caches.delete(ANSWERS_CACHE);
		else if (others.length + 1 >= MAX_ANSWERS) await cache.delete(oldest);
	}
	// The device may have no room.
	await (await caches.open(ANSWERS_CACHE)).put(request.url, copy).catch(() => {});
}

/** What the host has answered to the same request. */
export async function keptAnswer({ method, url }: Request): Promise<Response | undefined> {
	return method === "GET" ? (await caches.open(ANSWERS_CACHE)).match(url) : undefined;
}

function buildIn({ headers }: Response): string | undefined {
	return buildOf(headers.get("ETag") ?? "");
}
