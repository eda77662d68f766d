/** Picks a clip by chance from those that are shown, or would be on scrolling. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/results.ts";

export async function randomOf(results: Results | undefined): Promise<Instant | undefined> {
	if (results === undefined) return undefined;
	const place = Math.floor(Math.random() * results.count);
	const clips = await results.page(Math.floor(place / PAGE_SIZE) + 1);
	return clips[place % PAGE_SIZE];
}
