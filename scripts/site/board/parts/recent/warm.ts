/** Requests sounds that are likely to be pressed, such as those of favourites, before anybody does. */
import type { Instant } from "../../../../contract/instant.ts";
import { loadExtrasScript } from "../../data/api.ts";
import { type Player, savesData } from "../../sound/player.ts";

/** How long after the first view they are requested at the latest: busy machines are hardly ever idle. */
const WAIT_MS = 5000;

export function warmWhenIdle(player: Player, clipsToWarm: () => readonly Instant[]): void {
	const warm = async (): Promise<void> => {
		const clips = clipsToWarm();
		if (clips.length === 0 || savesData()) return;
		const { smallOnes } = await loadExtrasScript();
		for await (const clip of smallOnes(clips)) player.warm(clip);
	};
	const begin = (): void => void warm().catch((error) => console.warn(`instants: ${error}`));
	// Not in Safari.
	if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: WAIT_MS });
	else setTimeout(begin, WAIT_MS);
}
