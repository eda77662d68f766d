/** The address and the history entry of a view, so that it can be shared and returned to. */

import { SLUG } from "../../../contract/instant.ts";
import { decodeUnreserved } from "../../../edge/route.ts";
import { clipPagePath } from "../../../pages/clip-page.ts";

/** A board that someone has put together, with its clips in order. */
export interface Board {
	readonly slugs: readonly string[];
	/** This text may come from a stranger, and may be empty. */
	readonly title: string;
}

/** The maximum number of clips on a board from a link: as many as there are keys. */
export const MAX_ON_BOARD = 40;

/** The maximum length of a board's title, in characters. */
export const MAX_BOARD_TITLE = 80;

export interface View {
	/** The search; empty for all clips. */
	readonly name: string;
	/** The number of the first page in view, starting at 1. */
	readonly page: number;
	/** Whether only favourites are shown. */
	readonly favourites: boolean;
	/** The board in the address. */
	readonly board: Board | undefined;
	/** Only clips with all of these tags are shown. */
	readonly tags: readonly string[];
	/** The slug of the clip that is shown large above the others. */
	readonly clip: string | undefined;
	/** Whether the address is that of a clip page, even if there is no such page. */
	readonly isClipPage: boolean;
}

/** The view of all clips, from the first. */
export const HOME: View = {
	name: "",
	page: 1,
	favourites: false,
	board: undefined,
	tags: [],
	clip: undefined,
	isClipPage: false,
};

/** Parses an address under `root`. Invalid parts are ignored. */
export function parseView(root: string, url: URL): View {
	const page = Number(url.searchParams.get("page") ?? 1);
	const path = decodeUnreserved(url.pathname).slice(
		decodeUnreserved(new URL(root).pathname).length,
	);
	const slugInPath = /^clips\/([^/]+)\/(?:index\.html)?$/.exec(path)?.[1];
	// Sites that share a clip page may add parameters.
	if (slugInPath !== undefined && SLUG.test(slugInPath))
		return { ...HOME, clip: slugInPath, isClipPage: true };
	if (!/^(?:index\.html)?$/.test(path)) return { ...HOME, isClipPage: true };
	const slug = url.hash.slice(1);
	const board = boardIn(url.searchParams);
	// Boards cannot be searched.
	const query = board ? new URLSearchParams() : url.searchParams;
	return {
		name: query.get("name") ?? "",
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		favourites: query.has("favourites"),
		board,
		tags: query.getAll("tag").filter((tag) => tag !== ""),
		clip: SLUG.test(slug) ? slug : undefined,
		isClipPage: false,
	};
}

function boardIn(query: URLSearchParams): Board | undefined {
	const slugs =
		query
			.get("board")
			?.split(",")
			.filter((slug) => SLUG.test(slug)) ?? [];
	if (slugs.length === 0) return undefined;
	const title = Array.from((query.get("title") ?? "").replace(/\s+/g, " ").trim());
	return {
		slugs: [...new Set(slugs)].slice(0, MAX_ON_BOARD),
		title: title.slice(0, MAX_BOARD_TITLE).join(""),
	};
}

/** Whether a view shows few clips in fixed places, large and with keys. */
export function isBoard({ favourites, board }: View): boolean {
	return favourites || board !== undefined;
}

/** The address of a view under `root`, without the parts that are defaults. */
export function viewUrl(root: string, view: View): string {
	const { name, page, favourites, board, tags, clip, isClipPage } = view;
	if (isClipPage) return clip ? `${root}${clipPagePath(clip).slice(1)}` : location.href;
	const query = new URLSearchParams();
	if (favourites) query.set("favourites", "");
	if (board) query.set("board", board.slugs.join());
	if (board?.title) query.set("title", board.title);
	for (const tag of tags) query.append("tag", tag);
	if (name !== "") query.set("name", name);
	if (page > 1) query.set("page", String(page));
	const text = query
		.toString()
		.replace(/=(?=&|$)/, "")
		.replaceAll("%2C", ",");
	return `${root}${text === "" ? "" : `?${text}`}${clip === undefined ? "" : `#${clip}`}`;
}

