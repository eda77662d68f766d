/** Shows one view at a time, and keeps it in the address and the history. */
import { BuildReplaced } from "../data/api.ts";
import { type ClipSources, clipsOfView } from "../data/clips-of-view.ts";
import { listed, type Results } from "../data/results.ts";
import { page } from "../page/page-elements.ts";
import { SITE_ROOT } from "../page/site-root.ts";
import { connectSearchField } from "../parts/bar/search-field.ts";
import type { Featured } from "../parts/featured/featured.ts";
import { connectControls, showControls } from "../parts/listing/controls.ts";
import type { Feed } from "../parts/listing/feed.ts";
import { showFailure, showFavouriteCount, showOutcome } from "../parts/messages/outcome.ts";
import { setSentence } from "../parts/messages/sentence.ts";
import { tileOf } from "../parts/tile/tile.ts";
import {
	placeIn,
	placeOn,
	restoredSpan,
	type ScrollPlace,
	scrollToPlace,
	watchPlace,
	writeEntry,
} from "./history-place.ts";
import { HOME, parseView, type View, viewUrl } from "./view.ts";

/** Builds are not published more often. */
const RENEWAL_PAUSE_MS = 10_000;

const NO_SUCH_CLIP = "The clip in this link is no longer available.";

interface ViewerParts extends ClipSources {
	readonly feed: Feed;
	readonly featured: Featured;
}

export class Viewer {
	readonly #parts: ViewerParts;
	readonly #search: ReturnType<typeof connectSearchField>;
	#view: View = parseView(SITE_ROOT, new URL(location.href));
	/** Whether Back should return to this view, which it should not for every letter typed. */
	#isSettled = true;
	/** Whether more letters may follow those of the search. */
	#isTyping = false;
	/** What the board shows: clips of the view, or, while they are read and if they cannot be, of the one before. */
	#phase: "reading" | "needs more letters" | "done" = "reading";
	/** The slugs of the favourites at the time that the view was read. */
	#listed: ReadonlySet<string> = new Set();
	/** Ends what is under way for the view, as soon as another is wanted. */
	#wanted = new AbortController();
	/** When the view was last shown again for a newer build. */
	#renewed = 0;
	#showing: Promise<void> = Promise.resolve();

	constructor(parts: ViewerParts) {
		this.#parts = parts;
		this.#search = connectSearchField({
			typed: async (name, isTyping) => {
				this.#isTyping = isTyping;
				const { favourites, tags, order } = this.#view;
				if (name !== this.#view.name) await this.#go({ ...HOME, favourites, tags, name, order });
				else if (this.#phase === "needs more letters" && !isTyping) await this.#show(undefined);
			},
			settled: () => this.settle(),
		});
	}

	/** Shows the view in the address, and follows clicks, scrolling and the Back button. */
	async start(): Promise<void> {
		history.scrollRestoration = "manual";
		this.#parts.feed.begin(viewUrl(SITE_ROOT, this.#view) === SITE_ROOT);
		addEventListener("popstate", ({ state }) => {
			this.#search.cancel();
			this.#view = parseView(SITE_ROOT, new URL(location.href));
			this.#isSettled = true;
			this.#isTyping = false;
			this.#show(placeIn(state));
		});
		connectControls(
			() => this.#view,
			(view) => this.#step(view),
		);
		watchPlace(() => this.notePlace());
		await this.#show(placeIn(history.state));
	}

	/** Lets Back return to the current view. */
	settle(): void {
		this.#isSettled = true;
	}

	/** Reads the view again, from the top. */
	refresh(): void {
		this.#show(undefined);
	}

