/**
 * The board as an endless list: it begins at the page that the view names, and later pages load on scrolling. A
 * search requests one page at first.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE, pageCount } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/catalogue.ts";
import { clipHere, facts, page } from "../../page/page-elements.ts";
import { loadScript } from "../../page/scripts.ts";
import { parsed } from "../../page/trusted.ts";
import type { Span } from "../../state/view.ts";
import { setTabStop } from "../keys/arrows.ts";
import { grouped } from "../messages/notice.ts";
import { WAITING } from "../tile/markup.ts";
import { isShownBy } from "../tile/tile.ts";
import type { FarRows } from "./far-rows.ts";
import { taggedHeading } from "./markup.ts";

/** Pages read at a time while the board is scrolled. */
const BATCH = 4;

/** How many pages fill most screens: as many as are in the HTML. */
const FIRST_PAGES = 3;

/** The pause in typing before further pages of a search are read: nobody needs them while typing. */
const LOOKED_AT_MS = 250;

/** Up to this many tiles stay in the page, however far from view. */
const FEW = 100;

interface FeedParts {
	/** @param inPage the tile of the clip in the HTML */
	makeTile(clip: Instant, inPage?: HTMLLIElement): HTMLElement;
	/** Shows on a tile everything that changed while the tile was absent, or part of another view. */
	mark(tile: Element): void;
	changed(): void;
	/** Called after other rows have come into the page, or left it. */
	moved(): void;
	/** Called when the visitor looks at the board and is not typing. */
	lookedAt(): void;
	failed(error: unknown, retry: () => void): void;
}

export class Feed {
	readonly #parts: FeedParts;
	/** The tiles that were in the HTML, until the board is opened. */
	#inPage: readonly HTMLElement[] = [];
	#results: Results | undefined;
	#span: Span = { first: 1, last: 0 };
	/** Aborted when other results are wanted. */
	#wanted = new AbortController().signal;
	/** The signal with which the pages that are being added were requested. */
	#reading: AbortSignal | undefined;
	/** Whether pages could not be read: then only a button tries again. */
	#hasFailed = false;
	/** When something was last typed, by the page's clock. */
	#typed = Number.NEGATIVE_INFINITY;
	readonly #observer: IntersectionObserver;
	/** Undefined until its script is loaded: few lists are long. */
	#farRows: FarRows | undefined;
	#pause: ReturnType<typeof setTimeout> | undefined;

