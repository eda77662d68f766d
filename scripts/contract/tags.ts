/** The tags of clips, as people write them: separated by commas. */
import type { Instant } from "./instant.ts";

/** The tags of a clip in the order written, each once. */
export function tagsOf({ tags }: Pick<Instant, "tags">): string[] {
	if (tags === "") return [];
	const each = tags.split(",").map((tag) => tag.trim().replace(/\s+/g, " "));
	return [...new Set(each.filter((tag) => tag !== ""))];
}
