/**
 * Takes rows far from view out of the page, and keeps their height: otherwise a dialog that opens or closes would
 * restyle thousands of tiles. A separate script, because few lists are long.
 */

/** How far from view a row must be to leave the page, in window heights. */
const FAR = 0.75;

/** The most rows that leave the page or come back together. */
const ROWS_AT_A_TIME = 4;

/** Elements that stay: placeholders, headings, and stand-ins for absent rows. */
const KEPT = ".far, .waiting, .heading";

/** Tiles whose rows stay, with the rows above and below, which arrow keys reach. */
const REACHED = ":focus-within, :has([tabindex='0'])";

type Row = readonly [HTMLElement, ...HTMLElement[]];

interface Events {
	/** Shows on a tile everything that changed while the tile was absent. */
	mark(tile: Element): void;
	/** Called after other rows have come into the page, or left it. */
	moved(): void;
}

export class FarRows {
	readonly #board: HTMLElement;
	readonly #events: Events;
	/** The absent tiles, by the stand-in that keeps their height. */
	readonly #tiles = new WeakMap<Element, readonly HTMLElement[]>();
	readonly #approached: IntersectionObserver;
	#columns: number;

	constructor(board: HTMLElement, events: Events) {
		this.#board = board;
		this.#events = events;
		this.#columns = this.#columnCount();
		this.#approached = new IntersectionObserver(
			(entries) => {
				const near = entries.filter(({ isIntersecting }) => isIntersecting);
				for (const { target } of near) this.#bringBack(target);
				if (near.length > 0) this.takeOut();
			},
			// Nearer than FAR, so that no row leaves as soon as it is back.
			{ rootMargin: "50%" },
		);
		new ResizeObserver(() => this.#resized()).observe(board);
	}

	/** Every item on the board, whether or not it is currently in the page. */
	get items(): HTMLElement[] {
		return this.#inPage().flatMap((it) => this.#tiles.get(it) ?? it);
	}

	/** Brings the tile of this clip into the page. */
	reveal(slug: string): void {
		for (const place of this.#places())
			if (this.#tiles.get(place)?.some(({ dataset }) => dataset.slug === slug))
				this.#bringBack(place);
		this.#events.moved();
	}

	/** Takes rows far from view out of the page, except the first and the last, which keys reach. */
	takeOut(): void {
		// Arrange reads the order of a board from the page.
		if (this.#board.matches(".pads")) return;
		const rows = new Map<number, Row>();
		for (const it of this.#inPage()) {
			const row = rows.get(it.offsetTop);
			rows.set(it.offsetTop, row ? [...row, it] : [it]);
		}
		const runs: { tiles: HTMLElement[]; rows: number; top: number; height: number }[] = [];
		let isRun = false;
		const all = [...rows.values()];
		const isReached = all.map((row) => row.some((it) => it.matches(REACHED)));
		for (const [above, row] of all.slice(1, -1).entries()) {
			const { top, bottom } = row[0].getBoundingClientRect();
			const isNear = bottom > -FAR * innerHeight && top < (1 + FAR) * innerHeight;
			const isKept =
				isReached.slice(above, above + 3).includes(true) || row.some((it) => it.matches(KEPT));
			const isFar = !isNear && !isKept;
			if (isFar) {
				if (!isRun) runs.push({ tiles: [], rows: 0, top, height: 0 });
				const run = runs.at(-1) as (typeof runs)[number];
				run.tiles.push(...row);
				run.rows += 1;
				run.height = bottom - run.top;
				isRun = run.rows < ROWS_AT_A_TIME;
			} else isRun = false;
		}
		for (const { tiles, height } of runs) {
			const place = document.createElement("li");
			place.className = "far";
			place.ariaHidden = "true";
			place.style.height = `${height}px`;
			tiles[0]?.before(place);
			for (const tile of tiles) tile.remove();
			this.#tiles.set(place, tiles);
			this.#approached.observe(place);
		}
		this.#events.moved();
	}

	#inPage(): HTMLElement[] {
		return [...this.#board.children] as HTMLElement[];
	}

	#places(): Iterable<HTMLElement> {
		return this.#board.querySelectorAll<HTMLElement>(".far");
	}

	#bringBack(place: Element): void {
		const tiles = this.#tiles.get(place) ?? [];
		for (const tile of tiles) this.#events.mark(tile);
		place.replaceWith(...tiles);
	}

	/** Absent tiles that no longer fill whole rows would shift those below when they come back. */
	#resized(): void {
		const columns = this.#columnCount();
		if (columns === this.#columns) return;
		this.#columns = columns;
		for (const place of this.#places()) this.#bringBack(place);
		this.takeOut();
	}

	#columnCount(): number {
		return getComputedStyle(this.#board).gridTemplateColumns.split(" ").length;
	}
}
