/** Loads the script of cards when one is needed: the front page shows none at first. */
import { PAGE_SIZE } from "../../../../contract/page-number.ts";
import { facts, page } from "../../page/page-elements.ts";
import { loadScript } from "../../page/scripts.ts";
import type { View } from "../../state/view.ts";
import type { CardParts, Cards } from "./cards.ts";

export class CardLoader {
	readonly #parts: CardParts;
	/** Undefined until the script is loaded. */
	loaded: Cards | undefined;

	constructor(parts: CardParts) {
		this.#parts = parts;
	}

	/** Throws Unreachable or BuildReplaced. */
	async load(): Promise<Cards> {
		const { Cards } = await loadScript<typeof import("./cards.ts")>(facts.cardScript);
		this.loaded ??= new Cards(this.#parts);
		return this.loaded;
	}

	/** Shows the clip that a view names, and hides the last one. Throws Unreachable or BuildReplaced. */
	async show(view: View, wanted: AbortSignal): Promise<void> {
		const isWanted = view.isClipPage || view.clip !== undefined;
		const cards = isWanted ? await this.load() : this.loaded;
		if (!wanted.aborted) await cards?.show(view, wanted);
	}

	/**
	 * A page of the listing from which the clip of this page is at most two away; undefined if the page
	 * does not say where its clip is.
	 * @param count how many clips are listed
	 */
	pageAround(count: number): number | undefined {
		const pagesBefore = page.featured?.dataset.pagesBefore;
		if (!pagesBefore) return undefined;
		const before = Number(pagesBefore);
		return Math.max(1, facts.isNewestFirst ? Math.floor(count / PAGE_SIZE) - before - 1 : before);
	}
}
