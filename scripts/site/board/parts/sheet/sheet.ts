/** The sheet over the board, with everything about one clip. */
import { frameCode } from "../../../../contract/clip-embed.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { within } from "../../page/within.ts";
import { lengthOf } from "../tile/detail.ts";
import { canShareSounds } from "./share.ts";

interface SheetContent {
	readonly tags: readonly HTMLElement[];
	/** The address of the clip page, if there is one. */
	readonly page: string | undefined;
}

export function fillSheet(sheet: HTMLElement, clip: Instant, { tags, page }: SheetContent): void {
	within(sheet, "h2", HTMLElement).textContent = clip.name;
	within(sheet, "p", HTMLElement).textContent = clip.description.trim();
	within(sheet, ".tags", HTMLElement).replaceChildren(...tags);
	within(sheet, ".length", HTMLElement).textContent = lengthOf(clip);
	within(sheet, ".share-sound", HTMLElement).hidden = !canShareSounds();
	const embed = within(sheet, ".embed", HTMLDetailsElement);
	embed.hidden = page === undefined;
	embed.open = false;
	const code = within(embed, "textarea", HTMLTextAreaElement);
	code.value = page === undefined ? "" : frameCode(clip, page);
	code.onfocus = () => code.select();
}
