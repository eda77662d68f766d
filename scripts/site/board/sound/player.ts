/**
 * Plays clips. Several can play at once, as on a real soundboard: a button starts its clip whatever
 * else is playing, and pressing it again stops only that clip, or starts it over if it is short.
 */
import type { Instant } from "../../../contract/instant.ts";

/** Shorter clips end before anybody could stop them, so that a press starts them over. */
const SHORT_S = 2;

/** Only the device pauses a clip: for a call, or by a key of a headset. */
export type PlayState = "silent" | "loading" | "playing" | "paused";

export interface PlayerEvents {
	/** `hasEnded` is whether the clip is silent because it has played to its end. */
	changed(clip: Instant, state: PlayState, hasEnded: boolean): void;
	/** `fraction` is how much has played: 0 to 1. */
	progressed(clip: Instant, fraction: number): void;
	failed(clip: Instant): void;
}

interface Voice {
	readonly clip: Instant;
	readonly audio: HTMLAudioElement;
	state: PlayState;
}

export class Player {
	readonly #events: PlayerEvents;
	/** Clips that are not silent, by slug. */
	readonly #voices = new Map<string, Voice>();
	#volume = 1;

	constructor(events: PlayerEvents) {
		this.#events = events;
	}

	/** 0 to 1; takes effect at once. */
	set volume(volume: number) {
		this.#volume = volume;
		for (const { audio, clip } of this.#voices.values()) audio.volume = volume * levelOf(clip);
	}

	/** How many clips are not silent. */
	get count(): number {
		return this.#voices.size;
	}

	get isSilent(): boolean {
		return this.count === 0;
	}

	stateOf({ slug }: Instant): PlayState {
		return this.#voices.get(slug)?.state ?? "silent";
	}

	press(clip: Instant): void {
		const voice = this.#voices.get(clip.slug);
		if (voice === undefined) this.#start(clip);
		else if (voice.state === "paused") this.#play(voice);
		else if (this.restartsOnPress(clip)) this.restart(clip);
		else this.stop(clip);
	}

	/** Whether the next press starts the clip over instead of stopping it. */
	restartsOnPress({ slug }: Instant): boolean {
		const voice = this.#voices.get(slug);
		return voice?.state === "playing" && !voice.audio.loop && lengthOf(voice) < SHORT_S;
	}

	restart({ slug }: Instant): void {
		const voice = this.#voices.get(slug);
		if (voice === undefined || voice.state === "loading") return;
		voice.audio.currentTime = 0;
		if (voice.state === "paused") this.#play(voice);
	}

	/** Repeats the clip until it is stopped, or lets it end. */
	loop({ slug }: Instant, isLooping: boolean): void {
		const voice = this.#voices.get(slug);
		if (voice === undefined) return;
		voice.audio.loop = isLooping;
		this.#events.changed(voice.clip, voice.state, false);
	}

	stop({ slug }: Instant): void {
		this.#silence(slug);
	}

	stopAll(): void {
		for (const slug of [...this.#voices.keys()]) this.#silence(slug);
	}

	#start(clip: Instant): void {
		const audio = new Audio(clip.sound);
		audio.volume = this.#volume * levelOf(clip);
		const voice: Voice = { clip, audio, state: "silent" };
		this.#voices.set(clip.slug, voice);
		const on = (event: keyof HTMLMediaElementEventMap, act: () => unknown): void =>
			audio.addEventListener(event, () => this.#isOurs(voice) && act());
		on("playing", () => {
			this.#setState(voice, "playing");
			this.#showProgress();
		});
		// A clip that starts over has to seek, which takes no time worth showing.
		on("waiting", () => audio.seeking || this.#setState(voice, "loading"));
		// It also comes before the end.
		on("pause", () => audio.ended || this.#setState(voice, "paused"));
		on("ended", () => this.#silence(clip.slug, true));
		on("error", () => this.#fail(voice));
		this.#play(voice);
	}

	#play(voice: Voice): void {
		this.#setState(voice, "loading");
		voice.audio.play().catch(() => {
			// A clip that is paused before it sounds is not played either.
			if (this.#isOurs(voice) && voice.state !== "paused") this.#fail(voice);
		});
	}

	#isOurs(voice: Voice): boolean {
		return this.#voices.get(voice.clip.slug) === voice;
	}

	#setState(voice: Voice, state: PlayState): void {
		if (voice.state === state) return;
		voice.state = state;
		this.#events.changed(voice.clip, state, false);
	}

	#fail({ clip }: Voice): void {
		this.#silence(clip.slug);
		this.#events.failed(clip);
	}

	#silence(slug: string, hasEnded = false): void {
		const voice = this.#voices.get(slug);
		if (voice === undefined) return;
		this.#voices.delete(slug);
		fadeOut(voice.audio);
		this.#events.changed(voice.clip, "silent", hasEnded);
	}

	#frame = 0;

	/** Reports progress on every frame while anything plays. */
	#showProgress(): void {
		cancelAnimationFrame(this.#frame);
		const playing = [...this.#voices.values()].filter(({ state }) => state === "playing");
		for (const voice of playing) {
			const fraction = voice.audio.currentTime / lengthOf(voice);
			this.#events.progressed(voice.clip, Number.isFinite(fraction) ? Math.min(1, fraction) : 0);
		}
		if (playing.length > 0) this.#frame = requestAnimationFrame(() => this.#showProgress());
	}
}

/** In seconds. Browsers believe the header of an MP3, which may lie; the build measures the sound. */
function lengthOf({ clip, audio }: Voice): number {
	return clip.duration ?? audio.duration;
}

/** The volume that makes loud clips as loud as others. Quiet ones stay quiet, because volume ends at 1. */
export function levelOf({ gain = 0 }: Instant): number {
	return Math.min(1, 10 ** (gain / 20));
}

/** A sound that ends at full volume clicks. */
const FADE_STEPS = 8;
const FADE_STEP_MS = 10;

/** Counts steps instead of reading the volume, because iOS ignores writes to it. */
function fadeOut(audio: HTMLAudioElement): void {
	const step = audio.volume / FADE_STEPS;
	let left = FADE_STEPS;
	const fade = (): void => {
		left--;
		// In the background, steps take seconds.
		if (audio.paused || left === 0 || document.hidden) unload(audio);
		else {
			audio.volume = left * step;
			setTimeout(fade, FADE_STEP_MS);
		}
	};
	fade();
}

function unload(audio: HTMLAudioElement): void {
	audio.pause();
	// Otherwise it would go on loading. https://html.spec.whatwg.org/multipage/media.html#best-practices-for-authors-using-media-elements
	audio.removeAttribute("src");
	audio.load();
}
