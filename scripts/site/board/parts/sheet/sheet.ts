/** Everything about one clip, where its name may be as long as it likes: a sheet over the board. */
import type { Instant } from "../../../../contract/instant.ts";
import { within } from "../../page/within.ts";
import { canShareSounds, embedCode } from "./share.ts";

interface SheetContent {
	readonly tags: readonly HTMLElement[];
	/** The address of the clip's own page, if it has one. */
	readonly page: string | undefined;
	/** Whether it is one of the favourites on the board. */
	readonly canMove: boolean;
}

export function fillSheet(
	sheet: HTMLElement,
	clip: Instant,
	{ tags, page, canMove }: SheetContent,
): void {
	within(sheet, "h2", HTMLElement).textContent = clip.name;
	within(sheet, "p", HTMLElement).textContent = clip.description.trim();
	within(sheet, ".tags", HTMLElement).replaceChildren(...tags);
	within(sheet, ".share-sound", HTMLElement).hidden = !canShareSounds();
	within(sheet, ".earlier", HTMLElement).hidden = !canMove;
	within(sheet, ".later", HTMLElement).hidden = !canMove;
	const embed = within(sheet, ".embed", HTMLDetailsElement);
	embed.hidden = page === undefined;
	embed.open = false;
	const code = within(embed, "textarea", HTMLTextAreaElement);
	code.value = page === undefined ? "" : embedCode(clip, page);
	code.onfocus = () => code.select();
}
