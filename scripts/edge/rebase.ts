/** Rewrites media URLs, to serve a tree at a base URL other than the one it was built for. */
import { instantJson } from "../contract/envelope.ts";
import { type Instant, withMedia } from "../contract/instant.ts";
import type { Pointer } from "../tree/pointer.ts";

/** What a tree was built for. */
export type Home = Pick<Pointer, "base_url" | "media">;

/** The rows with media URLs under `baseUrl`. Remote media keep their URLs. */
export function rebaseRows(
	rows: readonly string[],
	{ base_url, media }: Home,
	baseUrl: string,
): readonly string[] {
	if (baseUrl === base_url || media === "remote") return rows;
	const from = `${base_url}/media/`;
	const moved = (url: string): string =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url;
	// Not a plain replacement in the text: a description may mention the base URL.
	return rows.map((row) => instantJson(withMedia(JSON.parse(row) as Instant, moved)));
}
