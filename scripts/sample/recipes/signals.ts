/** Recipes for things made to be heard from afar: horns, sirens and alarms. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, melody, repeated } from "../voice.ts";

export function airHorn(dice: Dice): Clip {
	const pitch = dice.between(400, 500);
	const blast: Clip = [1, 1.26, 1.5].map((ratio) => ({
		wave: "saw",
		pitch: [pitch * ratio * 0.94, pitch * ratio, pitch * ratio],
		seconds: 0.22,
	}));
	return [
		...repeated(blast, 2, 0.25),
		...later(
			blast.map((voice) => ({ ...voice, seconds: 0.5 })),
			0.5,
		),
	];
}

export function funnyHorn(dice: Dice): Clip {
	const pitch = dice.between(330, 430);
	return melody([0, -5], 0.26, (ratio) => [
		{
			wave: "square",
			pitch: [pitch * ratio * 0.9, pitch * ratio, pitch * ratio * 0.92],
			seconds: 0.22,
			attack: 0.015,
			filter: { kind: "band", path: [900], q: 1 },
		},
	]);
}

export function foghorn(dice: Dice): Clip {
	const pitch = dice.between(75, 130);
	return [1, 1.5, 2.01].map((ratio) => ({
		wave: "saw",
		pitch: [pitch * ratio * 0.96, pitch * ratio, pitch * ratio, pitch * ratio * 0.95],
		seconds: 1.1,
		attack: 0.12,
		gain: 1 / ratio,
		filter: { kind: "low", path: [300, 900, 700], q: 0.8 },
	}));
}

export function trainWhistle(dice: Dice): Clip {
	const pitch = dice.between(520, 640);
	const toot = (seconds: number): Clip => [
		...[1, 1.19, 1.5].map((ratio) => ({
			wave: "triangle" as const,
			pitch: [pitch * ratio * 0.97, pitch * ratio],
			seconds,
			attack: 0.05,
		})),
		hiss("band", [2500], seconds, { gain: 0.25, attack: 0.05 }),
	];
	return [...toot(0.3), ...later(toot(0.7), 0.38)];
}

export function siren(dice: Dice): Clip {
	const low = dice.between(550, 680);
	const pitch = [low, low * 1.6, low, low * 1.6, low];
	return [
		{
			wave: "square",
			pitch,
			seconds: 1.2,
			gain: 0.6,
			filter: { kind: "low", path: [3500], q: 0.8 },
		},
	];
}

export function alarm(dice: Dice): Clip {
	const pitch = dice.between(1500, 2100);
	return repeated(
		repeated([{ wave: "square", pitch: [pitch], seconds: 0.07, gain: 0.5 }], 3, 0.12),
		2,
		0.5,
	);
}

export function beep(dice: Dice): Clip {
	return [
		{
			wave: "sine",
			pitch: [dice.between(700, 1000)],
			seconds: dice.between(0.35, 0.5),
			modulation: { ratio: 1, depth: 0.8 },
		},
	];
}

export function sonar(dice: Dice): Clip {
	const pitch = dice.between(900, 1300);
	const ping: Clip = [
		{ wave: "sine", pitch: [pitch * 1.01, pitch], seconds: 0.6, fall: 5, attack: 0.01 },
	];
	return repeated(ping, 3, 0.3, 0.35);
}
