/** Recipes for things with a plug or an engine, from zippers to flying saucers. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, repeated } from "../voice.ts";

export function laser(dice: Dice): Clip {
	const top = dice.between(1600, 3200);
	return [
		{
			wave: "square",
			pitch: [top, top * 0.3, top * 0.06],
			seconds: dice.between(0.25, 0.4),
			fall: 2.5,
		},
		hiss("high", [3000], 0.04, { gain: 0.5, fall: 3 }),
	];
}

export function lasers(dice: Dice): Clip {
	return repeated(laser(dice), 3, 0.2);
}

export function teleport(dice: Dice): Clip {
	const pitch = dice.between(160, 260);
	const tremolo = { hz: 22, depth: 0.8 };
	return [
		{
			wave: "sine",
			pitch: [pitch, pitch * 12],
			seconds: 1,
			tremolo,
			modulation: { ratio: 1.5, depth: 2 },
		},
		{ wave: "triangle", pitch: [pitch * 9, pitch], seconds: 1, tremolo, gain: 0.5 },
	];
}

export function powerUp(dice: Dice): Clip {
	const low = dice.between(110, 170);
	return [
		{
			wave: "saw",
			pitch: [low, low * 7],
			seconds: 0.8,
			attack: 0.1,
			vibrato: { hz: 16, depth: 0.06 },
			filter: { kind: "low", path: [400, 6000], q: 2 },
		},
	];
}

export function powerDown(dice: Dice): Clip {
	const high = dice.between(500, 800);
	return [
		{
			wave: "saw",
			pitch: [high, high * 0.5, high * 0.06],
			seconds: 1,
			fall: 1,
			filter: { kind: "low", path: [5000, 200], q: 2 },
		},
	];
}

export function glitch(dice: Dice): Clip {
	return Array.from({ length: 14 }, (_, turn) => ({
		wave: turn % 3 === 0 ? "noise" : "square",
		pitch: [dice.between(80, 3000)],
		seconds: dice.between(0.02, 0.07),
		at: turn * 0.05,
		attack: 0.001,
	}));
}

export function robot(dice: Dice): Clip {
	const base = dice.between(90, 140);
	return Array.from({ length: dice.whole(4, 6) }, (_, turn) => ({
		wave: "saw",
		pitch: [base * dice.between(0.9, 1.5)],
		seconds: 0.15,
		at: turn * 0.17,
		tremolo: { hz: 50, depth: 0.8 },
		filter: { kind: "band", path: [dice.between(400, 900), dice.between(900, 2200)], q: 3 },
	}));
}

export function ufo(dice: Dice): Clip {
	const pitch = dice.between(500, 800);
	return [
		{
			wave: "sine",
			pitch: [pitch * 1.6, pitch * 0.5],
			seconds: 1.2,
			vibrato: { hz: 9, depth: 0.2 },
		},
		{ wave: "sine", pitch: [70, 50], seconds: 1.2, gain: 0.6, tremolo: { hz: 9, depth: 0.6 } },
	];
}

export function modem(dice: Dice): Clip {
	const tones = Array.from({ length: 8 }, (_, turn) => ({
		wave: "sine" as const,
		pitch: [dice.between(900, 2400)],
		seconds: 0.08,
		at: turn * 0.08,
	}));
	return [
		...tones,
		hiss("band", [1800], 0.45, { at: 0.64, gain: 0.9, q: 1, tremolo: { hz: 33, depth: 0.4 } }),
	];
}

export function typewriter(dice: Dice): Clip {
	const keys = Array.from({ length: 6 }, (_, turn) =>
		hiss("band", [dice.between(1600, 3200)], 0.03, {
			at: turn * 0.1 + dice.between(0, 0.03),
			fall: 4,
			q: 2,
		}),
	);
	return [
		...keys,
		{ wave: "sine", pitch: [dice.between(2200, 2600)], seconds: 0.5, at: 0.68, fall: 5 },
	];
}

export function zipper(dice: Dice): Clip {
	return [
		{
			wave: "noise",
			pitch: [300, dice.between(900, 1400)],
			seconds: 0.5,
			attack: 0.04,
			tremolo: { hz: 60, depth: 0.9 },
			filter: { kind: "band", path: [1200, 4200], q: 1.5 },
		},
	];
}

export function scratch(dice: Dice): Clip {
	const middle = dice.between(900, 1500);
	const path = [middle * 0.5, middle * 2.4, middle * 0.4, middle * 1.8, middle * 0.3];
	return [
		hiss("band", path, 0.6, { q: 4 }),
		{ wave: "saw", pitch: path.map((hz) => hz / 6), seconds: 0.6, gain: 0.3 },
	];
}

export function cassette(dice: Dice): Clip {
	return [
		hiss("band", [dice.between(700, 1100)], 0.06, { fall: 4, q: 2 }),
		{
			wave: "saw",
			pitch: [60, 140],
			seconds: 0.3,
			at: 0.1,
			gain: 0.25,
			filter: { kind: "band", path: [600], q: 1 },
		},
		hiss("low", [1600], 0.1, { at: 0.42, fall: 4 }),
	];
}

export function barrier(dice: Dice): Clip {
	const motor = dice.between(55, 80);
	return [
		{
			wave: "saw",
			pitch: [motor * 0.6, motor, motor, motor * 0.7],
			seconds: 0.9,
			gain: 0.5,
			tremolo: { hz: 14, depth: 0.3 },
			filter: { kind: "low", path: [700], q: 1 },
		},
		...repeated([{ wave: "square", pitch: [1200], seconds: 0.09, gain: 0.25 }], 2, 0.2),
		{ wave: "sine", pitch: [120, 60], seconds: 0.25, at: 0.88, fall: 5 },
	];
}

export function rocket(dice: Dice): Clip {
	return [
		hiss("low", [200, dice.between(1500, 2500), 900], 1.2, {
			attack: 0.3,
			tremolo: { hz: 18, depth: 0.35 },
		}),
		{ wave: "saw", pitch: [40, 120], seconds: 1.2, attack: 0.3, gain: 0.3 },
	];
}
