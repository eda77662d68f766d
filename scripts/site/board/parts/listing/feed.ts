/** The board as an endless list: later pages load on scrolling, earlier ones on request. A search asks for one page at first. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE, pageCount } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/catalogue.ts";
import { clipHere, page } from "../../page/page-elements.ts";
import { parsed } from "../../page/trusted.ts";
import type { Span } from "../../state/view.ts";
import { setTabStop } from "../keys/arrows.ts";
import { WAITING } from "../tile/markup.ts";

/** Pages read at a time while the board is scrolled. */
const BATCH = 4;

/** How many pages fill most screens: as many as are in the HTML. */
const FIRST_PAGES = 3;

/** How long the clips of a search are shown before the next pages are read, which someone who goes on typing does not need. */
const LOOKED_AT_MS = 250;

/** How many batches scrolling alone reads. After that, a button does, so that people can reach what is below the board. */
const MAX_SCROLLED = 10;

interface FeedParts {
	/** @param inPage its tile in the HTML */
	makeTile(clip: Instant, inPage?: HTMLLIElement): HTMLElement;
	isShownBy(tile: Element, clip: Instant): boolean;
	changed(): void;
	failed(error: unknown, retry: () => void): void;
}

export class Feed {
	readonly #parts: FeedParts;
	/** The tiles that were in the HTML, until the board is opened. */
	#inPage: readonly HTMLElement[] = [];
	#results: Results | undefined;
	#span: Span = { first: 1, last: 0 };
	/** Aborted to drop pages that arrive when other results are on the board. */
	#shown = new AbortController();
	/** The pages being added. */
	#reading: Promise<void> | undefined;
	/** Batches read by scrolling since the last press of “Show more clips”; MAX_SCROLLED after a failure. */
	#scrolled = 0;
	readonly #observer: IntersectionObserver;
	#pause: ReturnType<typeof setTimeout> | undefined;

	constructor(parts: FeedParts) {
		this.#parts = parts;
		this.#observer = new IntersectionObserver(
			// Entries queue up; only the last one is current.
			(entries) => this.#approached(entries.at(-1)),
			{ rootMargin: "0px 0px 400px" },
		);
		page.more.addEventListener("click", () => {
			this.#resume();
			this.#more();
		});
		page.earlier.addEventListener("click", () => this.#earlier());
	}

