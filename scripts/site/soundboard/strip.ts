/** The strip that stays in sight while clips play: what they are called, and how to stop them. */
import type { Instant } from "../../contract/instant.ts";
import { page, within } from "./page-elements.ts";
import type { Player, PlayState } from "./player.ts";
import { labelButton, markProgress, pushOf, tilesOf } from "./tile.ts";

export interface Strip {
	/** Lists the clip, or takes it off once it is silent. */
	changed(clip: Instant, state: PlayState): void;
	/** `fraction` is how much has played: 0 to 1. */
	progressed(clip: Instant, fraction: number): void;
}

export function connectStrip(player: Player): Strip {
	/** By slug. */
	const voices = new Map<string, HTMLLIElement>();
	page.stop.addEventListener("click", () => player.stopAll());
	return {
		changed: (clip, state) => {
			const hadFocus = page.strip.contains(document.activeElement);
			const voice = voices.get(clip.slug);
			if (state === "silent") {
				voice?.remove();
				voices.delete(clip.slug);
			} else if (voice === undefined) {
				const added = makeVoice(clip, player);
				voices.set(clip.slug, added);
				// The others stay where they are, as the strip grows upwards.
				page.voices.prepend(added);
			}
			page.strip.hidden = voices.size === 0;
			page.strip.classList.toggle("several", voices.size > 1);
			page.stopWords.textContent = voices.size > 1 ? `Stop all ${voices.size}` : "Stop";
			if (hadFocus) keepFocus(clip);
		},
		progressed: ({ slug }, fraction) => {
			const voice = voices.get(slug);
			if (voice !== undefined) markProgress(voice, fraction);
		},
	};
}

/** The name is set as text, never as markup. */
function makeVoice(clip: Instant, player: Player): HTMLLIElement {
	const voice = within(
		page.voiceTemplate.content.cloneNode(true) as DocumentFragment,
		".voice",
		HTMLLIElement,
	);
	const name = within(voice, ".voice-name", HTMLElement);
	name.textContent = clip.name;
	name.title = clip.name;
	const restart = labelButton(voice, ".restart", "Restart", clip);
	restart.addEventListener("click", () => player.restart(clip));
	const loop = labelButton(voice, ".loop", "Loop", clip);
	loop.addEventListener("click", () => {
		const isLooping = loop.ariaPressed !== "true";
		loop.ariaPressed = String(isLooping);
		player.loop(clip, isLooping);
	});
	const silence = labelButton(voice, ".silence", "Stop", clip);
	silence.addEventListener("click", () => player.stop(clip));
	return voice;
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
