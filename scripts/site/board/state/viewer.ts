/** The state that the page shows. Its view is in the address and the history. */

import { PAGE_SIZE } from "../../../contract/page-number.ts";
import {
	clipsOn,
	guess,
	listed,
	matchesAmong,
	meantBy,
	type Results,
	search,
	tagged,
} from "../data/catalogue.ts";
import { page } from "../page/page-elements.ts";
import { BuildReplaced } from "../page/scripts.ts";
import { SITE_ROOT } from "../page/site-root.ts";
import type { Favourites } from "./favourites.ts";
import {
	HOME,
	isBoard,
	MAX_ON_BOARD,
	parseView,
	placeIn,
	placeOn,
	restoredSpan,
	type ScrollPlace,
	type Span,
	scrollToPlace,
	type View,
	viewUrl,
	watchPlace,
	writeEntry,
} from "./view.ts";

export interface State {
	readonly view: View;
	/** How far the clips of the view have been read. */
	readonly phase: "reading" | "searching" | "guessing" | "failed" | "done";
	/** The clips that the board shows: of this view, or of the previous one until they are read. */
	readonly results?: Results;
	/** Why the clips could not be read. */
	readonly error?: unknown;
}

/**
 * How long a search takes before the page says that it is searching: with the pause in typing, at most 200 ms
 * after the last key.
 */
const SAID_AFTER_MS = 60;

/** How long to wait after a search without results before anything else is tried. */
const GUESSED_AFTER_MS = 300;

/** The clips of a view, or else clips with the tag that is probably meant, or with similar names. */
async function clipsOfView(
	view: View,
	{ favourites, tagBegunBy }: ViewerParts,
	enter: (phase: State["phase"]) => void,
	wanted: AbortSignal,
): Promise<Results> {
	if (view.board) return clipsOn(view.board.slugs);
	if (view.favourites) return listed(await matchesAmong(favourites.clips, view));
	if (view.isClipPage && view.clip && page.featured?.querySelector(".absent")) {
		const meant = await meantBy(view.clip);
		if (meant) return meant;
	}
	const name = view.name.trim();
	const isSearch = name !== "" || view.tags.length > 0;
	const timer = setTimeout(() => isSearch && enter("searching"), SAID_AFTER_MS);
	const results = await search(view, wanted).finally(() => clearTimeout(timer));
	const isFinal = results.count > 0 || results.refusal !== undefined;
	if (isFinal || name === "" || view.tags.length > 0) return results;
	enter("guessing");
	// A visitor who is still typing needs no guesses.
	await new Promise((done) => setTimeout(done, GUESSED_AFTER_MS));
	wanted.throwIfAborted();
	const withTag = (await tagged(name, wanted)) ?? (await tagged(tagBegunBy(name), wanted));
	return withTag ?? (await guess(name)) ?? results;
}

/** How many earlier pages are added at a time: as many as scrolling adds. */
const EARLIER_PAGES = 4;

/** The minimum time between two renewals: builds are not published more often. */
const RENEWAL_PAUSE_MS = 10_000;

/** The parts of the page that provide or show the state. */
interface ViewerParts {
	readonly favourites: Favourites;
	/** A tag that begins with the typed text, if there is one. */
	tagBegunBy(typed: string): string | undefined;
	/** Shows the state. */
	changed(state: State): void;
	/** Loads the parts that a view shows besides its clips, and shows the clip that it names. */
	prepare(view: View, wanted: AbortSignal): Promise<void>;
	readonly searchField: { cancel(): void };
	readonly feed: {
		readonly span: Span;
		open(results: Results, span: Partial<Span>, wanted: AbortSignal): Promise<void>;
	};
}

export class Viewer {
	readonly #parts: ViewerParts;
	#state: State = { view: parseView(SITE_ROOT, new URL(location.href)), phase: "reading" };
	/** Whether Back should return to this view, which it should not do for every letter typed. */
	#isSettled = true;
	/** The slugs of the favourites when the view was read. */
	#listed: ReadonlySet<string> = new Set();
	/** Aborts reading the clips of the view when a different view is wanted. */
	#wanted = new AbortController();
	/** When the view was last renewed for a newer build. */
	#renewed = 0;
	#showing: Promise<void> = Promise.resolve();

	constructor(parts: ViewerParts) {
		this.#parts = parts;
	}

	/** Shows the view in the address, and reacts to scrolling and the Back button. */
	async start(): Promise<void> {
		history.scrollRestoration = "manual";
		addEventListener("popstate", ({ state }) => {
			this.#parts.searchField.cancel();
			this.#turnTo(parseView(SITE_ROOT, new URL(location.href)));
			this.#isSettled = true;
			this.#show(placeIn(state));
		});
		watchPlace(() => this.notePlace());
		await this.#show(placeIn(history.state));
	}

	get state(): State {
		return this.#state;
	}

	/** Lets Back return to the current view. */
	settle(): void {
		this.#isSettled = true;
	}

	/** Shows a new view, and lets Back return to the current one and later to the new one. */
	step(view: View): void {
		this.settle();
		this.#go(view);
		this.settle();
	}

