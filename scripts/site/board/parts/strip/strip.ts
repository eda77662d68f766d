/** The strip that lists the clips that are playing, with buttons to stop, restart and loop them. */
import type { Instant } from "../../../../contract/instant.ts";
import { page } from "../../page/page-elements.ts";
import { within } from "../../page/within.ts";
import type { Player, PlayState } from "../../sound/player.ts";
import { labelButton, markProgress, pushOf, tilesOf } from "../tile/tile.ts";

/** How long a clip can be repeated from the strip after its end. Many are too short to aim at. */
const LINGER_MS = 4000;

export class Strip {
	readonly #player: Player;
	readonly #open: (clip: Instant) => void;
	/** By slug. */
	readonly #voices = new Map<string, HTMLLIElement>();
	/** The clip that was the last to play, once it has ended. */
	#over: Instant | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** @param open shows everything about a clip, which may not be on the board */
	constructor(player: Player, open: (clip: Instant) => void) {
		this.#player = player;
		this.#open = open;
		page.stop.addEventListener("click", () => player.stopAll());
	}

	/** Lists a clip that plays. One that is silent stays a moment longer if it was the last to end. */
	changed(clip: Instant, state: PlayState, hasEnded: boolean): void {
		const sounding = this.#player.count;
		const hadFocus = page.strip.contains(document.activeElement);
		if (state !== "silent") {
			this.#list(clip);
			if (this.#over?.slug === clip.slug) {
				this.#setOver(undefined);
				this.progressed(clip, 0);
			} else this.#removeOver();
		} else if (hasEnded && sounding === 0) this.#setOver(clip);
		else this.#remove(clip);
		page.strip.classList.toggle("several", sounding > 1);
		page.stop.hidden = sounding === 0;
		page.stopWords.textContent = sounding > 1 ? `Stop all ${sounding}` : "Stop";
		if (hadFocus) keepFocus(clip);
	}

	/** `fraction` is how much has played: 0 to 1. */
	progressed({ slug }: Instant, fraction: number): void {
		const voice = this.#voices.get(slug);
		if (voice !== undefined) markProgress(voice, fraction);
	}

	#list(clip: Instant): void {
		if (this.#voices.has(clip.slug)) return;
		const voice = this.#makeVoice(clip);
		this.#voices.set(clip.slug, voice);
		// The others stay where they are, as the strip grows upwards.
		page.voices.prepend(voice);
		page.strip.hidden = false;
	}

	#remove({ slug }: Instant): void {
		this.#voices.get(slug)?.remove();
		this.#voices.delete(slug);
		page.strip.hidden = this.#voices.size === 0;
	}

	#setOver(clip: Instant | undefined): void {
		clearTimeout(this.#timer);
		for (const changed of [this.#over, clip]) {
			const voice = changed && this.#voices.get(changed.slug);
			if (changed && voice) markOver(voice, changed, changed === clip);
		}
		this.#over = clip;
		if (clip !== undefined) this.#timer = setTimeout(() => this.#leave(), LINGER_MS);
	}

	#removeOver(): void {
		const over = this.#over;
		if (over === undefined) return;
		this.#setOver(undefined);
		this.#remove(over);
	}

	/** Removes the clip unless the visitor is about to use its buttons. */
	#leave(): void {
		if (page.strip.querySelector(":hover, :focus-visible") === null) this.#removeOver();
		else this.#timer = setTimeout(() => this.#leave(), LINGER_MS);
	}

	/** The name is set as text, never as markup. */
	#makeVoice(clip: Instant): HTMLLIElement {
		const player = this.#player;
		const copy = page.voiceTemplate.content.cloneNode(true) as DocumentFragment;
		const voice = within(copy, ".voice", HTMLLIElement);
		within(voice, ".voice-name", HTMLElement).textContent = clip.name;
		const about = labelButton(voice, ".voice-about", "More about", clip);
		about.addEventListener("click", () => this.#open(clip));
		const isOver = (): boolean => this.#over?.slug === clip.slug;
		labelButton(voice, ".restart", "Restart", clip).addEventListener("click", () => {
			if (isOver()) player.press(clip);
			else player.restart(clip);
		});
		const loop = labelButton(voice, ".loop", "Loop", clip);
		loop.addEventListener("click", () => {
			const isLooping = loop.ariaPressed !== "true";
			loop.ariaPressed = String(isLooping);
			if (isOver()) player.press(clip);
			player.loop(clip, isLooping);
		});
		within(voice, ".silence", HTMLButtonElement).addEventListener("click", () => {
			if (isOver()) {
				this.#removeOver();
				keepFocus(clip);
			} else player.stop(clip);
		});
		markOver(voice, clip, false);
		return voice;
	}
}

/** Lets the button that stops a clip close the strip once it has ended. */
function markOver(voice: Element, clip: Instant, isOver: boolean): void {
	voice.classList.toggle("over", isOver);
	const verb = isOver ? "Close" : "Stop";
	labelButton(voice, ".silence", verb, clip).title = verb;
	const use = within(voice, ".silence use", SVGUseElement);
	use.setAttribute("href", isOver ? "#i-close" : "#i-stop");
}

/** Moves the focus to what is left of the strip, or back to the clip, when its button has gone. */
function keepFocus(clip: Instant): void {
	const focused = document.activeElement;
	if (focused !== null && page.strip.contains(focused) && isShown(focused)) return;
	const left = page.voices.querySelector<HTMLElement>(".silence");
	const tile = tilesOf(clip.slug)[0];
	const next = left !== null && isShown(left) ? left : tile && pushOf(tile);
	next?.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
	return element.getClientRects().length > 0;
}
