/**
 * The card of a clip: a large dome, and everything else about it. Its markup is the same over the board and
 * on the page of a clip. It is a script of its own, so the script of the board hands it what they share.
 */

import type { Instant } from "../../../../contract/instant.ts";
import { frameCode } from "../../../../pages/clip-embed.ts";
import type { ask, askForClip } from "../../data/api.ts";
import { ABSENCE, type Absence } from "../../page/absence.ts";
import { clipHere, facts, isEmbedded, page, within } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import { clipUrl, type View } from "../../state/view.ts";
import type { notify, Sentence } from "../messages/notice.ts";
import type { openDialog } from "../sheet/dialog.ts";
import { type fillFace, tagItems } from "../tile/tile.ts";

export interface CardParts {
	readonly ask: typeof ask;
	readonly askForClip: typeof askForClip;
	readonly fillFace: typeof fillFace;
	readonly notify: typeof notify;
	readonly openDialog: typeof openDialog;
	makeTile(clip: Instant): HTMLLIElement;
	/** Shows on a card what the page knows about its clip besides the fields. */
	mark(card: HTMLElement, clip: Instant): void;
	/** Called when the card over the board is closed. */
	closed(): void;
}

export class Cards {
	readonly #parts: CardParts;
	/** The clip of this page. */
	readonly #own = clipOfPage();
	/** The address that is shown. */
	#shown: string | undefined;

	readonly squeak = squeak;

	constructor(parts: CardParts) {
		this.#parts = parts;
		page.sheet.addEventListener("close", () => {
			this.#shown = undefined;
			parts.closed();
		});
	}

	/** What the buttons of a card do, by their class. */
	readonly byClass: Readonly<Record<string, (clip: Instant, button: Element) => void>> = {
		share: async (clip) => {
			const outcome = await shareLink(clip, clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages));
			if (outcome === undefined) return;
			// The card would cover the notice.
			page.sheet.close();
			this.#parts.notify(outcome);
		},
		"copy-code": async (_, button) => {
			const code = button.previousElementSibling as HTMLTextAreaElement;
			if (await isCopied(code.value)) button.textContent = "Copied";
			else code.focus();
		},
	};

	/** Opens the card of a clip over the board, or one that says that there is no such clip. */
	open(clip: Instant | Absence): void {
		const name = within(page.sheet, ".name", HTMLElement);
		this.#fill(page.sheet, clip);
		page.sheet.ariaLabel = name.textContent;
		// Not the first button, which may be far below the title of a clip with a long text.
		this.#parts.openDialog(page.sheet, name);
	}

	/**
	 * Shows the clip that a view names, and hides the last one. Throws Unreachable.
	 * @param signal aborted when the view is no longer wanted
	 */
	async show({ clip: slug, isClipPage }: View, signal: AbortSignal): Promise<void> {
		const shown = slug && `${isClipPage} ${slug}`;
		for (const part of [page.featured, page.related]) if (part) part.hidden = !isClipPage;
		if (shown === this.#shown) return;
		if (slug === undefined || isClipPage) page.sheet.close();
		this.#shown = shown;
		if (slug === undefined) return;
		const clip = this.#own?.slug === slug ? this.#own : await this.#parts.askForClip(slug);
		if (signal.aborted) this.#shown = undefined;
		else if (!isClipPage) this.open(clip);
		else if (page.featured) this.#fillPage(page.featured, clip);
	}

	#fill(place: HTMLElement, clip: Instant | Absence): void {
		const card = within(place, ".card", HTMLElement);
		if (typeof clip === "string") emptyCard(card, clip);
		else {
			this.#parts.fillFace(card, clip);
			fillCard(card, clip);
			this.#parts.mark(card, clip);
		}
	}

	#fillPage(place: HTMLElement, clip: Instant | Absence): void {
		this.#fill(place, clip);
		if (isEmbedded) return;
		// Someone may be typing already.
		if (document.activeElement !== page.search) focusQuietly(place);
		if (typeof clip !== "string") this.#showRelated(clip);
	}

	/** Shows others with the first tag of the clip. Their place is kept free until they are loaded. */
	async #showRelated({ slug }: Instant): Promise<void> {
		const tag = page.related?.dataset.tag;
		if (!page.related || !tag) return;
		try {
			const { results } = await this.#parts.ask({ name: "", tags: [tag] }, 1);
			const tiles = results.filter((it) => it.slug !== slug).map(this.#parts.makeTile);
			for (const tile of tiles) within(tile, ".push", HTMLElement).tabIndex = 0;
			within(page.related, "ul", HTMLUListElement).replaceChildren(...tiles);
			if (tiles.length === 0)
				within(page.related, "span", HTMLElement).textContent = "No other clip is tagged";
		} catch (error) {
			console.warn(`instants: ${error}`);
		}
	}
}