	/** Searches for the name, and waits until its clips are read, or a different view is wanted. */
	async searchFor(name: string): Promise<void> {
		const { favourites, tags } = this.#state.view;
		// Leading and trailing spaces do not change the search.
		if (name.trim() !== this.#state.view.name.trim()) this.#go({ ...HOME, favourites, tags, name });
		await this.#showing;
	}

	/** Removes the clip from the address, because its card over the board was closed. */
	leaveClip(): void {
		const { view } = this.#state;
		if (view.isClipPage || view.clip === undefined) return;
		this.#turnTo({ ...view, clip: undefined });
		this.notePlace();
	}

	/** Shows the same place in a newer build's catalogue; false if that was already done a moment ago. */
	renew(): boolean {
		// Renewing again may not help: answers in the browser's cache may be from several builds, none of them
		// complete.
		if (Date.now() - this.#renewed < RENEWAL_PAUSE_MS) return false;
		this.#renewed = Date.now();
		this.showAgain();
		return true;
	}

	/** Reads the view again, from its current position. */
	showAgain(): Promise<void> {
		this.notePlace();
		return this.#show(placeIn(history.state));
	}

	/** Adds the clips that come before the first ones on the board, which stay in place. */
	showEarlier(): void {
		const place = placeOn(page.board, this.#parts.feed.span, false);
		const first = Math.max(1, place.first - EARLIER_PAGES);
		// There must be enough clips below for this scroll position.
		this.#show({ ...place, first, last: Math.max(place.last, place.first + EARLIER_PAGES) });
	}

	/**
	 * Shows new favourites and changes by another tab; otherwise updates only the count: tiles stay, so that a star
	 * can be set again.
	 */
	favouritesChanged(isElsewhere?: boolean): void {
		const { view, phase } = this.#state;
		if (!view.favourites || view.name !== "" || phase !== "done") return;
		const { clips } = this.#parts.favourites;
		if (!isElsewhere && clips.every(({ slug }) => this.#listed.has(slug)))
			this.#enter({ results: listed(clips) });
		else this.showAgain();
	}

	/** Saves the scroll position in the history. */
	notePlace(): void {
		if (this.#state.phase !== "done") return;
		const place = placeOn(page.board, this.#parts.feed.span);
		this.#turnTo({ ...this.#state.view, page: place.page });
		writeEntry("replaceState", viewUrl(SITE_ROOT, this.#state.view), place);
	}

	#enter(change: Partial<State>): void {
		this.#state = { ...this.#state, ...change };
		this.#parts.changed(this.#state);
	}

	/** Makes a view current without showing it yet. */
	#turnTo(view: View): void {
		this.#state = { ...this.#state, view };
	}

	/** Shows a new view, with a new history entry only if Back should return to the current view. */
	#go(view: View): void {
		this.#parts.searchField.cancel();
		if (viewUrl(SITE_ROOT, view) === viewUrl(SITE_ROOT, this.#state.view)) return;
		this.notePlace();
		this.#turnTo(view);
		if (this.#isSettled) writeEntry("pushState", viewUrl(SITE_ROOT, view));
		this.#isSettled = false;
		this.#show(undefined);
	}

	#show(place: ScrollPlace | undefined): Promise<void> {
		this.#wanted.abort();
		this.#wanted = new AbortController();
		this.#showing = this.#read(place, this.#wanted.signal);
		return this.#showing;
	}

	async #read(place: ScrollPlace | undefined, wanted: AbortSignal): Promise<void> {
		const { view, results: before } = this.#state;
		const { favourites, prepare } = this.#parts;
		this.#listed = new Set(favourites.clips.map(({ slug }) => slug));
		this.#enter({ phase: "reading" });
		try {
			await prepare(view, wanted);
			wanted.throwIfAborted();
			const results = await this.#open(place, wanted).catch((error: unknown) => {
				if (wanted.aborted || !(error instanceof BuildReplaced)) throw error;
				return this.#open(place, wanted);
			});
			wanted.throwIfAborted();
			this.#enter({ phase: "done", results });
			// The first clips are in the page, and the visitor may have scrolled already.
			if (before !== undefined || place !== undefined) scrollToPlace(page.board, place);
			this.notePlace();
		} catch (error) {
			if (wanted.aborted) return;
			writeEntry("replaceState", viewUrl(SITE_ROOT, view), place);
			this.#enter({ phase: "failed", error });
		}
	}

	/** Puts the clips of the view on the board. */
	async #open(place: ScrollPlace | undefined, wanted: AbortSignal): Promise<Results> {
		const { view } = this.#state;
		const enter = (phase: State["phase"]): void => {
			if (!wanted.aborted) this.#enter({ phase });
		};
		const results = await clipsOfView(view, this.#parts, enter, wanted);
		wanted.throwIfAborted();
		// The clips of a board are shown all at once, since they share the window.
		const last = isBoard(view) ? { last: MAX_ON_BOARD / PAGE_SIZE } : {};
		const span = place === undefined ? { first: view.page, ...last } : restoredSpan(place);
		await this.#parts.feed.open(results, span, wanted);
		return results;
	}
}
