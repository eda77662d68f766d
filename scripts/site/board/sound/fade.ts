/** Ends a sound without a click, and stops loading it. */

/** A sound that is stopped at full volume ends with a click. */
const FADE_STEPS = 8;
const FADE_STEP_MS = 10;

/** Fades a sound out. Counts steps instead of reading the volume, because iOS ignores writes to the volume. */
export function fadeOut(audio: HTMLAudioElement): void {
	const step = audio.volume / FADE_STEPS;
	let left = FADE_STEPS;
	const fade = (): void => {
		left--;
		// In a background tab, each step takes seconds.
		if (audio.paused || left === 0 || document.hidden) unload(audio);
		else {
			audio.volume = left * step;
			setTimeout(fade, FADE_STEP_MS);
		}
	};
	fade();
}

/** Whether a worker serves this page. In a sandboxed frame on another site, even reading `serviceWorker` throws. */
function hasWorker(): boolean {
	return self.origin !== "null" && !!navigator.serviceWorker?.controller;
}

export function unload(audio: HTMLAudioElement): void {
	audio.pause();
	// The worker loads the rest anyway, and Firefox would report an error in the worker if nobody read the
	// response.
	if (hasWorker() && audio.networkState === audio.NETWORK_LOADING) return;
	// Otherwise the element would continue loading.
	// https://html.spec.whatwg.org/multipage/media.html#best-practices-for-authors-using-media-elements
	audio.removeAttribute("src");
	audio.load();
}
