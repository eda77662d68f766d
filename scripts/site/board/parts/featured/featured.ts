/** The linked clip, large above the board. A clip page contains its clip, and shows it without a request. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import { askForClip } from "../../data/api.ts";
import { clipHere, facts, isEmbedded, page } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import { within } from "../../page/within.ts";
import type { Favourites } from "../../state/favourites.ts";
import { parseView } from "../../state/view.ts";
import { lengthOf } from "../tile/detail.ts";
import { bindActions, pushOf, setTabStop, tagItems } from "../tile/tile.ts";

export class Featured {
	readonly #makeTile: (clip: Instant) => HTMLLIElement;
	readonly #favourites: Favourites;
	/** The clip of this page. */
	readonly #own = embedded();
	/** Clip pages have the buttons; the front page copies those of the sheet. */
	readonly #actions =
		page.featured.querySelector<HTMLElement>(".clip-actions") ??
		(within(page.sheet, ".clip-actions", HTMLElement).cloneNode(true) as HTMLElement);
	#shown: string | undefined;

	constructor(makeTile: (clip: Instant) => HTMLLIElement, favourites: Favourites) {
		this.#makeTile = makeTile;
		this.#favourites = favourites;
	}

	/**
	 * Shows the clip with this slug, or hides the last one. False if there is no such clip. Throws Unreachable.
	 * @param signal aborted when the clip is no longer wanted
	 */
	async show(slug: string | undefined, signal: AbortSignal): Promise<boolean> {
		if (slug === this.#shown) return true;
		this.#shown = undefined;
		page.featured.hidden = true;
		if (slug === undefined) return true;
		const clip = this.#own?.slug === slug ? this.#own : await askForClip(slug);
		if (clip === undefined || signal.aborted) return clip !== undefined;
		const list = document.createElement("ul");
		const tile = this.#makeTile(clip);
		list.append(tile);
		page.featuredAbout.textContent = clip.description;
		page.featuredTags.replaceChildren(...tagItems(clip));
		bindActions(this.#actions, clip, this.#favourites.has(clip.slug));
		const length = document.createElement("p");
		length.className = "length";
		length.textContent = lengthOf(clip);
		// An empty line would move what is below.
		const about = [page.featuredAbout, page.featuredTags, ...(length.textContent ? [length] : [])];
		page.featured.replaceChildren(list, ...about, this.#actions);
		page.featured.hidden = false;
		setTabStop(tile, true);
		// Someone may be typing already, here or in the page around this frame.
		if (!isEmbedded && document.activeElement !== page.search) focusQuietly(pushOf(tile));
		this.#shown = slug;
		return true;
	}

	/** In a frame of another site: the clip alone, with a link to this site. */
	async showAlone(): Promise<void> {
		const { clip } = parseView(SITE_ROOT, new URL(location.href));
		document.documentElement.classList.add("embedded");
		await this.show(clip, new AbortController().signal);
		const link = document.createElement("a");
		link.href = location.href.replace(/\?[^#]*/, "");
		link.target = "_blank";
		link.append(page.siteTitle);
		page.featured.append(link);
	}

	/**
	 * A page of the listing shortly before this clip, which is on one of the next two; undefined if the clip page
	 * does not say where it is.
	 * @param count how many clips are listed
	 */
	pageAround(count: number): number | undefined {
		const { pagesBefore } = page.featured.dataset;
		if (pagesBefore === undefined) return undefined;
		const before = Number(pagesBefore);
		return Math.max(1, facts.isNewestFirst ? Math.floor(count / PAGE_SIZE) - before - 1 : before);
	}
}

/** Focuses the button so that Enter plays, without a ring until someone uses the keyboard. */
function focusQuietly(button: HTMLElement): void {
	page.featured.dataset.quiet = "";
	button.focus({ preventScroll: true });
	const show = (): void => {
		delete page.featured.dataset.quiet;
	};
	addEventListener("keydown", show, { once: true, capture: true });
}

/** The clip that a clip page contains. */
function embedded(): Instant | undefined {
	const text = document.getElementById("featured-clip")?.textContent;
	if (text === undefined || text === null) return undefined;
	return clipHere(JSON.parse(text) as Instant);
}
