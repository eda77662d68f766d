/** A button that plays a clip which chance picks from those that are shown, or would be on scrolling. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/results.ts";
import { page } from "../../page/page-elements.ts";
import { notify } from "../messages/notice.ts";

export function connectRandom(
	shown: () => Results | undefined,
	play: (clip: Instant) => void,
): void {
	page.random.addEventListener("click", async () => {
		try {
			const clip = await randomOf(shown());
			if (clip) play(clip);
		} catch (error) {
			console.warn(`instants: ${error}`);
			notify(["No clip could be loaded. Try again in a minute."]);
		}
	});
}

async function randomOf(results: Results | undefined): Promise<Instant | undefined> {
	if (results === undefined) return undefined;
	const place = Math.floor(Math.random() * results.count);
	const clips = await results.page(Math.floor(place / PAGE_SIZE) + 1);
	return clips[place % PAGE_SIZE];
}
