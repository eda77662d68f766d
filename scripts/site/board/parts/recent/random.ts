/**
 * Plays a random clip out of those shown. On the board of all clips, its tile moves to the front of the recent
 * clips; elsewhere, the clip plays in place.
 */
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import { page } from "../../page/page-elements.ts";
import type { Player } from "../../sound/player.ts";
import { isHome } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import type { Feed } from "../listing/feed.ts";
import { pushOf, viewsOf } from "../tile/tile.ts";
import type { Recent } from "./recent.ts";

/** May have left the page since. */
let picked: Element | undefined;

/** Throws BuildReplaced or Unreachable. */
export async function playRandom(
	{ state: { results, view } }: Viewer,
	player: Player,
	recent: Recent,
	feed: Pick<Feed, "reveal">,
): Promise<void> {
	if (results === undefined) return;
	const place = Math.floor(Math.random() * results.count);
	const putInRow = isHome(view) ? recent.makeRoom() : undefined;
	const clips = await results.page(Math.floor(place / PAGE_SIZE) + 1).catch((error) => {
		putInRow?.();
		throw error;
	});
	const clip = clips[place % PAGE_SIZE];
	const tileInRow = putInRow?.(clip);
	// A clip of a board may have been removed.
	if (!clip?.sound) return;
	if (player.stateOf(clip) === "silent") player.press(clip);
	else player.restart(clip);
	feed.reveal(clip.slug);
	const tile = tileInRow ?? viewsOf(clip.slug).find((view) => page.board.contains(view));
	picked?.classList.remove("picked");
	picked = tile;
	tile?.classList.add("picked");
	if (tile !== undefined) pushOf(tile).scrollIntoView({ block: "nearest" });
}
