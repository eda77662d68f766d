/** Plays a clip that chance picks from those that are shown, or would be on scrolling. */
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/results.ts";
import type { Player } from "../../sound/player.ts";

export async function playRandom(results: Results | undefined, player: Player): Promise<void> {
	if (results === undefined) return;
	const place = Math.floor(Math.random() * results.count);
	const clips = await results.page(Math.floor(place / PAGE_SIZE) + 1);
	const clip = clips[place % PAGE_SIZE];
	if (clip === undefined) return;
	if (player.stateOf(clip) === "silent") player.press(clip);
	else player.restart(clip);
}
