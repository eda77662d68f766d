/** Remembers in the browser's history which pages were on the board and which clip was in sight. */
import type { Span } from "./feed.ts";

/** Most pages that are restored at once; one goes on from there. */
const MAX_RESTORED = 60;

/** A place in a view. */
export interface Place extends Span {
	/** The first page in sight. */
	readonly page: number;
	/** The first clip in sight, by its slug; undefined where nothing is scrolled. */
	readonly clip: string | undefined;
	/** Where that clip begins: CSS pixels from the top of the window. */
	readonly top: number;
}

/** The place that an entry of the history holds; undefined when it holds none. */
export function placeIn(state: unknown): Place | undefined {
	if (typeof state !== "object" || state === null) return undefined;
	const { first, last, page, clip, top } = state as Partial<Record<keyof Place, unknown>>;
	const isPage = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 1;
	if (!isPage(first) || !isPage(last) || !isPage(page) || typeof top !== "number") return undefined;
	if (first > page || page > last) return undefined;
	return { first, last, page, clip: typeof clip === "string" ? clip : undefined, top };
}

/** The pages to restore: all that were there, or as many as may be around the one in sight. */
export function restoredSpan({ first, last, page }: Place): Span {
	const from = Math.max(first, Math.min(page - MAX_RESTORED / 2, last - MAX_RESTORED + 1));
	return { first: from, last: Math.min(last, from + MAX_RESTORED - 1) };
}
