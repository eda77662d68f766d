/** Everything about one clip, where its name may be as long as it likes: a sheet over the board. */
import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { page } from "../../page/page-elements.ts";
import type { ClipActions } from "./clip-actions.ts";
import { closeFromOutside } from "./dialog.ts";

interface SheetParts {
	readonly actions: ClipActions;
	isFavourite(clip: Instant): boolean;
}

export interface Sheet {
	open(clip: Instant): void;
	/** Shows whether the clip is still a favourite. */
	favouritesChanged(): void;
}

export function connectSheet({ actions, isFavourite }: SheetParts): Sheet {
	let shown: Instant | undefined;
	const showFavourite = (): void => {
		if (shown !== undefined) page.sheetFavourite.ariaPressed = String(isFavourite(shown));
	};
	const onClick = (button: HTMLElement, act: (clip: Instant) => void): void => {
		button.addEventListener("click", () => shown && act(shown));
	};
	onClick(page.sheetFavourite, actions.toggleFavourite);
	// The notice about the link would be behind the sheet.
	onClick(page.sheetShare, (clip) => {
		page.sheet.close();
		actions.share(clip);
	});
	onClick(page.sheetCopy, (clip) => {
		page.sheet.close();
		actions.copyLink(clip);
	});
	onClick(page.sheetDownload, () => page.sheet.close());
	closeFromOutside(page.sheet);
	return {
		open: (clip) => {
			shown = clip;
			describe(clip);
			showFavourite();
			page.sheet.showModal();
		},
		favouritesChanged: showFavourite,
	};
}

function describe(clip: Instant): void {
	page.sheetName.textContent = clip.name;
	page.sheetDescription.textContent = clip.description;
	page.sheetDescription.hidden = clip.description.trim() === "";
	const tags = tagsOf(clip);
	page.sheetTags.hidden = tags.length === 0;
	page.sheetTags.replaceChildren(
		...tags.map((tag) => {
			const item = document.createElement("li");
			item.dir = "auto";
			item.textContent = tag;
			return item;
		}),
	);
	page.sheetDownload.href = clip.sound;
	page.sheetDownload.download = `${clip.slug}.mp3`;
}
