/** The strip that lists the clips that are playing, with buttons to pause, loop and stop them, and a bar to move in them. */
import type { Instant } from "../../../../contract/instant.ts";
import { page } from "../../page/page-elements.ts";
import { within } from "../../page/within.ts";
import type { Player, PlayState } from "../../sound/player.ts";
import { bindClip, labelButton, pushOf, viewsOf } from "../tile/tile.ts";

/** How long a clip can be repeated from the strip after its end. Many are too short to aim at. */
const LINGER_MS = 4000;

/** The style hides the others. */
const MOST_SHOWN = 4;

export class Strip {
	readonly #player: Player;
	/** By slug. */
	readonly #voices = new Map<string, HTMLLIElement>();
	/** The clip that was the last to play, once it has ended. */
	#over: Instant | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(player: Player) {
		this.#player = player;
		page.stop.addEventListener("click", () => player.stopAll());
	}

	/** Lists a clip that plays. One that is silent stays a moment longer if it was the last to end. */
	changed(clip: Instant, state: PlayState, hasEnded: boolean): void {
		const sounding = this.#player.count;
		const hadFocus = page.strip.contains(document.activeElement);
		if (state !== "silent") {
			this.#list(clip);
			if (this.#over?.slug === clip.slug) this.#setOver(undefined);
			else this.#removeOver();
		} else if (hasEnded && sounding === 0) this.#setOver(clip);
		else this.#remove(clip);
		page.strip.classList.toggle("several", sounding > 1);
		page.stop.hidden = sounding === 0;
		page.stopWords.textContent = sounding > 1 ? "Stop all" : "Stop";
		page.others.textContent = sounding > MOST_SHOWN ? `${sounding - MOST_SHOWN} more` : "";
		if (hadFocus) keepFocus(clip);
	}

	#list(clip: Instant): void {
		if (this.#voices.has(clip.slug)) return;
		// The last one stayed while the strip moved out.
		if (page.strip.hidden) page.voices.replaceChildren();
		const voice = this.#makeVoice(clip);
		this.#voices.set(clip.slug, voice);
		// The others stay where they are, as the strip grows upwards.
		page.voices.prepend(voice);
		page.strip.hidden = false;
	}

	#remove({ slug }: Instant): void {
		const voice = this.#voices.get(slug);
		this.#voices.delete(slug);
		page.strip.hidden = this.#voices.size === 0;
		if (!page.strip.hidden) voice?.remove();
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
		const copy = page.voiceTemplate.content.cloneNode(true) as DocumentFragment;
		const voice = within(copy, ".voice", HTMLLIElement);
		bindClip(voice, clip);
		within(voice, ".voice-name", HTMLElement).textContent = clip.name;
		labelButton(voice, ".about", "More about", clip);
		within(voice, ".seek", HTMLElement).ariaLabel = `Position in ${clip.name}`;
		const loop = labelButton(voice, ".loop", "Loop", clip);
		loop.addEventListener("click", () => {
			const isLooping = loop.ariaPressed !== "true";
			loop.ariaPressed = String(isLooping);
			this.#player.loop(clip, isLooping);
		});
		within(voice, ".silence", HTMLButtonElement).addEventListener("click", () => {
			if (this.#over?.slug === clip.slug) {
				this.#removeOver();
				keepFocus(clip);
			} else this.#player.stop(clip);
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
	const face = viewsOf(clip.slug).find((view) => view.matches(".clip, .featured .card"));
	const next = left !== null && isShown(left) ? left : face && pushOf(face);
	next?.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
	return !page.strip.hidden && element.getClientRects().length > 0;
}
