/**
 * The strip that lists the playing clips, with buttons to pause, loop and stop them, and a bar to seek. Its
 * height changes only when something is pressed: many clips are too short for anyone to reach a moving button. So
 * a clip that has ended keeps its row until the next press, and can be repeated from there.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { html, type Markup } from "../../../../pages/markup.ts";
import { page, within } from "../../page/page-elements.ts";
import { parsed } from "../../page/trusted.ts";
import type { Player, PlayState } from "../../sound/player.ts";
import { icon, labelFor } from "../tile/markup.ts";
import { bindClip } from "../tile/tile.ts";

/** How long the strip stays after the last clip has ended. */
const LINGER_MS = 4000;

export class Strip {
	readonly #player: Player;
	/** The rows, by slug. */
	readonly #voices = new Map<string, HTMLLIElement>();
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(player: Player) {
		this.#player = player;
		page.stop.addEventListener("click", () => {
			player.stopAll();
			this.#keep(() => false);
		});
		page.others.addEventListener("click", () => {
			page.strip.classList.toggle("opened");
			this.#showOthers();
		});
		// The style sheet decides how many rows are visible.
		new ResizeObserver(() => this.#showOthers()).observe(page.voices);
		// Once for all rows that come or go together, since reading their heights makes browsers lay out the page.
		new MutationObserver(() => this.#showOthers()).observe(page.voices, { childList: true });
	}

	/** Shows the new state of a clip. */
	changed(clip: Instant, state: PlayState, hasEnded: boolean): void {
		const voice = this.#voices.get(clip.slug);
		if (hasEnded && voice) markOver(voice, clip, true);
		else if (state === "silent") this.#keep((it) => it !== voice && !isOver(it));
		else if (!voice || isOver(voice)) {
			this.#keep((it) => it === voice || !isOver(it));
			if (voice) markOver(voice, clip, false);
			else this.#list(clip);
		}
		const loop = this.#voices.get(clip.slug)?.querySelector(".loop");
		loop?.setAttribute("aria-pressed", String(this.#player.isLooping(clip)));
		clearTimeout(this.#timer);
		if (this.#player.isSilent) this.#timer = setTimeout(() => this.#leave(), LINGER_MS);
	}

	#list(clip: Instant): void {
		// The last rows stayed while the strip slid away.
		if (page.strip.hidden) {
			page.voices.replaceChildren();
			page.strip.classList.remove("opened");
		}
		const voice = this.#makeVoice(clip);
		this.#voices.set(clip.slug, voice);
		// In front, so that the other rows stay in place as the strip grows upwards.
		page.voices.prepend(voice);
		this.#showCount();
	}

	/** Removes the rows that are not kept. */
	#keep(isKept: (voice: HTMLLIElement) => boolean): void {
		const gone = [...this.#voices].filter(([, voice]) => !isKept(voice));
		for (const [slug] of gone) this.#voices.delete(slug);
		// The strip keeps its rows while it slides out.
		if (this.#voices.size > 0) for (const [, voice] of gone) voice.remove();
		this.#showCount();
	}

	#showCount(): void {
		const { size } = this.#voices;
		page.strip.hidden = !size;
		if (!size) return;
		page.stopWords.textContent = size > 1 ? "Stop all" : "Stop";
	}

	/** Counts the rows that are out of sight. */
	#showOthers(): void {
		const [voice] = this.#voices.values();
		if (!voice) return;
		const isOpened = page.strip.classList.contains("opened");
		const others = this.#voices.size - Math.round(page.voices.clientHeight / voice.offsetHeight);
		page.others.ariaExpanded = String(isOpened);
		page.others.textContent = isOpened ? "Fewer" : `${others} more`;
		page.others.hidden = !isOpened && others <= 0;
	}

	/** Slides out unless the visitor is about to use its buttons. */
	#leave(): void {
		if (!this.#player.isSilent) return;
		if (page.strip.querySelector(":hover, :focus-visible") === null) this.#keep(() => false);
		else this.#timer = setTimeout(() => this.#leave(), LINGER_MS);
	}

	#makeVoice(clip: Instant): HTMLLIElement {
		const voice = parsed(row(clip, page.siteTitle.lang), HTMLLIElement);
		bindClip(voice, clip);
		within(voice, ".loop", HTMLButtonElement).addEventListener("click", () =>
			this.#player.loop(clip, !this.#player.isLooping(clip)),
		);
		within(voice, ".silence", HTMLButtonElement).addEventListener("click", () => {
			if (isOver(voice)) this.#keep((it) => it !== voice);
			else this.#player.stop(clip);
		});
		markOver(voice, clip, false);
		return voice;
	}
}

/** The row of a clip. `language` is the language of its name. */
function row(clip: Instant, language: string): Markup {
	return html`<li class="voice"><button class="pause round" type="button">${icon("pause")}</button><button class="voice-about about" type="button" aria-haspopup="dialog" aria-label="${labelFor("More about", clip)}"><bdi class="voice-name" dir="auto" lang="${language}">${clip.name}</bdi></button><input class="seek" type="range" aria-label="Position in ${clip.name}" min="0" max="1" step="any" value="0" disabled><span class="time"></span><button class="loop round" type="button" title="Loop" aria-label="${labelFor("Loop", clip)}" aria-pressed="false">${icon("loop")}</button><button class="silence round" type="button">${icon("stop")}</button></li>`;
}

function isOver(voice: Element): boolean {
	return voice.classList.contains("over");
}

/** Turns the button that stops a clip into one that removes its row, once the clip has ended. */
function markOver(voice: Element, clip: Instant, isOver: boolean): void {
	voice.classList.toggle("over", isOver);
	const silence = within(voice, ".silence", HTMLButtonElement);
	silence.title = isOver ? "Close" : "Stop";
	silence.ariaLabel = labelFor(silence.title, clip);
	within(silence, "use", SVGUseElement).setAttribute("href", isOver ? "#i-close" : "#i-stop");
}
