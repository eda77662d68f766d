/** A clip's actions besides playing: add to favourites, share, download. */
import type { Instant } from "../../../../contract/instant.ts";
import { facts, page } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { Favourites } from "../../state/favourites.ts";
import { clipUrl } from "../../state/view.ts";
import { notify, notifyUndoable } from "../messages/notice.ts";
import { bindActions, tagItems } from "../tile/tile.ts";
import { copyLink, fillSheet, type Said, shareLink, shareSound } from "./sheet.ts";

type Act = (clip: Instant) => void;

/**
 * The actions of a clip's buttons, by their class.
 * @param added called when a clip becomes a favourite
 */
export function clipActions(favourites: Favourites, added: () => void) {
	const say = (pass: (clip: Instant, url: string) => Promise<Said | undefined>): Act => {
		return async (clip) => {
			// The sheet would cover the notice.
			page.sheet.close();
			const said = await pass(clip, clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages));
			if (said !== undefined) notify(said.sentence, said.action);
		};
	};
	return {
		favourite: (clip: Instant): void => {
			const before = favourites.clips;
			const isFavourite = !favourites.has(clip.slug);
			const isKept = favourites.set(clip, isFavourite);
			if (isFavourite) added();
			const undo = (): void => favourites.restore(before);
			if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
			else if (!isFavourite) notifyUndoable(["Removed from favourites."], undo);
		},
		about: (clip: Instant): void => {
			bindActions(page.sheet, clip, favourites.has(clip.slug));
			const url = clipUrl(SITE_ROOT, clip.slug, true);
			const content = { tags: tagItems(clip), page: facts.hasClipPages ? url : undefined };
			fillSheet(page.sheet, clip, content);
			page.sheet.showModal();
		},
		share: say(shareLink),
		"share-sound": say(shareSound),
		copy: say(copyLink),
		download: (): void => page.sheet.close(),
	};
}
