/**
 * The card of a clip: a large dome, and everything else about the clip. Its markup is the same over the board and
 * on the page of a clip. This code is a separate script, so the board's script passes it the parts that both use.
 */

import type { Instant } from "../../../../contract/instant.ts";
import { tagsOf } from "../../../../contract/tags.ts";
import { frameCode } from "../../../../pages/clip-embed.ts";
import { html, type Markup } from "../../../../pages/markup.ts";
import type { ask, askForClip } from "../../data/api.ts";
import { ABSENCE, type Absence } from "../../page/absence.ts";
import { clipHere, facts, isEmbedded, page, within } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { parsed } from "../../page/trusted.ts";
import { clipUrl, HOME, type View, viewUrl } from "../../state/view.ts";
import type { notify, Sentence } from "../messages/notice.ts";
import { isCopied, sendSound, shareLink } from "../messages/share.ts";
import type { openDialog } from "../sheet/dialog.ts";
import { spokenName } from "../tile/markup.ts";
import type { bindClip } from "../tile/tile.ts";
import { type CardTexts, card } from "./markup.ts";

export interface CardParts {
	readonly ask: typeof ask;
	readonly askForClip: typeof askForClip;
	readonly bindClip: typeof bindClip;
	readonly notify: typeof notify;
	readonly openDialog: typeof openDialog;
	readonly parsed: typeof parsed;
	makeTile(clip: Instant): HTMLLIElement;
	/** Shows the state of a clip on its card. */
	mark(card: HTMLElement, clip: Instant): void;
	/** Called when the card over the board is closed. */
	closed(): void;
}

export class Cards {
	readonly #parts: CardParts;
	/** The clip whose page this is; undefined on other pages. */
	readonly #own = clipOfPage();
	/** The clip that is shown, and whether it is shown on its own page. */
	#shown: string | undefined;

	readonly squeak = squeak;

	constructor(parts: CardParts) {
		this.#parts = parts;
		page.sheet.addEventListener("close", () => {
			this.#shown = undefined;
			parts.closed();
		});
		for (const place of [page.sheet, page.featured]) if (place !== null) connectCode(place);
	}

	/** The actions of a card's buttons, by class. */
	readonly byClass: Readonly<Record<string, (clip: Instant, button: Element) => void>> = {
		share: async (clip) => this.#say(await shareLink(clip.name, pageOf(clip))),
		send: async (clip) => this.#say(await sendSound(clip)),
		theme: (clip, button) => {
			const { value } = button as HTMLButtonElement;
			const embed = button.closest("details") as Element;
			const url = pageOf(clip);
			for (const it of embed.querySelectorAll(".theme")) it.ariaPressed = String(it === button);
			within(embed, "iframe", HTMLIFrameElement).src = `${url}?embed${value && `&theme=${value}`}`;
			within(embed, "textarea", HTMLTextAreaElement).value = frameCode(clip, url, value);
			within(embed, ".copy-code", HTMLElement).textContent = "Copy";
		},
		"copy-code": async (_, button) => {
			const code = button.previousElementSibling as HTMLTextAreaElement;
			if (await isCopied(code.value)) button.textContent = "Copied";
			else code.focus();
		},
	};

	#say(outcome: Sentence | undefined): void {
		if (outcome === undefined) return;
		// Otherwise, the card would cover the notice.
		page.sheet.close();
		this.#parts.notify(outcome);
	}

	/** Opens the card of a clip over the board, or a card that says that there is no such clip. */
	open(clip: Instant | Absence): void {
		this.#fill(page.sheet, clip);
		const name = within(page.sheet, ".name", HTMLElement);
		page.sheet.ariaLabel = name.textContent;
		// Focus skips the first button, which may be far below the title of a clip with a long text.
		this.#parts.openDialog(page.sheet, name);
	}

	/**
	 * Shows the clip that a view names, and hides the previous one. Throws Unreachable.
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
		const before = within(place, ".card", HTMLElement);
		const isLink = place === page.sheet || isEmbedded;
		const texts = typeof clip === "string" ? absentTexts(clip) : textsOf(clip, isLink);
		// The HTML may already show the reason for the removal, which the script does not know.
		if (before.matches(".absent") && before.querySelector(".name")?.textContent === texts.name)
			return;
		const view = this.#parts.parsed(card(texts, page.siteTitle.lang), HTMLElement);
		before.replaceWith(view);
		if (typeof clip === "string") return;
		this.#parts.bindClip(view, clip);
		this.#parts.mark(view, clip);
	}

	#fillPage(place: HTMLElement, clip: Instant | Absence): void {
		const wasAbsent = place.querySelector(".absent") !== null;
		this.#fill(place, clip);
		const { textContent: name } = within(place, ".name", HTMLElement);
		// On a host without code, all missing pages get the same page, whose title does not say what is missing.
		if (wasAbsent) document.title = `${name} – ${page.siteTitle.textContent}`;
		if (isEmbedded) return;
		// The visitor may be typing already.
		if (document.activeElement !== page.search) focusQuietly(place);
		if (typeof clip !== "string") this.#showRelated(clip);
	}

	/** Shows other clips with the first tag of this one. Space is reserved for them until they are loaded. */
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

/** Focuses the dome so that Enter plays the clip, without a focus ring until the visitor uses the keyboard. */
function focusQuietly(place: HTMLElement): void {
	place.dataset.quiet = "";
	within(place, ".push", HTMLElement).focus({ preventScroll: true });
	const show = (): void => {
		delete place.dataset.quiet;
	};
	addEventListener("keydown", show, { once: true, capture: true });
}

/** The clip in the HTML of its own page. */
function clipOfPage(): Instant | undefined {
	const text = document.getElementById("featured-clip")?.textContent;
	if (text === undefined || text === null) return undefined;
	return clipHere(JSON.parse(text) as Instant);
}

/** Selects the code for other sites when it gets focus, and shows it when its section of a card is opened. */
function connectCode(place: HTMLElement): void {
	place.addEventListener(
		"focusin",
		({ target }) => target instanceof HTMLTextAreaElement && target.select(),
	);
	// This event does not bubble.
	place.addEventListener(
		"toggle",
		({ target }) =>
			(target as Element).querySelector(".code")?.scrollIntoView({ block: "nearest" }),
		{ capture: true },
	);
}

const pageOf = ({ slug }: Instant): string => clipUrl(SITE_ROOT, slug, facts.hasClipPages);

/** @param isLink whether the name leads to the page of the clip */
function textsOf(clip: Instant, isLink: boolean): CardTexts {
	const { name, slug, sound, image, description } = clip;
	const page = pageOf(clip);
	const embed = facts.hasClipPages && { code: frameCode(clip, page), url: `${page}?embed` };
	const tags = tagsOf(clip).map(tagItem);
	return {
		...{ label: spokenName(clip), name, about: description.trim() },
		clip: { ...(isLink && { page }), slug, sound, image, tags, time: "", embed },
	};
}

/** A tag, which links to the clips that have it. */
function tagItem(tag: string): Markup {
	const address = viewUrl(SITE_ROOT, { ...HOME, tags: [tag] });
	return html`<li><a dir="auto" href="${address}" data-tag="${tag}">${tag}</a></li>`;
}

function absentTexts(why: Absence): CardTexts {
	const { title, text } = ABSENCE[why];
	return { label: title, name: title, about: text };
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
