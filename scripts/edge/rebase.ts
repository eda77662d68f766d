/** Serving a tree at another origin than the one it was built for: its clips link to media under the base URL. */
import { instantJson } from "../contract/envelope.ts";
import { type Instant, withMedia } from "../contract/instant.ts";
import type { Pointer } from "../tree/pointer.ts";

/** Where a tree was built for, and whether it holds its media. */
export type Home = Pick<Pointer, "base_url" | "media">;

/** Rows whose media are linked under `baseUrl`. Media that live elsewhere stay there. */
export function rebaseRows(
	rows: readonly string[],
	{ base_url, media }: Home,
	baseUrl: string,
): readonly string[] {
	if (baseUrl === base_url || media === "remote") return rows;
	const from = `${base_url}/media/`;
	const moved = (url: string): string =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url;
	// Parsed rather than searched, so that a description which mentions the base URL stays as it is.
	return rows.map((row) => instantJson(withMedia(JSON.parse(row) as Instant, moved)));
}
