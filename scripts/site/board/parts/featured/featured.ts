/** The clip that a link leads to, large above the board. The page of a clip holds it, and shows it without a request. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import { askForClip } from "../../data/api.ts";
import { clipHere, facts, page } from "../../page/page-elements.ts";
import { pushOf, setTabStop } from "../tile/tile.ts";

export class Featured {
	readonly #makeTile: (clip: Instant) => HTMLLIElement;
	/** The clip of this page. */
	readonly #own = embedded();
	#shown: string | undefined;

	constructor(makeTile: (clip: Instant) => HTMLLIElement) {
		this.#makeTile = makeTile;
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
		page.featured.replaceChildren(list, page.featuredAbout);
		page.featured.hidden = false;
		setTabStop(tile, true);
		// Someone may be typing already.
		if (document.activeElement !== page.search) focusQuietly(pushOf(tile));
		this.#shown = slug;
		return true;
	}

	/**
	 * A page of the listing with clips that come before this one, which is on one of the next two; undefined
	 * if the page does not say where it is.
	 * @param count how many clips are listed
	 */
	pageAround(count: number): number | undefined {
		const { pagesBefore } = page.featured.dataset;
		if (pagesBefore === undefined) return undefined;
		const before = Number(pagesBefore);
		return Math.max(1, facts.isNewestFirst ? Math.floor(count / PAGE_SIZE) - before - 1 : before);
	}
}

/** So that Enter plays. Nobody has used the keyboard yet, so it has no ring until someone does. */
function focusQuietly(button: HTMLElement): void {
	page.featured.dataset.quiet = "";
	button.focus({ preventScroll: true });
	const show = (): void => {
		delete page.featured.dataset.quiet;
	};
	addEventListener("keydown", show, { once: true, capture: true });
}

/** The clip in the page, with media where the site is. */
function embedded(): Instant | undefined {
	const text = document.getElementById("featured-clip")?.textContent;
	if (text === undefined || text === null) return undefined;
	return clipHere(JSON.parse(text) as Instant);
}
