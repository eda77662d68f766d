/** Serving a tree at another origin than it was built for: its rows link to media under the base URL. */
import {
	type Instant,
	instantJson,
	type StoredPage,
	storedInstants,
	storedPage,
} from "../contract/envelope.ts";
import type { Latest } from "../contract/latest.ts";

/** Where a tree was built for, and whether it holds its media. */
export type Home = Pick<Latest, "base_url" | "media">;

/** A clip whose media are linked under `baseUrl`. Media that live elsewhere stay there. */
export function instantAtOrigin(instant: Instant, home: Home, baseUrl: string): Instant {
	if (baseUrl === home.base_url || home.media === "remote") return instant;
	const from = `${home.base_url}/media/`;
	const move = (url: string): string =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url;
	const { sound, image } = instant;
	return { ...instant, sound: move(sound), image: image === null ? null : move(image) };
}

/**
 * A stored page whose media are linked under `baseUrl`. The rows are parsed, not searched, so that a
 * description which mentions the base URL stays as it is. Media that live elsewhere stay there.
 */
export function atOrigin(page: StoredPage, home: Home, baseUrl: string): StoredPage {
	if (baseUrl === home.base_url || home.media === "remote") return page;
	const rows = storedInstants(page).map((row) => instantJson(instantAtOrigin(row, home, baseUrl)));
	return storedPage(page.count, rows);
}
