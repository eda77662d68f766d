/**
 * Takes rows far from view out of the page, and keeps their height: otherwise a dialog that opens or closes would
 * restyle thousands of tiles. A separate script, because few lists are long.
 */

/** How far from view a row must be to leave the page, in window heights. */
const FAR = 0.75;

/** The most rows that leave the page or come back together. */
const ROWS_AT_A_TIME = 4;

/** Elements that stay: the tile that the Tab key reaches, placeholders, and stand-ins for absent rows. */
const KEPT = ".far, .waiting, :has([tabindex='0'])";

type Row = readonly [HTMLElement, ...HTMLElement[]];

export class FarRows {
	readonly #board: HTMLElement;
	readonly #mark: (tile: Element) => void;
	/** The absent tiles, by the stand-in that keeps their height. */
	readonly #tiles = new WeakMap<Element, readonly HTMLElement[]>();
	readonly #approached: IntersectionObserver;
	#columns = "";

	/** @param mark shows on a tile everything that changed while the tile was absent */
	constructor(board: HTMLElement, mark: (tile: Element) => void) {
		this.#board = board;
		this.#mark = mark;
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
		for (const row of [...rows.values()].slice(1, -1)) {
			const { top, bottom } = row[0].getBoundingClientRect();
			const isNear = bottom > -FAR * innerHeight && top < (1 + FAR) * innerHeight;
			const isFar = !isNear && !row.some((it) => it.matches(KEPT));
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
	}

	#inPage(): HTMLElement[] {
		return [...this.#board.children] as HTMLElement[];
	}

	#places(): Iterable<HTMLElement> {
		return this.#board.querySelectorAll<HTMLElement>(".far");
	}

	#bringBack(place: Element): void {
		const tiles = this.#tiles.get(place) ?? [];
		for (const tile of tiles) this.#mark(tile);
		place.replaceWith(...tiles);
	}

	/** Estimates the height of the absent rows when the number of columns has changed. */
	#resized(): void {
		const { gridTemplateColumns, rowGap } = getComputedStyle(this.#board);
		if (gridTemplateColumns === this.#columns) return;
		this.#columns = gridTemplateColumns;
		const columns = gridTemplateColumns.split(" ").length;
		const gap = Number.parseFloat(rowGap);
		const row = gap + (this.#inPage()[0]?.offsetHeight ?? 0);
		for (const place of this.#places()) {
			const rows = Math.ceil((this.#tiles.get(place)?.length ?? 0) / columns);
			place.style.height = `${rows * row - gap}px`;
		}
	}
}
