/** Remembers in the browser's history which pages were on the board and how far they were scrolled. */
import type { Span } from "./feed.ts";

/** A place in a view. */
export interface Place extends Span {
	/** CSS pixels from the top. */
	readonly scroll: number;
}

/** The place that an entry of the history holds; undefined when it holds none. */
export function placeIn(state: unknown): Place | undefined {
	if (typeof state !== "object" || state === null) return undefined;
	const { first, last, scroll } = state as Partial<Record<keyof Place, unknown>>;
	const isPage = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 1;
	if (!isPage(first) || !isPage(last) || typeof scroll !== "number") return undefined;
	return { first, last, scroll };
}
