/** What people do with a clip besides playing it, and what the page says about the outcome. */
import type { Instant } from "../../../../contract/instant.ts";
import { facts, page } from "../../page/page-elements.ts";
import { loadScript } from "../../page/scripts.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import { clipUrl } from "../../state/view.ts";
import type { Favourites } from "../favourites/favourites.ts";
import { notify, notifyUndoable } from "../messages/notice.ts";
import { bindActions, tagItems } from "../tile/tile.ts";
import type { Said } from "./share.ts";

type ActionsScript = typeof import("./actions-script.ts");

/** Does something that needs a script of its own, or says that it cannot be had. */
export async function withActions(act: (script: ActionsScript) => unknown): Promise<void> {
	try {
		await act(await loadScript<ActionsScript>(facts.actionsScript));
	} catch (error) {
		console.warn(`instants: ${error}`);
		notify(["This could not be loaded. Try again in a minute."]);
	}
}

type Act = (clip: Instant) => void;

/**
 * What the buttons of a clip do, by their class.
 * @param added called when a clip becomes a favourite
 */
export function clipActions(favourites: Favourites, added: () => void) {
	const say = (
		pass: (script: ActionsScript, clip: Instant, url: string) => Promise<Said | undefined>,
	): Act => {
		return (clip) =>
			withActions(async (script) => {
				// What is said about it would be behind the sheet.
				page.sheet.close();
				const said = await pass(script, clip, clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages));
				if (said !== undefined) notify(said.sentence, said.action);
			});
	};
	return {
		favourite: (clip: Instant): void => {
			const isFavourite = !favourites.has(clip.slug);
			const place = favourites.clips.findIndex(({ slug }) => slug === clip.slug);
			const isKept = favourites.set([clip], isFavourite);
			if (isFavourite) added();
			const undo = (): void => favourites.put(clip, isFavourite ? undefined : place);
			if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
			else if (isFavourite) notifyUndoable(["“", clip, "” added to favourites."], undo);
			else notifyUndoable(["“", clip, "” is no longer a favourite."], undo);
		},
		about: (clip: Instant): void => {
			withActions(({ fillSheet }) => {
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
