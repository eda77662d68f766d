/** Recipes for short phrases played on invented instruments: fanfares, failures and game noises. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, melody, type Wave } from "../voice.ts";
import { cymbal, smallBoom } from "./impacts.ts";

function chip(pitch: number, seconds: number, wave: Wave = "square"): Clip {
	return [{ wave, pitch: [pitch], seconds, fall: 2, gain: 0.6 }];
}

function brass(pitch: number, seconds: number): Clip {
	const path = [800, pitch * 8, pitch * 5];
	return [
		{
			wave: "saw",
			pitch: [pitch],
			seconds,
			attack: 0.03,
			fall: 0.8,
			filter: { kind: "low", path, q: 0.9 },
		},
		{
			wave: "saw",
			pitch: [pitch * 1.006],
			seconds,
			attack: 0.04,
			fall: 0.8,
			gain: 0.7,
			filter: { kind: "low", path, q: 0.9 },
		},
	];
}

export function fanfare(dice: Dice): Clip {
	const pitch = dice.between(240, 330);
	return melody([0, 0, 0, 5], 0.15, (ratio, isLast) => brass(pitch * ratio, isLast ? 0.6 : 0.13));
}

export function tada(dice: Dice): Clip {
	const pitch = dice.between(250, 310);
	const chord = (seconds: number) =>
		[0, 4, 7].flatMap((step) => brass(pitch * 2 ** (step / 12), seconds));
	return [...chord(0.12), ...later(chord(0.75), 0.17), ...later(cymbal(dice), 0.17, 0.6)];
}

export function levelUp(dice: Dice): Clip {
	const pitch = dice.between(380, 560);
	return melody([0, 4, 7, 12, 16, 19], 0.075, (ratio, isLast) =>
		chip(pitch * ratio, isLast ? 0.4 : 0.09),
	);
}

export function gameOver(dice: Dice): Clip {
	const pitch = dice.between(420, 560);
	return melody([0, -2, -5, -12], 0.22, (ratio, isLast) =>
		chip(pitch * ratio, isLast ? 0.5 : 0.2, "triangle"),
	);
}

export function trombone(dice: Dice): Clip {
	const pitch = dice.between(200, 250);
	return melody([0, -1, -2, -3], 0.23, (ratio, isLast) =>
		brass(pitch * ratio, isLast ? 0.5 : 0.2).map((voice) =>
			isLast ? { ...voice, vibrato: { hz: 6, depth: 0.03 } } : voice,
		),
	);
}

export function sting(dice: Dice): Clip {
	const pitch = dice.between(95, 130);
	return melody([0, 0, -4], 0.28, (ratio, isLast) => [
		...brass(pitch * ratio, isLast ? 0.62 : 0.2),
		...brass(pitch * ratio * 1.189, isLast ? 0.62 : 0.2),
	]);
}

export function right(dice: Dice): Clip {
	const pitch = dice.between(600, 800);
	return melody([0, 7], 0.13, (ratio) => chip(pitch * ratio, 0.3, "triangle"));
}

export function wrong(dice: Dice): Clip {
	const pitch = dice.between(95, 150);
	return [
		{ wave: "saw", pitch: [pitch], seconds: 0.6, filter: { kind: "low", path: [1800], q: 0.7 } },
		{ wave: "square", pitch: [pitch * 1.06], seconds: 0.6, gain: 0.6 },
	];
}

export function question(dice: Dice): Clip {
	const pitch = dice.between(260, 420);
	return [
		{ wave: "triangle", pitch: [pitch], seconds: 0.16 },
		{ wave: "triangle", pitch: [pitch * 0.94, pitch * 1.1, pitch * 1.9], seconds: 0.4, at: 0.2 },
	];
}

export function countdown(dice: Dice): Clip {
	const pitch = dice.between(420, 540);
	return melody([0, 0, 0, 12], 0.25, (ratio, isLast) => chip(pitch * ratio, isLast ? 0.4 : 0.1));
}

export function countdownToBoom(dice: Dice): Clip {
	return [...countdown(dice).slice(0, 3), ...later(smallBoom(dice), 0.75, 1.6)];
}

export function accents(dice: Dice): Clip {
	const pitch = dice.between(300, 420);
	return melody([0, 3, 6], 0.14, (ratio) => [
		...brass(pitch * ratio, 0.12),
		...chip(pitch * ratio * 2, 0.1),
	]);
}

export function kazoo(dice: Dice): Clip {
	const pitch = dice.between(260, 380);
	return melody([0, 4, 2, 7], 0.2, (ratio) => [
		{
			wave: "saw",
			pitch: [pitch * ratio * 0.97, pitch * ratio],
			seconds: 0.19,
			attack: 0.02,
			tremolo: { hz: 70, depth: 0.5 },
			filter: { kind: "band", path: [1500], q: 1.2 },
		},
	]);
}

export function pluck(dice: Dice): Clip {
	const pitch = dice.between(190, 330);
	return melody([0, 7, 12, 3], 0.17, (ratio) => [
		{
			wave: "saw",
			pitch: [pitch * ratio],
			seconds: 0.45,
			fall: 6,
			filter: { kind: "low", path: [4000, 500], q: 2 },
		},
	]);
}

export function guitar(dice: Dice): Clip {
	const pitch = dice.between(80, 105);
	const power = [1, 1.498, 2].map((ratio) => ({
		wave: "square" as const,
		pitch: [pitch * ratio],
		seconds: 0.28,
		fall: 1,
		filter: { kind: "low" as const, path: [3200, 1500], q: 1 },
	}));
	return [
		...melody([0, 3, 5], 0.3, (ratio) =>
			power.map((voice) => ({ ...voice, pitch: voice.pitch.map((hz) => hz * ratio) })),
		),
		hiss("high", [5000], 0.05, { fall: 3, gain: 0.4 }),
	];
}
