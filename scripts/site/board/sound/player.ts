/**
 * Plays clips. Several can play at once, as on a real soundboard: a button starts its clip whatever
 * else is playing, and pressing it again stops only that clip, or starts it over if it is short.
 */
import type { Instant } from "../../../contract/instant.ts";
import { fadeOut, unload } from "./fade.ts";

/** Shorter clips end before anyone could stop them, so a press starts them over. */
const SHORT_S = 2;

/** The maximum number of sounds requested before a press. */
const MAX_AHEAD = 2;

/** The device can also pause a clip, for a phone call or when a headset button is pressed. */
export type PlayState = "silent" | "loading" | "playing" | "paused";

/** Times in seconds; `length` is NaN while unknown. */
export interface PlayedTime {
	readonly at: number;
	readonly length: number;
}

export interface PlayerEvents {
	/** `hasEnded` is whether the clip is silent because it has played to its end. */
	changed(clip: Instant, state: PlayState, hasEnded: boolean): void;
	progressed(clip: Instant, progress: PlayedTime): void;
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
	/** Sounds that may be needed soon, by slug, the oldest first. */
	readonly #ahead = new Map<string, HTMLAudioElement>();
	/** Sounds of clips that are pressed often, by slug. */
	readonly #warm = new Map<string, HTMLAudioElement>();
	#volume = 1;
	#output = "";
	/** Called when the chosen device is not connected, so that sounds play through the default one. */
	lostOutput = (): void => {};

	constructor(events: PlayerEvents) {
		this.#events = events;
	}

	get volume(): number {
		return this.#volume;
	}

