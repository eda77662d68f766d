/** A button that plays a clip which chance picks from the whole catalogue. */
import type { Instant } from "../../contract/instant.ts";
import { randomClip } from "./catalogue.ts";
import { notify } from "./notice.ts";
import { page } from "./page-elements.ts";

export function connectRandom(play: (clip: Instant) => void): void {
	page.random.addEventListener("click", async () => {
		try {
			const clip = await randomClip();
			if (clip !== undefined) play(clip);
		} catch (error) {
			console.warn(error);
			notify(["No clip could be loaded. Try again in a minute."]);
		}
	});
}
