/** Reads the clips of a board by their slugs, in the order of the board. */
import type { Instant } from "../../../contract/instant.ts";
import type { askForClip } from "./api.ts";

/** How many clips are requested at the same time. */
const AT_ONCE = 6;

/** Shown instead of a removed clip: it has no sound. */
const REMOVED_CLIP = {
	...{ name: "Removed clip", sound: "", color: "8a8a8a" },
	...{ image: null, description: "", tags: "" },
};

/** The clips with these slugs, without those that the catalogue does not have. Throws Unreachable. */
export async function clipsCalled(
	slugs: readonly string[],
	ask: typeof askForClip,
): Promise<Instant[]> {
	const found: Instant[] = [];
	const left = slugs.entries();
	const read = async (): Promise<void> => {
		for (const [i, slug] of left) {
			const clip = await ask(slug);
			if (clip === "Gone.") found[i] = { ...REMOVED_CLIP, slug };
			else if (clip !== "Not found.") found[i] = clip;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, read));
	// Skips missing clips.
	return found.flat();
}
