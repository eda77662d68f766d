/**
 * A small software synthesiser: it turns the voices of a clip into samples, with plain loops over
 * plain arrays and no audio hardware, so that it gives the same samples on any machine.
 */
import { type Dice, diceFor } from "./dice.ts";
import { type Clip, type Filter, SAMPLE_RATE, type Voice, type Wave } from "./voice.ts";

/** All voices of a clip added up; louder than 1 where they say so. */
export function render(clip: Clip, seed: string): Float64Array {
	const ends = clip.map((voice) => (voice.at ?? 0) + voice.seconds);
	const mix = new Float64Array(Math.ceil(Math.max(0, ...ends) * SAMPLE_RATE));
	clip.forEach((voice, turn) => {
		const start = Math.round((voice.at ?? 0) * SAMPLE_RATE);
		const samples = renderVoice(voice, diceFor(`${seed} voice ${turn}`));
		for (let i = 0; i < samples.length && start + i < mix.length; i++) {
			mix[start + i] = (mix[start + i] ?? 0) + (samples[i] ?? 0);
		}
	});
	return mix;
}

function renderVoice(voice: Voice, dice: Dice): Float64Array {
	const raw = oscillate(voice, dice);
	const filtered = voice.filter ? filter(raw, voice.filter) : raw;
	return filtered.map((sample, i) => sample * loudness(voice, i / SAMPLE_RATE));
}

function oscillate(voice: Voice, dice: Dice): Float64Array {
	const samples = new Float64Array(Math.max(1, Math.round(voice.seconds * SAMPLE_RATE)));
	let phase = 0;
	let modulator = 0;
	let held = dice.between(-1, 1);
	for (let i = 0; i < samples.length; i++) {
		const share = i / samples.length;
		const step = (glide(voice.pitch, share) * wobble(voice.vibrato, i / SAMPLE_RATE)) / SAMPLE_RATE;
		phase += step;
		if (phase >= 1) {
			phase %= 1;
			held = dice.between(-1, 1);
		}
		modulator = (modulator + step * (voice.modulation?.ratio ?? 0)) % 1;
		const bend = modulate(voice.modulation, modulator, share);
		samples[i] = voice.wave === "noise" ? held : shape(voice.wave, phase + bend, step);
	}
	return samples;
}

/** The value of a path at a share of its length, gliding by ratio as the ear hears pitch. */
function glide(path: readonly number[], share: number): number {
	const place = share * (path.length - 1);
	const from = path[Math.floor(place)] ?? 1;
	const to = path[Math.floor(place) + 1] ?? from;
	return from === to ? from : from * (to / from) ** (place % 1);
}

function wobble(vibrato: Voice["vibrato"], seconds: number): number {
	return vibrato ? 1 + vibrato.depth * Math.sin(2 * Math.PI * vibrato.hz * seconds) : 1;
}

function modulate(modulation: Voice["modulation"], phase: number, share: number): number {
	if (!modulation) return 0;
	const depth = modulation.depth * Math.exp(-(modulation.fall ?? 0) * share);
	return (depth * Math.sin(2 * Math.PI * phase)) / (2 * Math.PI);
}

function shape(wave: Exclude<Wave, "noise">, anyPhase: number, step: number): number {
	const phase = anyPhase - Math.floor(anyPhase);
	switch (wave) {
		case "sine":
			return Math.sin(2 * Math.PI * phase);
		case "triangle":
			return 1 - 4 * Math.abs(phase - 0.5);
		case "saw":
			return 2 * phase - 1 - corner(phase, step);
		case "square":
			return (phase < 0.5 ? 1 : -1) + corner(phase, step) - corner((phase + 0.5) % 1, step);
	}
}

/** Rounds off the jump of a saw or square (polyBLEP), which would otherwise ring as false tones. */
function corner(phase: number, step: number): number {
	if (phase < step) return 2 * (phase / step) - (phase / step) ** 2 - 1;
	if (phase > 1 - step) return ((phase - 1) / step) ** 2 + 2 * ((phase - 1) / step) + 1;
	return 0;
}

/** A state-variable filter in its trapezoidal form, which stays stable however fast it is swept. */
function filter(samples: Float64Array, { kind, path, q }: Filter): Float64Array {
	let band = 0;
	let low = 0;
	return samples.map((sample, i) => {
		const cutoff = Math.min(glide(path, i / samples.length), SAMPLE_RATE * 0.45);
		const g = Math.tan((Math.PI * cutoff) / SAMPLE_RATE);
		const high = (sample - (1 / q + g) * band - low) / (1 + g * (g + 1 / q));
		const bandNow = band + g * high;
		const lowNow = low + g * bandNow;
		band = bandNow + g * high;
		low = lowNow + g * bandNow;
		return { low: lowNow, band: bandNow / q, high }[kind];
	});
}

function loudness(voice: Voice, seconds: number): number {
	const attack = voice.attack ?? 0.003;
	const release = Math.min(0.03, voice.seconds / 4);
	const rise = Math.min(1, seconds / attack);
	const fall = Math.exp((-(voice.fall ?? 0) * seconds) / voice.seconds);
	const end = Math.min(1, Math.max(0, voice.seconds - seconds) / release);
	const { hz = 0, depth = 0 } = voice.tremolo ?? {};
	const tremble = 1 - depth * (0.5 - 0.5 * Math.cos(2 * Math.PI * hz * seconds));
	return (voice.gain ?? 1) * rise * fall * end * tremble;
}
