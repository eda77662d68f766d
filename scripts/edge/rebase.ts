/** Serving a tree at another origin than the one it was built for: its clips link to media under the base URL. */
import { composePage, type Page } from "../contract/envelope.ts";
import { type Instant, withMedia } from "../contract/instant.ts";
import type { Pointer } from "../tree/pointer.ts";

/** Where a tree was built for, and whether it holds its media. */
export type Home = Pick<Pointer, "base_url" | "media">;

/** A clip whose media are linked under `baseUrl`. Media that live elsewhere stay there. */
export function instantAtOrigin(instant: Instant, home: Home, baseUrl: string): Instant {
	if (isAtHome(home, baseUrl)) return instant;
	const from = `${home.base_url}/media/`;
	return withMedia(instant, (url) =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url,
	);
}

/** A page whose media are linked under `baseUrl`. A description that mentions the base URL stays as it is. */
export function atOrigin(page: Page, home: Home, baseUrl: string): Page {
	if (isAtHome(home, baseUrl)) return page;
	const { count, instants } = page;
	return composePage(
		count,
		instants.map((instant) => instantAtOrigin(instant, home, baseUrl)),
	);
}

function isAtHome({ base_url, media }: Home, baseUrl: string): boolean {
	return baseUrl === base_url || media === "remote";
}
