/** The second line of a clip in a list, which tells clips with the same name apart. */
import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { lengthText } from "../../../../pages/length.ts";

/** Characters of a description: no screen shows more in a line. */
const MAX_WORDS = 100;

/** How long the sound is; empty if that is not known. */
export function lengthOf({ duration }: Instant): string {
	return duration === undefined ? "" : lengthText(duration);
}

/** The length, the first tag, and how the description begins. */
export function detailOf(clip: Instant): string {
	const [tag] = tagsOf(clip);
	const words = Array.from(clip.description.replace(/\s+/g, " ").trim())
		.slice(0, MAX_WORDS)
		.join("");
	return [lengthOf(clip), tag, words].filter((text) => text).join(" · ");
}