	/** 0 to 1; takes effect at once. */
	set volume(volume: number) {
		this.#volume = volume;
		for (const { audio, clip } of this.#voices.values()) audio.volume = volume * levelOf(clip);
	}

	get output(): string {
		return this.#output;
	}

	/** The id of the device that sounds play through; empty for the default one. Takes effect at once. */
	set output(id: string) {
		if (id === this.#output) return;
		this.#output = id;
		for (const { audio } of this.#voices.values()) this.#direct(audio);
	}

	async #direct(audio: HTMLAudioElement): Promise<void> {
		const wanted = this.#output;
		await audio.setSinkId(wanted).catch(() => {
			if (wanted === "" || wanted !== this.#output) return;
			this.output = "";
			this.lostOutput();
		});
	}

	get isSilent(): boolean {
		return this.#voices.size === 0;
	}

	stateOf({ slug }: Instant): PlayState {
		return this.#voices.get(slug)?.state ?? "silent";
	}

	/** Requests the sound of a clip that is likely to be pressed, unless the visitor saves data. */
	prepare(clip: Instant): void {
		const [oldest] = this.#ahead.keys();
		if (!this.#request(clip, this.#ahead) || this.#ahead.size <= MAX_AHEAD) return;
		if (oldest !== undefined) this.letGo(oldest);
	}

	/**
	 * Requests the sound of a clip that is pressed often, and keeps it until the press, unless the visitor saves
	 * data.
	 */
	warm(clip: Instant): void {
		this.#request(clip, this.#warm);
	}

	#request({ slug, sound }: Instant, kept: Map<string, HTMLAudioElement>): boolean {
		const isKnown = [this.#voices, this.#ahead, this.#warm].some((map) => map.has(slug));
		if (isKnown || savesData()) return false;
		const audio = new Audio(sound);
		kept.set(slug, audio);
		// A press will try again.
		audio.addEventListener("error", () => {
			if (kept.get(slug) === audio) kept.delete(slug);
		});
		return true;
	}

	/** Stops requesting the sound of the clip with this slug, because the finger on the clip is scrolling. */
	letGo(slug: string): void {
		const audio = this.#ahead.get(slug);
		if (this.#ahead.delete(slug) && audio !== undefined) unload(audio);
	}

	progressOf(clip: Instant): PlayedTime {
		const voice = this.#voices.get(clip.slug);
		if (voice === undefined) return { at: 0, length: clip.duration ?? Number.NaN };
		return { at: voice.audio.currentTime, length: lengthOf(voice) };
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

	/** Pauses a clip that is playing, and plays one that is not. */
	pause(clip: Instant): void {
		const voice = this.#voices.get(clip.slug);
		if (voice === undefined || voice.state === "paused") this.press(clip);
		else voice.audio.pause();
	}

	/** Pauses everything that is playing; if nothing is, plays everything that is paused. */
	pauseAll(): void {
		const voices = [...this.#voices.values()];
		// `state` changes only a moment later.
		const playing = voices.filter(({ audio }) => !audio.paused);
		for (const { audio } of playing) audio.pause();
		if (playing.length === 0) for (const voice of voices) this.#play(voice);
	}

	isLooping({ slug }: Instant): boolean {
		return this.#voices.get(slug)?.audio.loop === true;
	}

	/** Continues a clip from this second, or starts it there if it is silent. */
	jump(clip: Instant, second: number): void {
		const voice = this.#voices.get(clip.slug) ?? this.#start(clip);
		voice.audio.currentTime = second;
		this.#report(voice);
	}

	/** Repeats the clip until it is stopped, or lets it end. */
	loop(clip: Instant, isLooping: boolean): void {
		const voice = this.#voices.get(clip.slug) ?? this.#start(clip);
		voice.audio.loop = isLooping;
		this.#events.changed(clip, voice.state, false);
	}

	stop({ slug }: Instant): void {
		this.#silence(slug);
	}

	stopAll(): void {
		for (const slug of [...this.#voices.keys()]) this.#silence(slug);
	}

	#start(clip: Instant): Voice {
		const { slug, sound } = clip;
		const audio = this.#ahead.get(slug) ?? this.#warm.get(slug) ?? new Audio(sound);
		for (const kept of [this.#ahead, this.#warm]) kept.delete(slug);
		audio.volume = this.#volume * levelOf(clip);
		const voice: Voice = { clip, audio, state: "silent" };
		this.#voices.set(slug, voice);
		const on = (event: keyof HTMLMediaElementEventMap, act: () => unknown): void =>
			audio.addEventListener(event, () => this.#isOurs(voice) && act());
		on("playing", () => {
			this.#setState(voice, "playing");
			this.#showProgress();
		});
		// A clip that starts over has to seek, which takes too little time to be shown.
		on("waiting", () => audio.seeking || this.#setState(voice, "loading"));
		// This event also comes just before the end, and possibly after the clip has been played again.
		on("pause", () => audio.ended || !audio.paused || this.#setState(voice, "paused"));
		on("ended", () => this.#silence(clip.slug, true));
		on("error", () => this.#fail(voice));
		this.#play(voice);
		return voice;
	}

	#play(voice: Voice): void {
		this.#setState(voice, "loading");
		const { audio } = voice;
		// Does not wait if the output is already right.
		const isDirected = (audio.sinkId ?? "") === this.#output;
		const playing = isDirected
			? audio.play()
			: this.#direct(audio).then(() => (this.#isOurs(voice) ? audio.play() : undefined));
		playing.catch((error: Error) => {
			// A clip that is paused before it starts has not failed.
			if (this.#isOurs(voice) && error.name !== "AbortError") this.#fail(voice);
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

	#report({ clip }: Voice): void {
		this.#events.progressed(clip, this.progressOf(clip));
	}

	#frame = 0;

	/** Reports progress on every second frame while anything plays: that looks smooth, and costs half as much. */
	#showProgress(): void {
		cancelAnimationFrame(this.#frame);
		const playing = [...this.#voices.values()].filter(({ state }) => state === "playing");
		for (const voice of playing) this.#report(voice);
		if (playing.length === 0) return;
		this.#frame = requestAnimationFrame(() => {
			this.#frame = requestAnimationFrame(() => this.#showProgress());
		});
	}
}

/** https://wicg.github.io/savedata/ */
export function savesData(): boolean {
	const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
	return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/**
 * The length in seconds. Browsers go by the header of an MP3, which may be wrong; the catalogue's duration was
 * measured.
 */
function lengthOf({ clip, audio }: Voice): number {
	return clip.duration ?? audio.duration;
}

/** The volume that makes loud clips as loud as others. Quiet clips stay quiet, because a volume cannot exceed 1. */
export function levelOf({ gain = 0 }: Instant): number {
	return Math.min(1, 10 ** (gain / 20));
}