	/** Makes the clips in the HTML playable if the view shows them; else replaces them with placeholders. */
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
		const end = pageCount(results.count);
		const from = Math.min(first, end);
		const to = Math.min(end, Math.max(from, last));
		const pages = await pagesOf(results, from, to);
		if (wanted.aborted) return;
		const tiles = this.#tiles(pages, from);
		const inPage = this.#inPage;
		this.#inPage = [];
		// If the first page is the one in the HTML, so are the next two.
		const isInPage = to === 1 && tiles.length > 0 && tiles.every((tile, i) => tile === inPage[i]);
		const shown = isInPage ? inPage : tiles;
		for (const [i, tile] of shown.entries())
			tile.dataset.page = String(from + Math.floor(i / PAGE_SIZE));
		this.#replace(results, { first: from, last: Math.max(to, pageCount(shown.length)) }, shown);
	}

	/** Stops waiting: clips that are on the board stay and can be played. */
	giveUp(): void {
		page.board.ariaBusy = "false";
		if (page.board.querySelector("[data-slug]") === null) page.board.replaceChildren();
	}

	#replace(results: Results, span: Span, tiles: readonly HTMLElement[]): void {
		this.#shown.abort();
		this.#shown = new AbortController();
		this.#results = results;
		this.#span = span;
		this.#reading = undefined;
		this.#scrolled = 0;
		const screenful = Math.min(results.count, (span.first + FIRST_PAGES - 1) * PAGE_SIZE);
		const missing = screenful - span.last * PAGE_SIZE;
		const shown = [...tiles, ...waitingTiles(missing)];
		const { children } = page.board;
		// Tiles that stay as they are keep the focus.
		if (shown.length !== children.length || shown.some((it, i) => it !== children[i]))
			page.board.replaceChildren(...shown);
		page.board.ariaBusy = "false";
		setTabStop(page.board, tiles[0]);
		this.#settle(document.activeElement === page.search ? LOOKED_AT_MS : 0);
	}

	/** Shows the next pages. */
	#more(pages = BATCH): Promise<void> {
		const { first, last } = this.#span;
		const screenful = first + FIRST_PAGES - 1;
		const to = last < screenful ? screenful : last + pages;
		return this.#grow(last + 1, Math.min(to, pageCount(this.#results?.count ?? 0)));
	}

	/** Shows the next pages if the window is not full, or once someone scrolls. */
	#approached(end: IntersectionObserverEntry | undefined): void {
		if (end?.isIntersecting !== true) return;
		const room = innerHeight - end.boundingClientRect.top;
		// Nobody should have to scroll to fill the window or complete its last row.
		if (scrollY > 0 || room > 0) {
			if (this.#reading === undefined) this.#scrolled++;
			const { first, last } = this.#span;
			const perPage = page.board.offsetHeight / (last - first + 1);
			this.#more(scrollY > 0 ? BATCH : Math.ceil(room / perPage));
			return;
		}
		const { signal } = this.#shown;
		addEventListener("scroll", () => this.#settle(), { once: true, signal });
	}

	async #earlier(): Promise<void> {
		// Later pages may be loading.
		await this.#reading;
		const { first } = this.#span;
		return this.#grow(Math.max(1, first - BATCH), first - 1);
	}

	/** Adds these pages at one end of the board, unless it is growing already. */
	async #grow(from: number, to: number): Promise<void> {
		if (this.#results !== undefined && from <= to)
			this.#reading ??= this.#read(this.#results, from, to);
		await this.#reading;
	}

	async #read(results: Results, from: number, to: number): Promise<void> {
		const { first, last } = this.#span;
		const isEarlier = to < first;
		const { signal } = this.#shown;
		// Make room for them at once, so that there is something to scroll to.
		const missing = Math.min(results.count, to * PAGE_SIZE) - last * PAGE_SIZE - waiting().length;
		if (!isEarlier) page.board.append(...waitingTiles(missing));
		try {
			const pages = await pagesOf(results, from, to);
			if (signal.aborted) return;
			const tiles = this.#tiles(pages, from);
			this.#span = isEarlier ? { first: from, last } : { first, last: to };
			if (isEarlier) prepend(tiles);
			else {
				for (const tile of waiting()) tile.remove();
				page.board.append(...tiles);
			}
			this.#settle();
		} catch (error) {
			if (signal.aborted) return;
			for (const tile of waiting()) tile.remove();
			this.#scrolled = MAX_SCROLLED;
			this.#settle();
			this.#parts.failed(error, () => {
				this.#resume();
				return isEarlier ? this.#earlier() : this.#more();
			});
		} finally {
			if (!signal.aborted) this.#reading = undefined;
		}
	}

	/** The tiles of pages from number `from` on: those on the board that show the same clips, and new ones. */
	#tiles(pages: readonly (readonly Instant[])[], from: number): HTMLElement[] {
		return pages.flatMap((clips, i) =>
			clips.map((clip) => {
				const shown = page.board.querySelector<HTMLElement>(`[data-slug="${clip.slug}"]`);
				const isSame = shown !== null && this.#parts.isShownBy(shown, clip);
				const tile = isSame ? shown : this.#parts.makeTile(clip);
				tile.dataset.page = String(from + i);
				return tile;
			}),
		);
	}

	/** Lets scrolling read pages again. */
	#resume(): void {
		this.#scrolled = 0;
		this.#settle();
	}

	/** @param pause milliseconds until more pages may be read */
	#settle(pause = 0): void {
		const { earlier, more, footer } = page;
		const { first, last } = this.#span;
		const isWhole = this.#results === undefined || last >= pageCount(this.#results.count);
		const grows = !isWhole && this.#scrolled < MAX_SCROLLED;
		earlier.hidden = first <= 1;
		// What is below the board would move away from whoever scrolls to it.
		more.hidden = isWhole || grows;
		footer.hidden = grows;
		// Observing again reports at once if the end is still in view.
		this.#observer.disconnect();
		clearTimeout(this.#pause);
		const end = waiting()[0] ?? page.board.lastElementChild;
		if (grows && end !== null) this.#pause = setTimeout(() => this.#observer.observe(end), pause);
		this.#parts.changed();
	}
}

function pagesOf(results: Results, from: number, to: number): Promise<(readonly Instant[])[]> {
	return Promise.all(Array.from({ length: to - from + 1 }, (_, i) => results.page(from + i)));
}

/** The placeholders on the board. */
function waiting(): HTMLElement[] {
	return [...page.board.querySelectorAll<HTMLElement>(".waiting")];
}

/** Placeholders for clips that are loading. */
function waitingTiles(clips: number): HTMLElement[] {
	return Array.from({ length: Math.max(0, clips) }, () => parsed(WAITING, HTMLLIElement));
}

/** Puts tiles before the others, which stay where they are on the screen. */
function prepend(tiles: readonly HTMLElement[]): void {
	const [top] = page.board.children;
	const before = top?.getBoundingClientRect().top ?? 0;
	page.board.prepend(...tiles);
	scrollBy(0, (top?.getBoundingClientRect().top ?? 0) - before);
	tiles.at(-1)?.querySelector("button")?.focus({ preventScroll: true });
}
