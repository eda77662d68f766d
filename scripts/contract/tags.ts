/** The tags of clips, as people write them: comma-separated. */
import type { Instant } from "./instant.ts";

/** The tags of a clip in the order in which they are written, without duplicates. */
export function tagsOf({ tags }: Pick<Instant, "tags">): string[] {
	if (tags === "") return [];
	const each = tags.split(",").map((tag) => tag.trim().replace(/\s+/g, " "));
	return [...new Set(each.filter((tag) => tag !== ""))];
}
