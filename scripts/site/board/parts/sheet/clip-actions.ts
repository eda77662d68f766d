/** Everything that people do with a clip besides playing it. */
import type { Instant } from "../../../../contract/instant.ts";
import { facts, page } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { Favourites } from "../../state/favourites.ts";
import { clipUrl } from "../../state/view.ts";
import { type LaterScript, withLater } from "../later/later.ts";
import { notify, notifyUndoable } from "../messages/notice.ts";
import { bindActions, tagItems } from "../tile/tile.ts";
import type { Said } from "./sheet.ts";

type Act = (clip: Instant) => void;

/**
 * The actions of a clip's buttons, by their class.
 * @param added called when a clip becomes a favourite
 */
export function clipActions(favourites: Favourites, added: () => void) {
	const say = (
		pass: (script: LaterScript, clip: Instant, url: string) => Promise<Said | undefined>,
	): Act => {
		return (clip) =>
			withLater(async (script) => {
				// The sheet would cover the notice.
				page.sheet.close();
				const said = await pass(script, clip, clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages));
				if (said !== undefined) notify(said.sentence, said.action);
			});
	};
	return {
		favourite: (clip: Instant): void => {
			const before = favourites.clips;
			const isFavourite = !favourites.has(clip.slug);
			const isKept = favourites.set(clip, isFavourite);
			if (isFavourite) added();
			const undo = (): void => favourites.restore(before);
			if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
			else if (isFavourite) notifyUndoable(["Added to favourites."], undo);
			else notifyUndoable(["Removed from favourites."], undo);
		},
		about: (clip: Instant): void => {
			withLater(({ fillSheet }) => {
				bindActions(page.sheet, clip, favourites.has(clip.slug));
				const url = clipUrl(SITE_ROOT, clip.slug, true);
				fillSheet(page.sheet, clip, {
					tags: tagItems(clip),
					page: facts.hasClipPages ? url : undefined,
				});
				page.sheet.showModal();
			});
		},
		share: say(({ shareLink }, clip, url) => shareLink(clip, url)),
		"share-sound": say(({ shareSound }, clip) => shareSound(clip)),
		copy: say(({ copyLink }, clip, url) => copyLink(clip, url)),
		download: (): void => page.sheet.close(),
	};
}
