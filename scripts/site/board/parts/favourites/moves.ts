/** Puts favourites in order: by dragging with a mouse, by Shift and an arrow key, and by the buttons of the sheet. */
import type { Instant } from "../../../../contract/instant.ts";
import type { Favourites } from "../../state/favourites.ts";
import { neighbour } from "../keys/neighbour.ts";
import type { Sentence } from "../messages/sentence.ts";

export interface MoveParts {
	readonly board: HTMLElement;
	readonly favourites: Favourites;
	clipOf(element: Element): Instant | undefined;
	/** Whether the board shows all favourites and nothing else. */
	isShown(): boolean;
	/** Shows them again, and focuses a clip. */
	show(focused: Instant): Promise<void>;
	say(sentence: Sentence): void;
}

/** Moves a favourite by so many places. */
export async function moveFavourite(parts: MoveParts, clip: Instant, by: number): Promise<void> {
	const { favourites, show, say } = parts;
	const { length } = favourites.clips;
	const from = favourites.placeOf(clip.slug);
	const to = Math.max(0, Math.min(length - 1, from + by));
	if (from < 0 || to === from) return;
	favourites.put(clip, to);
	await show(clip);
	say(["“", clip, `” moved to place ${to + 1} of ${length}.`]);
}

export function connectMoves(parts: MoveParts): void {
	const { board } = parts;
	board.addEventListener("keydown", (event) => {
		const clip = parts.clipOf(event.target as Element);
		if (clip === undefined || !event.shiftKey || !parts.isShown()) return;
		const columns = getComputedStyle(board).gridTemplateColumns.split(" ").length;
		const from = parts.favourites.placeOf(clip.slug);
		const to = neighbour(event.key, from, parts.favourites.clips.length, columns);
		if (to === undefined) return;
		event.preventDefault();
		moveFavourite(parts, clip, to - from);
	});
	// Pictures would be dragged out of the page.
	board.addEventListener("dragstart", (event) => event.preventDefault());
	board.addEventListener("pointerdown", (event) => {
		const tile = (event.target as Element).closest<HTMLElement>("[data-slug]");
		// A finger scrolls, or rests for the sheet.
		if (tile !== null && event.button === 0 && event.pointerType === "mouse" && parts.isShown())
			followMouse(parts, tile, event);
	});
}

/** A mouse that moves less is pressing. CSS pixels. */
const MIN_MOVED = 8;

function followMouse(parts: MoveParts, tile: HTMLElement, { clientX, clientY }: MouseEvent): void {
	const { board } = parts;
	const listening = new AbortController();
	const { signal } = listening;
	let isDragged = false;
	const move = ({ clientX: x, clientY: y }: MouseEvent): void => {
		if (!isDragged && Math.hypot(x - clientX, y - clientY) < MIN_MOVED) return;
		isDragged = true;
		tile.classList.add("dragged");
		const below = document.elementFromPoint(x, y)?.closest("#board [data-slug]") ?? tile;
		if (below === tile) return;
		const isLater = tile.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING;
		if (isLater) below.after(tile);
		else below.before(tile);
	};
	const end = (): void => {
		listening.abort();
		tile.classList.remove("dragged");
		const clip = parts.clipOf(tile);
		if (!isDragged || clip === undefined) return;
		// The click that follows would play it.
		const drop = (event: Event): void => event.stopPropagation();
		board.addEventListener("click", drop, { capture: true, once: true });
		setTimeout(() => board.removeEventListener("click", drop, { capture: true }));
		moveFavourite(parts, clip, placeIn(parts, tile) - parts.favourites.placeOf(clip.slug));
	};
	addEventListener("pointermove", move, { signal });
	for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { signal });
}

/** Where a tile has been dropped: the board may not begin with the first favourite, and has clips that were one. */
function placeIn({ board, clipOf, favourites }: MoveParts, tile: HTMLElement): number {
	const placeOf = (other: Element): number => favourites.placeOf(clipOf(other)?.slug ?? "");
	const tiles = [...board.querySelectorAll("[data-slug]")].filter((other) => placeOf(other) >= 0);
	return Math.min(...tiles.map(placeOf)) + tiles.indexOf(tile);
}