	constructor(parts: FeedParts) {
		this.#parts = parts;
		this.#observer = new IntersectionObserver(
			// Entries queue up; only the last one is current.
			(entries) => this.#approached(entries.at(-1)),
			{ rootMargin: "0px 0px 400px" },
		);
		page.search.addEventListener("input", () => {
			this.#typed = performance.now();
			this.#watch();
		});
	}

	/** Every item on the board, whether or not it is currently in the page. */
	get items(): HTMLElement[] {
		return this.#farRows?.items ?? ([...page.board.children] as HTMLElement[]);
	}

	/** Brings the tile of this clip into the page. */
	reveal(slug: string): void {
		this.#farRows?.reveal(slug);
	}

	async #takeOutFarRows(): Promise<void> {
		if (page.board.children.length <= FEW) return;
		const { FarRows } = await loadScript<typeof import("./far-rows.ts")>(facts.farRowsScript);
		this.#farRows ??= new FarRows(page.board, this.#parts);
		this.#farRows.takeOut();
	}

	/** Makes the clips in the HTML playable if the view shows them; otherwise replaces them with placeholders. */
	begin(areWanted: boolean): void {
		const tiles = [...page.board.querySelectorAll<HTMLLIElement>("[data-clip]")];
		if (!areWanted && tiles.length > 0) page.board.replaceChildren(...waitingTiles(tiles.length));
		else
			this.#inPage = tiles.map((tile) =>
				this.#parts.makeTile(clipHere(JSON.parse(tile.dataset.clip ?? "") as Instant), tile),
			);
	}

	get span(): Span {
		return this.#span;
	}

	/** Replaces the board with results from page `first` on, unless the view has changed by the time they arrive. */
	async open(
		results: Results,
		{ first = 1, last = first }: Partial<Span>,
		wanted: AbortSignal,
	): Promise<void> {
		const reached = await reaching(results, last, wanted);
		const end = pageCount(reached.count);
		const from = Math.min(first, end);
		const to = Math.min(end, Math.max(from, last));
		const pages = await pagesOf(reached, from, to, wanted);
		if (wanted.aborted) return;
		const shownBefore = new Map(this.items.map((tile) => [tile.dataset.slug ?? "", tile]));
		const tiles = this.#tiles(pages, from, reached, shownBefore);
		const inPage = this.#inPage;
		this.#inPage = [];
		// If the first page is in the HTML, so are the next two pages.
		const isInPage = to === 1 && tiles.length > 0 && tiles.every((tile, i) => tile === inPage[i]);
		if (isInPage)
			for (const [i, tile] of inPage.entries())
				tile.dataset.page = String(1 + Math.floor(i / PAGE_SIZE));
		const span = { first: from, last: isInPage ? pageCount(inPage.length) : to };
		this.#wanted = wanted;
		this.#replace(reached, span, isInPage ? inPage : tiles);
	}

	/** Stops waiting: clips already on the board stay and can be played. */
	giveUp(): void {
		page.board.ariaBusy = "false";
		for (const tile of waiting()) tile.remove();
		this.#hasFailed = true;
		this.#settle();
		if (page.board.querySelector("[data-slug]") === null) page.board.replaceChildren();
	}

	#replace(results: Results, span: Span, tiles: readonly HTMLElement[]): void {
		this.#results = results;
		this.#span = span;
		this.#hasFailed = false;
		const screenful = Math.min(results.count, (span.first + FIRST_PAGES - 1) * PAGE_SIZE);
		const missing = screenful - span.last * PAGE_SIZE;
		const shown = [...tiles, ...waitingTiles(missing)];
		const { items } = this;
		// Tiles that are not replaced keep focus.
		if (shown.length !== items.length || shown.some((it, i) => it !== items[i]))
			page.board.replaceChildren(...shown);
		page.board.ariaBusy = "false";
		setTabStop(
			page.board,
			tiles.find(({ dataset }) => dataset.slug),
		);
		this.#settle();
	}

	/** Shows the next pages if the window is not full, or once the visitor scrolls. */
	#approached(end: IntersectionObserverEntry | undefined): void {
		if (!end?.isIntersecting || this.#wanted.aborted) return;
		const room = innerHeight - end.boundingClientRect.top;
		// No scrolling should be needed to fill the window or complete its last row.
		if (scrollY > 0 || room > 0) {
			const { first, last } = this.#span;
			const perPage = page.board.offsetHeight / (last - first + 1);
			this.#more(scrollY > 0 ? BATCH : Math.ceil(room / perPage));
			return;
		}
		addEventListener("scroll", () => this.#watch(), { once: true, signal: this.#wanted });
	}

	/** Adds the next pages, unless some are being added already. */
	async #more(pages = BATCH): Promise<void> {
		const { first, last } = this.#span;
		const before = this.#results;
		const wanted = this.#wanted;
		if (before === undefined || this.#reading === wanted) return;
		this.#reading = wanted;
		const screenful = first + FIRST_PAGES - 1;
		const to = last < screenful ? screenful : last + pages;
		try {
			const results = await reaching(before, last + 1, wanted);
			const end = Math.min(to, pageCount(results.count));
			// Make room for the clips at once, so that there is something to scroll to.
			const missing = Math.min(results.count, end * PAGE_SIZE) - last * PAGE_SIZE;
			page.board.append(...waitingTiles(missing - waiting().length));
			const pages = await pagesOf(results, last + 1, end, wanted);
			if (wanted.aborted) return;
			const tiles = this.#tiles(pages, last + 1, results);
			this.#results = results;
			this.#span = { first, last: Math.max(last, end) };
			for (const tile of waiting()) tile.remove();
			page.board.append(...tiles);
			this.#settle();
		} catch (error) {
			if (wanted.aborted) return;
			for (const tile of waiting()) tile.remove();
			this.#hasFailed = true;
			this.#settle();
			this.#parts.failed(error, () => {
				this.#hasFailed = false;
				this.#more();
			});
		} finally {
			if (wanted === this.#wanted) this.#reading = undefined;
		}
	}

	/**
	 * The tiles of pages from number `from` on, with the heading above the clips with a tag.
	 * @param shown tiles to reuse for the same clips
	 */
	#tiles(
		pages: readonly (readonly Instant[])[],
		from: number,
		{ below }: Results,
		shown = new Map<string, HTMLElement>(),
	): HTMLElement[] {
		return pages.flatMap((clips, i) => {
			const tiles = clips.map((clip) => {
				const before = shown.get(clip.slug);
				// A clip may appear twice: once for its name, and once for its tag.
				shown.delete(clip.slug);
				const isSame = before !== undefined && isShownBy(before, clip);
				const tile = isSame ? before : this.#parts.makeTile(clip);
				if (isSame) this.#parts.mark(tile);
				tile.dataset.page = String(from + i);
				return tile;
			});
			if (below?.page !== from + i) return tiles;
			const heading = taggedHeading(below.tag, grouped(below.count));
			return [parsed(heading, HTMLLIElement), ...tiles];
		});
	}

	/** Whether scrolling adds to the board. */
	get #grows(): boolean {
		if (this.#results === undefined || this.#hasFailed) return false;
		const { count, extended } = this.#results;
		return extended !== undefined || this.#span.last < pageCount(count);
	}

	#settle(): void {
		page.earlier.hidden = this.#span.first <= 1;
		// Otherwise, the footer would move away from a visitor who scrolls to it.
		page.footer.hidden = this.#grows;
		this.#watch();
		this.#parts.changed();
	}

	/** Observes the end of the board once nobody is typing: reports it now, or when it comes into view. */
	#watch(): void {
		clearTimeout(this.#pause);
		// Observing the end again reports it at once if it is still in view.
		this.#observer.disconnect();
		const notice = (): void => {
			if (this.#wanted.aborted) return;
			const end = waiting()[0] ?? page.board.lastElementChild;
			if (this.#grows && end !== null) this.#observer.observe(end);
			this.#parts.lookedAt();
			this.#takeOutFarRows().catch(() => {});
		};
		this.#pause = setTimeout(notice, this.#typed + LOOKED_AT_MS - performance.now());
	}
}

/** The results; if they do not include this page, they are extended by the results below them. */
async function reaching(results: Results, page: number, wanted: AbortSignal): Promise<Results> {
	const { extended, ...rest } = results;
	if (extended === undefined || page <= pageCount(results.count)) return results;
	return (await extended(wanted)) ?? rest;
}

function pagesOf(
	results: Results,
	from: number,
	to: number,
	wanted: AbortSignal,
): Promise<(readonly Instant[])[]> {
	const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
	return Promise.all(numbers.map((number) => results.page(number, wanted)));
}

/** The placeholders on the board. */
function waiting(): HTMLElement[] {
	return [...page.board.querySelectorAll<HTMLElement>(".waiting")];
}

/** Placeholders for clips that are loading. */
function waitingTiles(clips: number): HTMLElement[] {
	return Array.from({ length: Math.max(0, clips) }, () => parsed(WAITING, HTMLLIElement));
}
