/** Serving a tree at another origin than it was built for: its rows link to media under the base URL. */
import { instantJson, type StoredPage, storedInstants, storedPage } from "../contract/envelope.ts";
import type { Latest } from "../contract/latest.ts";

/**
 * A stored page whose media are linked under `baseUrl`. The rows are parsed, not searched, so that a
 * description which mentions the base URL stays as it is. Media that live elsewhere stay there.
 */
export function atOrigin(page: StoredPage, latest: Latest, baseUrl: string): StoredPage {
	if (baseUrl === latest.base_url || latest.media === "remote") return page;
	const from = `${latest.base_url}/media/`;
	const move = (url: string): string =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url;
	const rows = storedInstants(page).map((instant) =>
		instantJson({
			...instant,
			sound: move(instant.sound),
			image: instant.image === null ? null : move(instant.image),
		}),
	);
	return storedPage(page.count, rows);
}
