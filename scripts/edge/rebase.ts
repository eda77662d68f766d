/** Rewrites media URLs, to serve a tree at a base URL other than the one it was built for. */
import { instantJson } from "../contract/envelope.ts";
import { type Instant, withMedia } from "../contract/instant.ts";
import type { Pointer } from "../tree/pointer.ts";

/** The base URL that a tree was built for, and where its media are. */
export type Home = Pick<Pointer, "base_url" | "media">;

/** The rows with media URLs under `baseUrl`. Remote media keep their URLs. */
export function rebaseRows(
	rows: readonly string[],
	home: Home,
	baseUrl: string,
): readonly string[] {
	if (!isRebased(home, baseUrl)) return rows;
	// Not replaced in the text itself, because a description may mention the base URL.
	const clips: readonly Instant[] = JSON.parse(`[${rows.join(",")}]`);
	return clips.map((clip) => instantJson(rebased(clip, home, baseUrl)));
}

/** Does for one clip what `rebaseRows` does for rows. */
export function rebased(clip: Instant, home: Home, baseUrl: string): Instant {
	if (!isRebased(home, baseUrl)) return clip;
	const from = `${home.base_url}/media/`;
	return withMedia(clip, (url) =>
		url.startsWith(from) ? `${baseUrl}/media/${url.slice(from.length)}` : url,
	);
}

/** Whether media URLs at `baseUrl` differ from the stored ones. */
function isRebased({ base_url, media }: Home, baseUrl: string): boolean {
	return baseUrl !== base_url && media === "local";
}
