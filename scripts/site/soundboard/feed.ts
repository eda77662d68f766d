/** The board as an endless list: later pages load on scrolling, earlier ones on request. */
import type { Instant } from "../../contract/instant.ts";
import { pageCount } from "../../contract/page-number.ts";
import type { Results } from "./catalogue.ts";
import { moveTabStop } from "./keyboard.ts";
import { page } from "./page-elements.ts";

/** Pages read at a time: together they fill most screens. */
const BATCH = 4;

export interface Span {
	/** From 1. */
	readonly first: number;
	readonly last: number;
}

interface FeedParts {
	makeTile(clip: Instant): HTMLElement;
	changed(): void;
	failed(error: unknown, retry: () => void): void;
}

export class Feed {
	readonly #parts: FeedParts;
	#results: Results | undefined;
	#span: Span = { first: 1, last: 0 };
	/** Counts calls of `open`, so that pages of earlier results are dropped when they arrive late. */
	#opened = 0;
	#isReading = false;
	readonly #observer: IntersectionObserver;

	constructor(parts: FeedParts) {
		this.#parts = parts;
		this.#observer = new IntersectionObserver(
			// Entries queue up; only the last one is current.
			(entries) => entries.at(-1)?.isIntersecting && this.more(),
			{ rootMargin: "0px 0px 400px" },
		);
		page.more.addEventListener("click", () => this.more());
		page.earlier.addEventListener("click", () => this.#earlier());
	}

	get span(): Span {
		return this.#span;
	}

	/** Replaces the board with results from page `first` on; false when other results came in between. */
	async open(
		results: Results,
		{ first, last = first }: { first: number; last?: number },
	): Promise<boolean> {
		const opened = ++this.#opened;
		const end = pageCount(results.count);
		const from = Math.min(first, end);
		const to = Math.min(end, Math.max(from + BATCH - 1, last));
		const tiles = await this.#tiles(results, from, to);
		if (opened !== this.#opened) return false;
		this.#results = results;
		this.#span = { first: from, last: to };
		this.#isReading = false;
		page.board.replaceChildren(...tiles);
		const [tile] = tiles;
		if (tile !== undefined) moveTabStop(tile);
		this.#settle();
		return true;
	}

	clear(): void {
		this.#opened++;
		this.#results = undefined;
		this.#span = { first: 1, last: 0 };
		page.board.replaceChildren();
		this.#settle();
	}

	/** Shows the next pages; false when there were none. */
	async more(): Promise<boolean> {
		const { first, last } = this.#span;
		const end = pageCount(this.#results?.count ?? 0);
		return this.#extend({ first, last: Math.min(end, last + BATCH) });
	}

	async #earlier(): Promise<void> {
		const { first, last } = this.#span;
		await this.#extend({ first: Math.max(1, first - BATCH), last });
	}

	/** Grows the board to a larger span, at one end. */
	async #extend(span: Span): Promise<boolean> {
		const { first, last } = this.#span;
		const results = this.#results;
		if (results === undefined || this.#isReading) return false;
		const isEarlier = span.first < first;
		const [from, to] = isEarlier ? [span.first, first - 1] : [last + 1, span.last];
		if (from > to) return false;
		const opened = this.#opened;
		this.#isReading = true;
		try {
			const tiles = await this.#tiles(results, from, to);
			if (opened !== this.#opened) return false;
			this.#span = span;
			this.#isReading = false;
			if (isEarlier) prepend(tiles);
			else page.board.append(...tiles);
			this.#settle();
			return true;
		} catch (error) {
			if (opened !== this.#opened) return false;
			this.#isReading = false;
			this.#observer.disconnect();
			this.#parts.failed(error, () => (isEarlier ? this.#earlier() : this.more()));
			return false;
		}
	}

	async #tiles(results: Results, from: number, to: number): Promise<HTMLElement[]> {
		const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
		const pages = await Promise.all(numbers.map((n) => results.page(n)));
		return pages.flatMap((clips, i) =>
			clips.map((clip) => {
				const tile = this.#parts.makeTile(clip);
				tile.dataset.page = String(numbers[i]);
				return tile;
			}),
		);
	}

	#settle(): void {
		const { earlier, more } = page;
		const { first, last } = this.#span;
		page.board.ariaBusy = "false";
		earlier.hidden = first <= 1;
		more.hidden = this.#results === undefined || last >= pageCount(this.#results.count);
		// Observing again reports at once if the link is still in view.
		this.#observer.disconnect();
		if (!more.hidden) this.#observer.observe(more);
		this.#parts.changed();
	}
}

/** Puts tiles before the others, which stay where they are on the screen. */
function prepend(tiles: readonly HTMLElement[]): void {
	const [top] = page.board.children;
	const before = top?.getBoundingClientRect().top ?? 0;
	page.board.prepend(...tiles);
	scrollBy(0, (top?.getBoundingClientRect().top ?? 0) - before);
	tiles.at(-1)?.querySelector("button")?.focus({ preventScroll: true });
}
