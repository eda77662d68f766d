/** What is looked at: shows views, keeps them in the address and the history, and comes back to them. */
import { PAGE_SIZE } from "../../contract/page-number.ts";
import type { Catalogue, Results } from "./catalogue.ts";
import type { Favourites } from "./favourites.ts";
import type { Feed } from "./feed.ts";
import { type Place, placeIn, restoredSpan } from "./history-place.ts";
import { moveTabStop } from "./keyboard.ts";
import { say } from "./notice.ts";
import { OtherBuild } from "./one-build.ts";
import { tellFailure, tellFavourites, tellResults, titleOf } from "./outcome.ts";
import { page } from "./page-elements.ts";
import { SITE_ROOT } from "./site-root.ts";
import { pushOf, tileOf } from "./tile.ts";
import { HOME, parseView, type View, viewUrl } from "./url.ts";

/** Between two keys of people who type; each search costs some milliseconds. */
const TYPING_MS = 120;
/** Browsers refuse to note places more often than some three times a second. */
const NOTING_MS = 400;
/** Further loads in which a shared clip is looked for among its namesakes. */
const MAX_LOADS_FOR_CLIP = 5;

interface ViewerParts {
	readonly feed: Feed;
	readonly favourites: Favourites;
	catalogue(): Promise<Catalogue>;
	/** Another build has taken the place of the catalogue: it is to be opened anew. */
	renewCatalogue(): void;
}

/** Shows one view at a time. */
export class Viewer {
	readonly #parts: ViewerParts;
	#view: View = parseView(new URL(location.href));
	/** Whether Back should lead to this view: it was looked at, not only typed through. */
	#isSettled = true;
	#shown = 0;
	/** People are typing: the search begins when they pause. */
	#typing: ReturnType<typeof setTimeout> | undefined;

	constructor(parts: ViewerParts) {
		this.#parts = parts;
	}

