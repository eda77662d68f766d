/**
 * Arranges the tiles of a board: by dragging, with Alt and the arrow keys, and with buttons that are added to
 * each tile.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { afterFrame } from "../../page/after-frame.ts";
import { within } from "../../page/page-elements.ts";
import type { parsed } from "../../page/trusted.ts";
import { neighbour } from "../keys/neighbour.ts";
import { type Move, moves } from "./markup.ts";

/** The distance from the edge of the window at which a drag scrolls, and how far it scrolls at a time, in pixels. */
const EDGE = 60;
const STEP = 12;

interface Arranging {
	readonly board: HTMLElement;
	readonly parsed: typeof parsed;
	clipOf(element: Element): Instant | undefined;
	/** Called when a clip has a new place; places are numbered from 1. */
	moved(clip: Instant, place: number): void;
	/** Removes a clip from the board. */
	remove(clip: Instant): Promise<void>;
}

/** Starts arranging. Returns a function that adds the buttons to new tiles, and a function that ends arranging. */
export function arrange({ board, parsed, clipOf, moved, remove }: Arranging) {
	const tiles = (): HTMLElement[] => [...board.querySelectorAll<HTMLElement>("[data-slug]")];

	/** Moves a tile to a place, counted from 0, if there is such a place. */
	const move = (tile: HTMLElement, to: number): void => {
		const all = tiles();
		const from = all.indexOf(tile);
		const clip = clipOf(tile);
		if (clip === undefined || to === from || all[to] === undefined) return;
		const focused = tile.contains(document.activeElement) ? document.activeElement : null;
		all[to]?.[to < from ? "before" : "after"](tile);
		(focused as HTMLElement | null)?.focus({ preventScroll: tile.matches(".dragged") });
		moved(clip, to + 1);
	};

	const acts: Readonly<Record<Move, (tile: HTMLElement, clip: Instant) => unknown>> = {
		earlier: (tile) => move(tile, tiles().indexOf(tile) - 1),
		later: (tile) => move(tile, tiles().indexOf(tile) + 1),
		remove: async (tile, clip) => {
			const at = tiles().indexOf(tile);
			await remove(clip);
			const next = tiles()[at] ?? tiles().at(-1);
			next?.querySelector<HTMLElement>('[data-move="remove"]')?.focus();
		},
	};

	const tileAt = (target: EventTarget | null): HTMLElement | null =>
		(target as Element | null)?.closest<HTMLElement>("[data-slug]") ?? null;

	const clicked = (event: Event): void => {
		// While arranging, a press plays nothing.
		event.stopPropagation();
		const tile = tileAt(event.target);
		const button = (event.target as Element).closest<HTMLElement>("[data-move]");
		const clip = tile && clipOf(tile);
		if (tile && clip && button) acts[button.dataset.move as Move](tile, clip);
	};

	const keyed = (event: KeyboardEvent): void => {
		const tile = tileAt(event.target);
		if (tile === null || !event.altKey || !event.key.startsWith("Arrow")) return;
		// Otherwise, the browser would go back in its history.
		event.preventDefault();
		const all = tiles();
		const columns = getComputedStyle(board).gridTemplateColumns.split(" ").length;
		move(tile, neighbour(event.key, all.indexOf(tile), all.length, columns) ?? -1);
	};

	const held = (event: PointerEvent): void => {
		event.stopPropagation();
		const tile = tileAt(event.target);
		const isButton = (event.target as Element).closest("[data-move]") !== null;
		if (tile === null || isButton || event.button !== 0) return;
		const over = (at: PointerEvent): void => {
			const to = tiles().findIndex((it) => it !== tile && isOver(it, at));
			if (to >= 0) move(tile, to);
		};
		drag(board, tile, event.pointerId, over, ended.signal);
	};

	const addMoves = (): void => {
		if (ended.signal.aborted) return;
		for (const tile of tiles()) {
			const clip = clipOf(tile);
			if (clip !== undefined && tile.querySelector(".moves") === null)
				tile.append(parsed(moves(clip, within(tile, ".push", HTMLElement).tabIndex), HTMLElement));
		}
	};
	board.classList.add("arranging");
	const ended = new AbortController();
	afterFrame(addMoves);
	const capture = { capture: true, signal: ended.signal };
	board.addEventListener("click", clicked, capture);
	board.addEventListener("keydown", keyed, capture);
	board.addEventListener("pointerdown", held, capture);
	// Otherwise, these events would play the clip too.
	board.addEventListener("pointerup", (event) => event.stopPropagation(), capture);
	board.addEventListener("dragstart", (event) => event.preventDefault(), capture);
	const end = (): void => {
		ended.abort();
		board.classList.remove("arranging");
		for (const part of board.querySelectorAll(".moves")) part.remove();
	};
	return { addMoves, end };
}

/** Lets a tile follow the pointer that holds it, until arranging has ended. `over` is called on every move. */
function drag(
	board: HTMLElement,
	tile: HTMLElement,
	pointerId: number,
	over: (at: PointerEvent) => void,
	ended: AbortSignal,
): void {
	const held = new AbortController();
	// Captured by the board, because the tile would lose the pointer when it moves in the document.
	board.setPointerCapture(pointerId);
	board.addEventListener(
		"pointermove",
		(event) => {
			if (event.pointerId !== pointerId) return;
			tile.classList.add("dragged");
			over(event);
			if (event.clientY < EDGE) scrollBy(0, -STEP);
			if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
			tile.style.translate = "";
			const { left, top, width, height } = tile.getBoundingClientRect();
			const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
			tile.style.translate = `${x}px ${y}px`;
		},
		{ signal: held.signal },
	);
	const drop = (): void => {
		held.abort();
		tile.classList.remove("dragged");
		tile.style.translate = "";
	};
	for (const target of [board, ended])
		for (const end of ["lostpointercapture", "abort"])
			target.addEventListener(end, drop, { signal: held.signal });
}

function isOver(tile: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
	const { left, right, top, bottom } = tile.getBoundingClientRect();
	return clientX > left && clientX < right && clientY > top && clientY < bottom;
}
