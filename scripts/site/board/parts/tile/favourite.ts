/** What the star of a clip does. */
import type { Instant } from "../../../../contract/instant.ts";
import type { Favourites } from "../../state/favourites.ts";
import { notify, notifyUndoable } from "../messages/notice.ts";

/** @param added called when a clip becomes a favourite */
export function toggleFavourite(favourites: Favourites, clip: Instant, added: () => void): void {
	const before = favourites.clips;
	const isFavourite = !favourites.has(clip.slug);
	const isKept = favourites.set(clip, isFavourite);
	if (isFavourite) added();
	if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
	else if (!isFavourite)
		notifyUndoable(["Removed from favourites."], () => favourites.restore(before));
}