	/** Shows what the address says, and listens to what people do. */
	async start(): Promise<void> {
		history.scrollRestoration = "manual";
		addEventListener("popstate", ({ state }) => {
			clearTimeout(this.#typing);
			this.#view = parseView(new URL(location.href));
			this.#isSettled = true;
			this.#show(placeIn(state));
		});
		page.search.addEventListener("input", () => {
			clearTimeout(this.#typing);
			this.#typing = setTimeout(() => this.#typed(), TYPING_MS);
		});
		page.search.addEventListener("focus", () => this.#prepareSearch());
		page.search.addEventListener("change", () => this.settle());
		page.search.form?.addEventListener("submit", (event) => event.preventDefault());
		page.favourites.addEventListener("click", () => this.#toggleFavourites());
		let noting: ReturnType<typeof setTimeout> | undefined;
		addEventListener(
			"scroll",
			() => {
				clearTimeout(noting);
				noting = setTimeout(() => this.notePlace(), NOTING_MS);
			},
			{ passive: true },
		);
		addEventListener("pagehide", () => this.notePlace());
		await this.#show(placeIn(history.state));
	}

	/** The next search is a step of its own for Back. */
	settle(): void {
		this.#isSettled = true;
	}

	/** Shows the same view anew. */
	showAgain(): void {
		this.#show(undefined);
	}

	/** Shows the same place in a catalogue that was opened anew. */
	renew(): void {
		this.notePlace();
		this.#parts.renewCatalogue();
		this.#show(placeIn(history.state));
	}

	/** Tells how many favourites there are now, where they are what is shown. Tiles stay, to be starred again. */
	favouritesChanged(): void {
		if (!this.#view.favourites || this.#isComing) return;
		tellFavourites(this.#parts.favourites.clips.length);
	}

	/** Searches what the field says now, without waiting for further keys. Tells whether there are clips. */
	async searchNow(): Promise<boolean> {
		clearTimeout(this.#typing);
		await this.#typed();
		await this.#showing;
		return page.board.querySelector(".push") !== null;
	}

	/** The address of a page of this view. */
	urlOfPage(number: number): string {
		return viewUrl(SITE_ROOT, { ...this.#view, page: number, clip: undefined });
	}

	/** Writes down in the history what is in sight. */
	notePlace(): void {
		if (this.#isComing) return;
		// Where the board begins when nothing is scrolled is below the bar, which covers the top.
		const inSight = [...page.board.querySelectorAll<HTMLElement>("[data-page]")].find(
			(tile) => tile.getBoundingClientRect().bottom > page.board.offsetTop,
		);
		const { span } = this.#parts.feed;
		const isScrolled = scrollY >= 1 && inSight !== undefined;
		const number = isScrolled ? Number(inSight.dataset.page) : span.first;
		this.#view = { ...this.#view, page: number };
		const place: Place = {
			...span,
			page: number,
			clip: isScrolled ? inSight.dataset.slug : undefined,
			top: isScrolled ? inSight.getBoundingClientRect().top : 0,
		};
		history.replaceState(place, "", viewUrl(SITE_ROOT, this.#view));
	}

	/** Loads what a search needs while people think of what to type. */
	async #prepareSearch(): Promise<void> {
		try {
			await (await this.#parts.catalogue()).prepareSearch();
		} catch {
			// The search itself will tell.
		}
	}

	async #typed(): Promise<void> {
		const name = page.search.value;
		if (name !== this.#view.name) await this.#go({ ...HOME, name });
	}

	#toggleFavourites(): void {
		this.settle();
		this.#go({ ...HOME, favourites: !this.#view.favourites });
		this.settle();
	}

	#showAll(): void {
		this.settle();
		page.search.value = "";
		this.#go(HOME);
		page.search.focus();
	}

	/** Shows another view. */
	async #go(view: View): Promise<void> {
		clearTimeout(this.#typing);
		if (viewUrl(SITE_ROOT, view) === viewUrl(SITE_ROOT, this.#view)) return;
		this.notePlace();
		this.#view = view;
		if (this.#isSettled) history.pushState(null, "", viewUrl(SITE_ROOT, view));
		this.#isSettled = false;
		await this.#show(undefined);
	}

	/** A view is being read: the board still shows the one before. */
	#isComing = false;
	#showing: Promise<void> = Promise.resolve();

	#show(place: Place | undefined): Promise<void> {
		this.#showing = this.#read(place);
		return this.#showing;
	}

	async #read(place: Place | undefined): Promise<void> {
		const shown = ++this.#shown;
		const view = this.#view;
		this.#isComing = true;
		// Setting what is there already would move the cursor.
		if (page.search.value !== view.name) page.search.value = view.name;
		page.favourites.ariaPressed = String(view.favourites);
		page.favouriteTools.hidden = !view.favourites;
		document.title = titleOf(view);
		const open = async (): Promise<Results | undefined> => {
			const results = await this.#results(view);
			if (shown !== this.#shown) return undefined;
			const span = place === undefined ? { first: view.page } : restoredSpan(place);
			const isShown = await this.#parts.feed.open(results, span);
			return isShown ? results : undefined;
		};
		try {
			const results = await open().catch((error: unknown) => {
				if (shown !== this.#shown || !(error instanceof OtherBuild)) throw error;
				this.#parts.renewCatalogue();
				return open();
			});
			if (results === undefined) return;
			this.#isComing = false;
			tellResults(view, results, () => this.#showAll());
			scrollToPlace(place);
			if (view.clip !== undefined && place === undefined) await this.#pointOut(view.clip, results);
			this.notePlace();
		} catch (error) {
			if (shown !== this.#shown) return;
			this.#isComing = false;
			this.#parts.feed.clear();
			tellFailure(error, () => this.showAgain());
		}
	}

	async #results({ name, favourites }: View): Promise<Results> {
		if (favourites) {
			const { clips } = this.#parts.favourites;
			const pageOf = (n: number) => clips.slice((n - 1) * PAGE_SIZE, n * PAGE_SIZE);
			return { count: clips.length, isGuess: false, page: async (n) => pageOf(n) };
		}
		const catalogue = await this.#parts.catalogue();
		return name.trim() === "" ? catalogue.listing : catalogue.search(name);
	}

	/** Brings a shared clip into sight. */
	async #pointOut(slug: string, results: Results): Promise<void> {
		for (let loads = 0; tileOf(slug) === undefined && loads < MAX_LOADS_FOR_CLIP; loads++) {
			if (!(await this.#parts.feed.more())) break;
		}
		const tile = tileOf(slug);
		if (tile === undefined) {
			const others = results.count === 0 ? [] : [" These have names like it."];
			say(page.status, ["The clip of this link is not here any more.", ...others]);
			return;
		}
		moveTabStop(tile);
		tile.scrollIntoView({ block: "center", behavior: "instant" });
		pushOf(tile).focus({ preventScroll: true });
		tile.classList.add("pointed-out");
	}
}

/** Brings the clip that was in sight to where it was. */
function scrollToPlace(place: Place | undefined): void {
	const tile = place?.clip === undefined ? undefined : tileOf(place.clip);
	if (place === undefined || tile === undefined) scrollTo({ top: 0, behavior: "instant" });
	else scrollBy({ top: tile.getBoundingClientRect().top - place.top, behavior: "instant" });
}
