/**
 * The vocabulary in which recipes are written: a clip is a list of voices, and these few helpers lay
 * voices out in time so that a recipe reads like a score.
 */

/** Samples a second: high enough for cymbals, and MP3s of it are smaller than at 44,100. */
export const SAMPLE_RATE = 32_000;

export type Wave = "sine" | "triangle" | "saw" | "square" | "noise";

export interface Filter {
	readonly kind: "low" | "band" | "high";
	/** Cut-off or centre in Hz at evenly spaced moments; the filter glides between them. */
	readonly path: readonly number[];
	/** 0.7 is plain, 5 and more rings. */
	readonly q: number;
}

export interface Voice {
	readonly wave: Wave;
	/** Hz at evenly spaced moments; the pitch glides between them. Noise draws anew once a period. */
	readonly pitch: readonly number[];
	readonly seconds: number;
	/** When it starts, in seconds from the start of the clip. */
	readonly at?: number;
	readonly gain?: number;
	/** Seconds to full loudness. */
	readonly attack?: number;
	/** How fast it dies away: 0 holds like an organ, 3 rings like a bell, 9 snaps. */
	readonly fall?: number;
	readonly vibrato?: { readonly hz: number; readonly depth: number };
	readonly tremolo?: { readonly hz: number; readonly depth: number };
	/** Phase modulation, which turns sines into bells, brass and robots. */
	readonly modulation?: { readonly ratio: number; readonly depth: number; readonly fall?: number };
	readonly filter?: Filter;
}

export type Clip = readonly Voice[];

function semitones(steps: number): number {
	return 2 ** (steps / 12);
}

export function later(clip: Clip, seconds: number, loudness = 1): Clip {
	return clip.map((voice) => ({
		...voice,
		at: (voice.at ?? 0) + seconds,
		gain: (voice.gain ?? 1) * loudness,
	}));
}

/** The clip a number of times, each a gap after the last; loudness below 1 makes it an echo. */
export function repeated(clip: Clip, times: number, gap: number, loudness = 1): Clip {
	return Array.from({ length: times }, (_, turn) =>
		later(clip, turn * gap, loudness ** turn),
	).flat();
}

/** One note of the same instrument after another. */
export function melody(
	steps: readonly number[],
	gap: number,
	note: (ratio: number, isLast: boolean) => Clip,
): Clip {
	return steps.flatMap((step, turn) =>
		later(note(semitones(step), turn === steps.length - 1), turn * gap),
	);
}

/** White noise (a new value every sample) through a filter, the stuff of drums, wind and breath. */
export function hiss(
	kind: Filter["kind"],
	path: readonly number[],
	seconds: number,
	more: Partial<Voice> & { readonly q?: number } = {},
): Voice {
	const { q = 0.7, ...rest } = more;
	return { wave: "noise", pitch: [SAMPLE_RATE], seconds, filter: { kind, path, q }, ...rest };
}
