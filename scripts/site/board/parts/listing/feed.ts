/** The board as an endless list: later pages load on scrolling, earlier ones on request. */
import type { Instant } from "../../../../contract/instant.ts";
import { PAGE_SIZE, pageCount } from "../../../../contract/page-number.ts";
import type { Results } from "../../data/catalogue.ts";
import { clipHere, page } from "../../page/page-elements.ts";
import type { Span } from "../../state/view.ts";
import { moveTabStop } from "../keys/arrows.ts";

/** Pages read at a time while the board is scrolled. */
const BATCH = 4;

/** Pages read after the first: with it they fill most screens, and most of their bytes are needed. */
const FIRST_BATCH = 2;

/** Batches read by scrolling alone. Then someone has to ask, so that what is below the board can be reached. */
const MAX_SCROLLED = 10;

interface FeedParts {
	makeTile(clip: Instant): HTMLElement;
	changed(): void;
	failed(error: unknown, retry: () => void): void;
}

export class Feed {
	readonly #parts: FeedParts;
	#results: Results | undefined;
	#span: Span = { first: 1, last: 0 };
	/** Drops pages that arrive when other results are on the board. */
	#shown = new AbortController();
	/** The pages being added. */
	#reading: Promise<void> | undefined;
	/** Batches read by scrolling since the last press of “Show more clips”. */
	#scrolled = 0;
	readonly #observer: IntersectionObserver;

	constructor(parts: FeedParts) {
		this.#parts = parts;
		this.#observer = new IntersectionObserver(
			// Entries queue up; only the last one is current.
			(entries) => entries.at(-1)?.isIntersecting && this.#scroll(),
			{ rootMargin: "0px 0px 400px" },
		);
		page.more.addEventListener("click", () => {
			this.#scrolled = 0;
			this.#more();
		});
		page.earlier.addEventListener("click", () => this.#earlier());
	}

	/** Makes the clips in the HTML playable if the view shows them; else replaces them with placeholders. */
	begin(areWanted: boolean): void {
		const inPage = page.board.querySelectorAll<HTMLElement>("[data-clip]");
		if (inPage.length === 0) return;
		const clips = Array.from(inPage, ({ dataset }) => JSON.parse(dataset.clip ?? "") as Instant);
		const tiles = areWanted
			? clips.map((clip) => this.#parts.makeTile(clipHere(clip)))
			: waitingTiles(clips.length);
		page.board.replaceChildren(...tiles);
	}

	get span(): Span {
		return this.#span;
	}

	/** Replaces the board with results from page `first` on, unless the view is left by the time that they come. */
	async open(
		results: Results,
		{ first = 1, last = first }: Partial<Span>,
		wanted: AbortSignal,
	): Promise<void> {
		const end = pageCount(results.count);
		const from = Math.min(first, end);
		const to = Math.min(end, Math.max(from, last));
		// An empty board shows its first clips at once. One with clips changes as a whole, without shrinking.
		const shown = isEmpty() ? to : Math.max(to, Math.min(end, from + FIRST_BATCH));
		const tiles = await this.#tiles(results, from, shown);
		if (wanted.aborted) return;
		this.#replace(results, { first: from, last: shown }, tiles);
		const [tile] = tiles;
		if (tile !== undefined) moveTabStop(tile);
		// The first page shows at once, and the rest of the screen follows.
		const filled = Math.max(shown, Math.min(end, from + FIRST_BATCH));
		growUnseen(this.#extend({ first: from, last: filled }));
	}

	/** Stops waiting: clips that are on the board stay and can be played. */
	giveUp(): void {
		page.board.ariaBusy = "false";
		if (isEmpty()) page.board.replaceChildren();
	}

	#replace(results: Results | undefined, span: Span, tiles: readonly HTMLElement[]): void {
		this.#shown.abort();
		this.#shown = new AbortController();
		this.#results = results;
		this.#span = span;
		this.#reading = undefined;
		this.#scrolled = 0;
		page.board.replaceChildren(...tiles);
		page.board.ariaBusy = "false";
		this.#settle();
	}

	/** Shows the next pages. */
	#more(): Promise<void> {
		const { first, last } = this.#span;
		const end = pageCount(this.#results?.count ?? 0);
		return this.#extend({ first, last: Math.min(end, last + BATCH) });
	}

	#scroll(): void {
		if (this.#reading === undefined) this.#scrolled++;
		growUnseen(this.#more());
	}

	async #earlier(): Promise<void> {
		// Later pages may be loading.
		await this.#reading;
		const { first, last } = this.#span;
		return this.#extend({ first: Math.max(1, first - BATCH), last });
	}

	/** Grows the board to a larger span, at one end, unless it is growing already. */
	async #extend(span: Span): Promise<void> {
		const { first, last } = this.#span;
		if (span.first >= first && span.last <= last) return;
		if (this.#results !== undefined) this.#reading ??= this.#read(this.#results, span);
		await this.#reading;
	}

	async #read(results: Results, span: Span): Promise<void> {
		const { first, last } = this.#span;
		const isEarlier = span.first < first;
		const [from, to] = isEarlier ? [span.first, first - 1] : [last + 1, span.last];
		const { signal } = this.#shown;
		// They have room at once, before what is below the board is in sight, so that it does not move when they arrive.
		const waiting = isEarlier
			? []
			: waitingTiles(Math.min(results.count, to * PAGE_SIZE) - last * PAGE_SIZE);
		page.board.append(...waiting);
		try {
			const tiles = await this.#tiles(results, from, to);
			if (signal.aborted) return;
			this.#span = span;
			for (const tile of waiting) tile.remove();
			if (isEarlier) prepend(tiles);
			else page.board.append(...tiles);
			this.#settle();
		} catch (error) {
			if (signal.aborted) return;
			for (const tile of waiting) tile.remove();
			this.#observer.disconnect();
			this.#parts.failed(error, () => (isEarlier ? this.#earlier() : this.#more()));
		} finally {
			if (!signal.aborted) this.#reading = undefined;
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
		earlier.hidden = first <= 1;
		more.hidden = this.#results === undefined || last >= pageCount(this.#results.count);
		// Observing again reports at once if the link is still in view.
		this.#observer.disconnect();
		if (!more.hidden && this.#scrolled < MAX_SCROLLED) this.#observer.observe(more);
		this.#parts.changed();
	}
}

function isEmpty(): boolean {
	return page.board.querySelector("[data-slug]") === null;
}

/** Placeholders for clips that are loading. */
function waitingTiles(clips: number): HTMLElement[] {
	return Array.from({ length: clips }, () => {
		const tile = document.createElement("li");
		tile.className = "clip waiting";
		tile.ariaHidden = "true";
		return tile;
	});
}

/** The next frame before what is below the board is shown again. */
let frame = 0;

/** Hides what is below the board until it has gone down. */
function growUnseen(growth: Promise<void>): void {
	page.board.classList.add("growing");
	cancelAnimationFrame(frame);
	growth.finally(() => {
		cancelAnimationFrame(frame);
		// The first frame has the clips.
		frame = requestAnimationFrame(() => {
			frame = requestAnimationFrame(() => page.board.classList.remove("growing"));
		});
	});
}

/** Puts tiles before the others, which stay where they are on the screen. */
function prepend(tiles: readonly HTMLElement[]): void {
	const [top] = page.board.children;
	const before = top?.getBoundingClientRect().top ?? 0;
	page.board.prepend(...tiles);
	scrollBy(0, (top?.getBoundingClientRect().top ?? 0) - before);
	tiles.at(-1)?.querySelector("button")?.focus({ preventScroll: true });
}