/** Focuses the dome so that Enter plays, without a ring until someone uses the keyboard. */
function focusQuietly(place: HTMLElement): void {
	place.dataset.quiet = "";
	within(place, ".push", HTMLElement).focus({ preventScroll: true });
	const show = (): void => {
		delete place.dataset.quiet;
	};
	addEventListener("keydown", show, { once: true, capture: true });
}

/** The clip that its page contains. */
function clipOfPage(): Instant | undefined {
	const text = document.getElementById("featured-clip")?.textContent;
	if (text === undefined || text === null) return undefined;
	return clipHere(JSON.parse(text) as Instant);
}

/** Fills what a card has besides the face of a clip. */
function fillCard(card: HTMLElement, clip: Instant): void {
	card.classList.remove("absent");
	within(card, ".name", HTMLAnchorElement).href = clipUrl(SITE_ROOT, clip.slug, facts.hasClipPages);
	within(card, ".seek", HTMLInputElement).disabled = true;
	within(card, ".description", HTMLElement).textContent = clip.description.trim();
	within(card, ".tags", HTMLElement).replaceChildren(...tagItems(clip));
	const download = within(card, ".download", HTMLAnchorElement);
	download.href = clip.sound;
	download.download = `${clip.slug}.mp3`;
	fillEmbed(card, clip);
}

/** The code that shows the clip on other sites, and how it looks there. */
function fillEmbed(card: HTMLElement, clip: Instant): void {
	const embed = within(card, ".embed", HTMLDetailsElement);
	embed.hidden = !facts.hasClipPages;
	embed.open = false;
	const url = clipUrl(SITE_ROOT, clip.slug, true);
	const code = within(embed, "textarea", HTMLTextAreaElement);
	code.value = frameCode(clip, url);
	code.onfocus = () => code.select();
	within(embed, ".copy-code", HTMLElement).textContent = "Copy";
	// A frame that shows another page adds it to the history, but a new frame does not.
	const frame = within(embed, "iframe", HTMLIFrameElement);
	const another = frame.cloneNode() as HTMLIFrameElement;
	another.src = `${url}?embed`;
	frame.replaceWith(another);
}

/** Makes the card say that there is no clip. */
function emptyCard(card: HTMLElement, why: Absence): void {
	const { title, text } = ABSENCE[why];
	// The HTML may say so already, with the reason of the removal.
	if (card.matches(".absent") && within(card, ".name", HTMLElement).textContent === title) return;
	card.classList.add("absent");
	delete card.dataset.slug;
	card.dataset.state = "silent";
	const name = within(card, ".name", HTMLElement);
	name.removeAttribute("href");
	name.textContent = title;
	within(card, ".push", HTMLElement).ariaLabel = title;
	within(card, ".description", HTMLElement).textContent = text;
}

/** Opens the device's share dialog, or copies the link where there is none. Returns what to tell the visitor. */
async function shareLink(clip: Instant, url: string): Promise<Sentence | undefined> {
	try {
		return await navigator.share({ title: clip.name, url }).then(() => undefined);
	} catch (error) {
		// It was cancelled.
		if (error instanceof DOMException && error.name === "AbortError") return undefined;
	}
	return (await isCopied(url)) ? ["Link to “", clip, "” copied."] : ["Link: ", { name: url }];
}

/** False where the browser does not allow it. */
function isCopied(text: string): Promise<boolean> {
	const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
	return copied.then(
		() => true,
		() => false,
	);
}

/** The sound of a dome without a clip. */
const SQUEAK_S = 0.18;

/** @param volume 0 to 1 */
function squeak(volume: number): void {
	const context = new AudioContext();
	const tone = new OscillatorNode(context, { type: "triangle" });
	const level = new GainNode(context);
	tone.frequency.setValueCurveAtTime([700, 1500, 1100], 0, SQUEAK_S);
	level.gain.setValueCurveAtTime([0, volume / 3, 0], 0, SQUEAK_S);
	tone.connect(level).connect(context.destination);
	tone.onended = () => context.close();
	tone.start();
	tone.stop(SQUEAK_S);
}