	/** Shows the same place in the catalogue of a newer build; false soon after it has done so. */
	renew(): boolean {
		// Answers kept on the device may be from several builds, and none of them may be had as a whole.
		if (Date.now() - this.#renewed < RENEWAL_PAUSE_MS) return false;
		this.#renewed = Date.now();
		this.showAgain();
		return true;
	}

	/** Reads the view again, from where it is. */
	showAgain(): Promise<void> {
		this.notePlace();
		return this.#show(placeIn(history.state));
	}

	/** Whether all favourites are shown. */
	get showsFavourites(): boolean {
		return this.#view.favourites && this.#view.name === "" && this.#phase === "done";
	}

	/** What the board shows a part of; undefined while it has nothing to go on with. */
	get shown(): Results | undefined {
		const { favourites, feed } = this.#parts;
		return this.showsFavourites ? listed(favourites.clips) : feed.results;
	}

	/** Shows favourites that are new, and else their count: tiles stay, so that a star can be set again. */
	favouritesChanged(): void {
		if (!this.showsFavourites) return;
		const { clips } = this.#parts.favourites;
		if (clips.every(({ slug }) => this.#listed.has(slug))) showFavouriteCount(clips.length);
		else this.showAgain();
	}

	/** Searches at once instead of when typing pauses; false when nothing was found. */
	async searchNow(): Promise<boolean> {
		await this.#search.searchNow();
		await this.#showing;
		return this.#phase === "done" && page.board.firstChild !== null;
	}

	/** Saves the scroll position in the history. */
	notePlace(): void {
		if (this.#phase !== "done") return;
		const place = placeOn(page.board, this.#parts.feed.span);
		this.#view = { ...this.#view, page: place.page };
		writeEntry("replaceState", viewUrl(SITE_ROOT, this.#view), place);
	}

	/** Shows another view, and lets Back return to the views before and after. */
	#step(view: View): void {
		this.settle();
		this.#go(view);
		this.settle();
	}

	/** Shows another view, in a new history entry only if the current view is settled. */
	async #go(view: View): Promise<void> {
		this.#search.cancel();
		if (viewUrl(SITE_ROOT, view) === viewUrl(SITE_ROOT, this.#view)) return;
		this.notePlace();
		this.#view = view;
		if (this.#isSettled) writeEntry("pushState", viewUrl(SITE_ROOT, view));
		this.#isSettled = false;
		await this.#show(undefined);
	}

	#show(place: ScrollPlace | undefined): Promise<void> {
		this.#showing = this.#read(place);
		return this.#showing;
	}

	async #read(place: ScrollPlace | undefined): Promise<void> {
		this.#wanted.abort();
		this.#wanted = new AbortController();
		const { signal } = this.#wanted;
		const view = this.#view;
		this.#phase = "reading";
		page.board.ariaBusy = "true";
		this.#search.show(view.name);
		showControls(view);
		const { featured, feed, favourites } = this.#parts;
		this.#listed = new Set(favourites.clips.map(({ slug }) => slug));
		const open = async (): Promise<Results | undefined> => {
			const how = { ...this.#parts, isTyping: this.#isTyping, signal };
			const results = await clipsOfView(view, how);
			if (signal.aborted) return undefined;
			if (results === undefined) {
				this.#phase = "needs more letters";
				return undefined;
			}
			const around = view.isClipPage ? featured.pageAround(results.count) : undefined;
			const span = place === undefined ? { first: around ?? view.page } : restoredSpan(place);
			await feed.open(results, span, signal);
			return results;
		};
		try {
			const isFeatured = await featured.show(view.clip, signal);
			if (signal.aborted) return;
			const results = await open().catch((error: unknown) => {
				if (signal.aborted || !(error instanceof BuildReplaced)) throw error;
				return open();
			});
			if (signal.aborted || results === undefined) return;
			this.#phase = "done";
			const show = (shown: Results): void => {
				showOutcome(view, shown, () => {
					this.#step(HOME);
					page.search.focus();
				});
				if (!isFeatured) setSentence(page.status, [NO_SUCH_CLIP]);
			};
			show(results);
			results.whole?.then((whole) => {
				if (whole !== undefined && !signal.aborted) show(whole);
			});
			scrollToPlace(place, place?.clip === undefined ? undefined : tileOf(place.clip));
			this.notePlace();
		} catch (error) {
			if (signal.aborted) return;
			writeEntry("replaceState", viewUrl(SITE_ROOT, view), place);
			feed.giveUp();
			showFailure(error, favourites.clips.length > 0, () => this.#show(place));
		}
	}
}