/** Whether a view shows all clips, wherever it is scrolled to. */
export function isHome(view: View): boolean {
	return viewUrl("", { ...view, page: HOME.page, clip: HOME.clip }) === "";
}

/**
 * The address of a clip.
 * @param hasPage whether there are clip pages; if not, the front page shows the clip
 */
export function clipUrl(root: string, slug: string, hasPage: boolean): string {
	return viewUrl(root, { ...HOME, clip: slug, isClipPage: hasPage });
}

/** The maximum number of pages restored at once. Scrolling loads the rest. */
const MAX_RESTORED = 60;

/** A range of pages in a list. */
export interface Span {
	/** From 1. */
	readonly first: number;
	readonly last: number;
}

export interface ScrollPlace extends Span {
	readonly page: number;
	/** The slug of the first clip in view; undefined at the very top. */
	readonly clip: string | undefined;
	/** The top edge of that clip, in CSS pixels from the top of the window. */
	readonly top: number;
}

/** Browsers reject history updates that come more than about three times a second. */
const SCROLL_PAUSE_MS = 400;

/**
 * Writes a history entry. A browser may reject an entry that comes too soon after many others, and then the
 * address lags behind until the next one.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#shared-history-push/replace-state-steps
 */
export function writeEntry(
	how: "pushState" | "replaceState",
	url: string,
	place?: ScrollPlace,
): void {
	try {
		history[how](place ?? null, "", url);
	} catch (error) {
		console.warn(`instants: ${error}`);
	}
}

/** Calls `changed` when the place may have changed: after scrolling, and before the page is left. */
export function watchPlace(changed: () => void): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const scrolled = (): void => {
		clearTimeout(timer);
		timer = setTimeout(changed, SCROLL_PAUSE_MS);
	};
	addEventListener("scroll", scrolled, { passive: true });
	addEventListener("pagehide", changed);
}

/** The scroll position of a board with this span of pages. */
export function placeOn(board: HTMLElement, span: Span, isAtTop = scrollY < 1): ScrollPlace {
	// The sticky bar covers the window down to the board's offset.
	const isInView = (tile: Element) => tile.getBoundingClientRect().bottom > board.offsetTop;
	const tiles = isAtTop ? [] : [...board.querySelectorAll<HTMLElement>("[data-page]")];
	const tile = tiles.find(isInView);
	return {
		...span,
		page: tile === undefined ? span.first : Number(tile.dataset.page),
		clip: tile?.dataset.slug,
		top: tile?.getBoundingClientRect().top ?? 0,
	};
}

/** Scrolls so that the clip of this place is where it was; without a place, scrolls to the top. */
export function scrollToPlace(board: HTMLElement, place: ScrollPlace | undefined): void {
	const clip = `[data-slug="${CSS.escape(place?.clip ?? "")}"]`;
	// A clip may appear twice: once for its name, and once for its tag.
	const tile =
		board.querySelector(`${clip}[data-page="${place?.page}"]`) ?? board.querySelector(clip);
	if (place === undefined || tile === null) scrollTo({ top: 0, behavior: "instant" });
	else scrollBy({ top: tile.getBoundingClientRect().top - place.top, behavior: "instant" });
}

/** The place in a history entry; undefined if it has none, or if it is from a different version of the page. */
export function placeIn(state: Partial<ScrollPlace> | null): ScrollPlace | undefined {
	const { first, last, page, clip, top } = state ?? {};
	const numbers = [first, page, last, top];
	if (!numbers.every((value) => typeof value === "number")) return undefined;
	return { first, last, page, clip, top } as ScrollPlace;
}

/** The pages to restore: all that were on the board, or the maximum number around the page in view. */
export function restoredSpan({ first, last, page }: ScrollPlace): Span {
	const from = Math.max(first, Math.min(page - MAX_RESTORED / 2, last - MAX_RESTORED + 1));
	return { first: from, last: Math.min(last, from + MAX_RESTORED - 1) };
}
