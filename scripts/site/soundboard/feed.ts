/** The board as an endless list: pages come as one scrolls, and those before on request. */
import type { Instant } from "../../contract/instant.ts";
import { pageCount } from "../../contract/page-number.ts";
import type { Results } from "./catalogue.ts";
import { moveTabStop } from "./keyboard.ts";

/** Pages read at a time: a screen of clips, on most screens. */
const BATCH = 4;

/** The pages that are on the board. */
export interface Span {
	/** From 1. */
	readonly first: number;
	readonly last: number;
}

/** What a feed needs of the page. */
interface FeedParts {
	readonly board: HTMLElement;
	readonly earlier: HTMLButtonElement;
	readonly more: HTMLAnchorElement;
	makeTile(clip: Instant): HTMLElement;
	/** The address of a page, for those who open it elsewhere. */
	hrefOf(page: number): string;
	/** Pages came, or went. */
	changed(): void;
	/** Pages cannot be read; `again` tries once more. */
	failed(error: unknown, again: () => void): void;
}

/** Shows pages of results on the board. */
export class Feed {
	readonly #parts: FeedParts;
	#results: Results | undefined;
	#span: Span = { first: 1, last: 0 };
	/** Counts what was opened, so that pages which come too late are dropped. */
	#opened = 0;
	#isReading = false;
	readonly #observer: IntersectionObserver;

	constructor(parts: FeedParts) {
		this.#parts = parts;
		const { more, earlier } = parts;
		this.#observer = new IntersectionObserver(
			// Of several entries that have gathered, the last says how it is now.
			(entries) => entries.at(-1)?.isIntersecting && this.more(),
			{ rootMargin: "0px 0px 900px" },
		);
		more.addEventListener("click", (event) => {
			if (event.ctrlKey || event.metaKey || event.shiftKey) return;
			event.preventDefault();
			this.more();
		});
		earlier.addEventListener("click", () => this.#earlier());
	}

	/** Pages on the board. */
	get span(): Span {
		return this.#span;
	}

	/** Shows results from a page on, and drops what was shown before. Tells whether it was not too late. */
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
		this.#parts.board.replaceChildren(...tiles);
		const [tile] = tiles;
		if (tile !== undefined) moveTabStop(tile);
		this.#settle();
		return true;
	}

	/** Drops what was shown. */
	clear(): void {
		this.#opened++;
		this.#results = undefined;
		this.#span = { first: 1, last: 0 };
		this.#parts.board.replaceChildren();
		this.#settle();
	}

	/** Shows the next pages; tells whether there were any. */
	async more(): Promise<boolean> {
		const { first, last } = this.#span;
		const end = pageCount(this.#results?.count ?? 0);
		return this.#extend({ first, last: Math.min(end, last + BATCH) }, (tiles) =>
			this.#parts.board.append(...tiles),
		);
	}

	async #earlier(): Promise<void> {
		const { first, last } = this.#span;
		const { board } = this.#parts;
		const [top] = board.children;
		await this.#extend({ first: Math.max(1, first - BATCH), last }, (tiles) => {
			const before = top?.getBoundingClientRect().top ?? 0;
			board.prepend(...tiles);
			scrollBy(0, (top?.getBoundingClientRect().top ?? 0) - before);
			tiles.at(-1)?.querySelector("button")?.focus({ preventScroll: true });
		});
	}

	/** Reads the pages that a larger span has more, at one of its ends. */
	async #extend(span: Span, put: (tiles: HTMLElement[]) => void): Promise<boolean> {
		const { first, last } = this.#span;
		const results = this.#results;
		if (results === undefined || this.#isReading) return false;
		const [from, to] = span.first < first ? [span.first, first - 1] : [last + 1, span.last];
		if (from > to) return false;
		const opened = this.#opened;
		this.#isReading = true;
		try {
			const tiles = await this.#tiles(results, from, to);
			if (opened !== this.#opened) return false;
			this.#span = span;
			this.#isReading = false;
			put(tiles);
			this.#settle();
			return true;
		} catch (error) {
			if (opened !== this.#opened) return false;
			this.#isReading = false;
			this.#observer.disconnect();
			this.#parts.failed(error, () => (span.first < first ? this.#earlier() : this.more()));
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
		const { board, more, earlier, hrefOf, changed } = this.#parts;
		const { first, last } = this.#span;
		board.ariaBusy = "false";
		earlier.hidden = first <= 1;
		more.hidden = this.#results === undefined || last >= pageCount(this.#results.count);
		more.href = hrefOf(last + 1);
		// Observing anew tells again at once when it is still in sight.
		this.#observer.disconnect();
		if (!more.hidden) this.#observer.observe(more);
		changed();
	}
}
