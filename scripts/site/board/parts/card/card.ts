/** The card of a clip: a large dome, and everything else about it. Its markup is the same over the board and on a page. */
import { frameCode } from "../../../../contract/clip-embed.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { ABSENCE, type Absence } from "../../page/absence.ts";
import { facts, page } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import { within } from "../../page/within.ts";
import { clipUrl } from "../../state/view.ts";
import { tagItems } from "../tile/tile.ts";

/** Fills what a card has besides the face of a clip. */
export function fillCard(card: HTMLElement, clip: Instant): void {
	card.classList.remove("absent");
	within(card, ".name", HTMLAnchorElement).href = clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages);
	within(card, ".seek", HTMLInputElement).disabled = true;
	within(card, ".description", HTMLElement).textContent = clip.description.trim();
	within(card, ".tags", HTMLElement).replaceChildren(...tagItems(clip));
	const download = within(card, ".download", HTMLAnchorElement);
	download.href = clip.sound;
	download.download = `${clip.slug}.mp3`;
	fillEmbed(card, clip);
}

/** The code that shows the clip on other sites, and how it looks there. */
function fillEmbed(card: HTMLElement, clip: Instant): void {
	const embed = within(card, ".embed", HTMLDetailsElement);
	embed.hidden = !facts.hasClipPages;
	embed.open = false;
	const code = within(embed, "textarea", HTMLTextAreaElement);
	code.value = frameCode(clip, clipUrl(SITE_ROOT, clip.slug, true));
	code.onfocus = () => code.select();
	within(embed, ".copy-code", HTMLElement).textContent = "Copy";
	const look = [within(card, ".stage", HTMLElement), within(card, ".name", HTMLElement)];
	const copies = [...look, page.siteTitle].map((part) => {
		const copy = part.cloneNode(true) as HTMLElement;
		for (const attribute of ["id", "href"]) copy.removeAttribute(attribute);
		return copy;
	});
	within(embed, ".framed", HTMLElement).replaceChildren(...copies);
}

/** Makes the card say that there is no clip. */
export function emptyCard(card: HTMLElement, why: Absence): void {
	const { title, text } = ABSENCE[why];
	// The HTML may say so already, with the reason of the removal.
	if (card.matches(".absent") && within(card, ".name", HTMLElement).textContent === title) return;
	card.classList.add("absent");
	delete card.dataset.slug;
	card.dataset.state = "silent";
	const name = within(card, ".name", HTMLElement);
	name.removeAttribute("href");
	name.textContent = title;
	within(card, ".push", HTMLElement).ariaLabel = title;
	within(card, ".description", HTMLElement).textContent = text;
}
