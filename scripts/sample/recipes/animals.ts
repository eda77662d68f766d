/** Recipes for creatures other than us. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, melody, repeated } from "../voice.ts";

export function meow(dice: Dice): Clip {
	const pitch = dice.between(430, 600);
	return [700, 1500].map((hz) => ({
		wave: "saw",
		pitch: [pitch * 0.9, pitch * 1.35, pitch * 0.8],
		seconds: 0.75,
		attack: 0.08,
		filter: { kind: "band", path: [hz, hz * 1.8, hz * 0.8], q: 4 },
	}));
}

export function bark(dice: Dice): Clip {
	const pitch = dice.between(170, 260);
	const woof: Clip = [
		{
			wave: "saw",
			pitch: [pitch, pitch * 1.7, pitch * 0.7],
			seconds: 0.17,
			fall: 2,
			filter: { kind: "band", path: [600, 1100, 500], q: 2 },
		},
		hiss("band", [1000], 0.12, { fall: 4, gain: 0.6 }),
	];
	return repeated(woof, dice.whole(2, 3), 0.28);
}

export function quack(dice: Dice): Clip {
	const pitch = dice.between(230, 300);
	const once: Clip = [
		{
			wave: "saw",
			pitch: [pitch * 1.1, pitch * 0.85],
			seconds: 0.2,
			fall: 1,
			filter: { kind: "band", path: [1300, 1000], q: 4 },
		},
		{
			wave: "saw",
			pitch: [pitch * 1.1, pitch * 0.85],
			seconds: 0.2,
			fall: 1,
			gain: 0.6,
			filter: { kind: "band", path: [2600], q: 5 },
		},
	];
	return repeated(once, dice.whole(2, 3), 0.27, 0.9);
}

export function squeak(dice: Dice): Clip {
	const pitch = dice.between(900, 1300);
	const squeeze: Clip = [
		{
			wave: "square",
			pitch: [pitch * 0.6, pitch, pitch * 0.9],
			seconds: 0.16,
			attack: 0.02,
			gain: 0.5,
		},
	];
	const release: Clip = [
		{ wave: "square", pitch: [pitch * 1.1, pitch * 0.5], seconds: 0.14, at: 0.22, gain: 0.4 },
	];
	return repeated([...squeeze, ...release], 2, 0.48);
}

export function rooster(dice: Dice): Clip {
	const pitch = dice.between(480, 620);
	return melody([0, 5, 9], 0.2, (ratio, isLast) => [
		{
			wave: "saw",
			pitch: isLast
				? [pitch * ratio, pitch * ratio * 1.1, pitch * 0.8]
				: [pitch * ratio * 0.9, pitch * ratio],
			seconds: isLast ? 0.65 : 0.17,
			attack: 0.02,
			vibrato: { hz: 18, depth: 0.02 },
			filter: { kind: "band", path: [1700], q: 1.5 },
		},
	]);
}

export function bleat(dice: Dice): Clip {
	const pitch = dice.between(280, 380);
	return [900, 1900].map((hz) => ({
		wave: "saw",
		pitch: [pitch, pitch * 1.05, pitch * 0.85],
		seconds: 0.85,
		attack: 0.04,
		tremolo: { hz: dice.between(12, 15), depth: 0.85 },
		vibrato: { hz: 13, depth: 0.04 },
		filter: { kind: "band", path: [hz], q: 3 },
	}));
}

export function crickets(dice: Dice): Clip {
	const pitch = dice.between(3900, 4500);
	const chirp: Clip = [
		{
			wave: "sine",
			pitch: [pitch, pitch * 1.03],
			seconds: 0.2,
			attack: 0.03,
			tremolo: { hz: 45, depth: 1 },
		},
	];
	return [...repeated(chirp, 3, 0.38), ...later(repeated(chirp, 2, 0.41, 0.8), 0.22, 0.4)];
}

export function cuckoo(dice: Dice): Clip {
	const pitch = dice.between(620, 760);
	return melody([0, -4], 0.32, (ratio) => [
		{ wave: "sine", pitch: [pitch * ratio], seconds: 0.26, attack: 0.03 },
		hiss("band", [pitch * ratio * 2], 0.26, { gain: 0.2, q: 5, attack: 0.03 }),
	]);
}
