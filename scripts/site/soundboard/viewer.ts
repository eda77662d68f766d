/** What is looked at: shows views, keeps them in the address and the history, and comes back to them. */
import { PAGE_SIZE } from "../../contract/page-number.ts";
import type { Catalogue, Results } from "./catalogue.ts";
import type { Favourites } from "./favourites.ts";
import type { Feed } from "./feed.ts";
import { type Place, placeIn } from "./history-place.ts";
import { moveTabStop } from "./keyboard.ts";
import { type Sentence, say } from "./notice.ts";
import { page } from "./page-elements.ts";
import { Unreachable } from "./published-json.ts";
import { SITE_ROOT } from "./site-root.ts";
import { pushOf } from "./tile.ts";
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
}

/** Shows one view at a time. */
export class Viewer {
	readonly #parts: ViewerParts;
	#view: View = parseView(new URL(location.href));
	/** Whether Back should lead to this view: it was looked at, not only typed through. */
	#isSettled = true;
	#shown = 0;

	constructor(parts: ViewerParts) {
		this.#parts = parts;
	}

	/** Shows what the address says, and listens to what people do. */
	async start(): Promise<void> {
		history.scrollRestoration = "manual";
		addEventListener("popstate", ({ state }) => {
			this.#view = parseView(new URL(location.href));
			this.#isSettled = true;
			this.#show(placeIn(state));
		});
		let typing: ReturnType<typeof setTimeout> | undefined;
		page.search.addEventListener("input", () => {
			clearTimeout(typing);
			typing = setTimeout(() => this.#typed(), TYPING_MS);
		});
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

	/** Searches what the field says now, without waiting for further keys. Tells whether there are clips. */
	async searchNow(): Promise<boolean> {
		if (this.#view.favourites || page.search.value !== this.#view.name) await this.#typed();
		else await this.#showing;
		return page.board.querySelector(".push") !== null;
	}

	/** The address of a page of this view. */
	urlOfPage(number: number): string {
		return viewUrl(SITE_ROOT, { ...this.#view, page: number, clip: undefined });
	}

	/** Writes down in the history what is in sight. */
	notePlace(): void {
		if (this.#isComing) return;
		const inSight = [...page.board.querySelectorAll<HTMLElement>("[data-page]")].find(
			(tile) => tile.getBoundingClientRect().bottom > page.board.offsetTop,
		);
		const number = scrollY < 1 ? this.#parts.feed.span.first : Number(inSight?.dataset.page ?? 1);
		this.#view = { ...this.#view, page: number };
		const place: Place = { ...this.#parts.feed.span, scroll: scrollY };
		history.replaceState(place, "", viewUrl(SITE_ROOT, this.#view));
	}

	async #typed(): Promise<void> {
		const name = page.search.value;
		await this.#go({ ...HOME, name });
	}

	#toggleFavourites(): void {
		this.settle();
		this.#go({ ...HOME, favourites: !this.#view.favourites });
		this.settle();
	}

	/** Shows another view. */
	async #go(view: View): Promise<void> {
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
		if (document.activeElement !== page.search || page.search.value !== view.name) {
			page.search.value = view.name;
		}
		page.favourites.ariaPressed = String(view.favourites);
		page.favouriteTools.hidden = !view.favourites;
		document.title = titleOf(view);
		try {
			const results = await this.#results(view);
			if (shown !== this.#shown) return;
			const isShown = await this.#parts.feed.open(results, place ?? { first: view.page });
			if (!isShown) return;
			this.#isComing = false;
			this.#tell(view, results);
			scrollTo({ top: place?.scroll ?? 0, behavior: "instant" });
			if (view.clip !== undefined && place === undefined) await this.#pointOut(view.clip, results);
			this.notePlace();
		} catch (error) {
			if (shown !== this.#shown) return;
			this.#isComing = false;
			this.#parts.feed.clear();
			this.#tellFailure(error);
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

	#tell({ name, favourites }: View, { count, isGuess }: Results): void {
		const clips = count === 1 ? "1 clip" : `${grouped(count)} clips`;
		say(page.status, sentenceFor(name.trim(), favourites, isGuess, clips));
		page.message.hidden = count > 0;
		if (count > 0) return;
		if (favourites) {
			tellInstead(
				"No favourites yet",
				["Press the star under a clip, and it stays here, also offline."],
				{
					label: "Show all clips",
					act: () => this.#toggleFavourites(),
				},
			);
		} else if (name.trim() !== "") {
			tellInstead(
				"Nothing found",
				["No clip is called “", { name }, "”. Try fewer or shorter words."],
				{
					label: "Show all clips",
					act: () => {
						this.settle();
						page.search.value = "";
						this.#go(HOME);
						page.search.focus();
					},
				},
			);
		} else {
			tellInstead("No clips yet", ["This catalogue is empty."], undefined);
		}
	}

	#tellFailure(error: unknown): void {
		say(page.status, [""]);
		const again = { label: "Try again", act: () => this.showAgain() };
		page.message.hidden = false;
		if (error instanceof Unreachable) {
			tellInstead(
				"No network",
				["The clips are not on this device yet. Your favourites are, under the star above."],
				again,
			);
		} else {
			console.error(error);
			tellInstead("The clips cannot be loaded", ["This may pass: try again in a minute."], again);
		}
	}

	/** Brings a shared clip into sight. */
	async #pointOut(slug: string, results: Results): Promise<void> {
		const find = () => page.board.querySelector<HTMLElement>(`[data-slug="${slug}"]`);
		for (let loads = 0; find() === null && loads < MAX_LOADS_FOR_CLIP; loads++) {
			if (!(await this.#parts.feed.more())) break;
		}
		const tile = find();
		if (tile === null) {
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

/** A whole number as people read it: 12,345. */
function grouped(count: number): string {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function titleOf({ name, favourites }: View): string {
	if (favourites) return "Favourites – Instants";
	if (name.trim() === "") return "Instants: press a button, hear a sound";
	return `${name.trim().slice(0, 60)} – Instants`;
}

function sentenceFor(name: string, favourites: boolean, isGuess: boolean, clips: string): Sentence {
	if (favourites) return [`Favourites: ${clips}`];
	if (name === "") return [clips];
	if (isGuess) return ["Nothing is called “", { name }, `”; like it: ${clips}`];
	return [`${clips} for “`, { name }, "”"];
}

function tellInstead(
	title: string,
	sentence: Sentence,
	action: { label: string; act(): void } | undefined,
): void {
	page.messageTitle.textContent = title;
	say(page.messageText, sentence);
	page.messageAction.hidden = action === undefined;
	page.messageAction.textContent = action?.label ?? "";
	page.messageAction.onclick = () => action?.act();
}
