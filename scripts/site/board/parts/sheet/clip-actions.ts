/** What people do with a clip besides playing it, and what the page says about the outcome. */
import type { Instant } from "../../../../contract/instant.ts";
import { facts } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { Favourites } from "../favourites/favourites.ts";
import { notify, notifyUndoable, type Sentence } from "../messages/notice.ts";
import { clipUrl, copy, type Shared, share } from "./share.ts";

export interface ClipActions {
	toggleFavourite(clip: Instant): void;
	share(clip: Instant): Promise<void>;
	copyLink(clip: Instant): Promise<void>;
}

/** `added` is called when a clip becomes a favourite. */
export function clipActions(favourites: Favourites, added: () => void): ClipActions {
	return {
		toggleFavourite: (clip) => {
			const isFavourite = !favourites.has(clip.slug);
			const place = favourites.clips.findIndex(({ slug }) => slug === clip.slug);
			const isKept = favourites.set([clip], isFavourite);
			if (isFavourite) added();
			const undo = (): void => favourites.put(clip, isFavourite ? undefined : place);
			if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
			else if (isFavourite) notifyUndoable(["“", clip, "” added to favourites."], undo);
			else notifyUndoable(["“", clip, "” is no longer a favourite."], undo);
		},
		share: async (clip) => {
			const url = clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages);
			notifyShared(await share(clip.name, url), clip, url);
		},
		copyLink: async (clip) => {
			const url = clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages);
			notifyShared(await copy(url), clip, url);
		},
	};
}

function notifyShared(how: Shared, clip: Instant, url: string): void {
	const outcome: { readonly [how in Shared]?: Sentence } = {
		copied: ["Link to “", clip, "” copied."],
		impossible: ["Link: ", { name: url }],
	};
	const sentence = outcome[how];
	if (sentence !== undefined) notify(sentence);
}
