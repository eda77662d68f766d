/** Recipes for things that hit, burst or break: drums, bangs and knocks. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, repeated } from "../voice.ts";

export function boom(dice: Dice): Clip {
	const seconds = dice.between(0.6, 1);
	const low = dice.between(34, 60);
	return [
		{ wave: "sine", pitch: [low * dice.between(2.5, 5), low, low * 0.8], seconds, fall: 4 },
		hiss("low", [dice.between(1500, 4000), 180, 80], seconds, { fall: 5, gain: 0.9 }),
		hiss("band", [dice.between(300, 700)], 0.08, { fall: 4, gain: 0.8, q: 1.5 }),
	];
}

export function distantBoom(dice: Dice): Clip {
	return [
		hiss("low", [dice.between(150, 260), 60], 1.1, { attack: 0.08, fall: 3, q: 1.2 }),
		{ wave: "sine", pitch: [dice.between(60, 80), 38], seconds: 1, attack: 0.06, fall: 3 },
	];
}

export function smallBoom(dice: Dice): Clip {
	const pitch = dice.between(150, 300);
	return [
		{ wave: "sine", pitch: [pitch * 2, pitch, pitch * 0.6], seconds: 0.3, fall: 5 },
		hiss("low", [2500, 300], 0.25, { fall: 6, gain: 0.5 }),
	];
}

export function booms(dice: Dice): Clip {
	return repeated(later(smallBoom(dice), 0, 0.8).concat(kick(dice)), dice.whole(2, 3), 0.3, 1.1);
}

export function echoingBoom(dice: Dice): Clip {
	return repeated(smallBoom(dice).concat(kick(dice)), 4, 0.25, 0.5);
}

export function kick(dice: Dice): Clip {
	const low = dice.between(42, 58);
	return [
		{ wave: "sine", pitch: [low * 5, low * 1.2, low], seconds: dice.between(0.3, 0.45), fall: 5 },
		hiss("high", [2000], 0.02, { gain: 0.3, fall: 3 }),
	];
}

function snare(dice: Dice): Clip {
	const pitch = dice.between(170, 230);
	return [
		{ wave: "triangle", pitch: [pitch * 1.5, pitch], seconds: 0.15, fall: 5 },
		hiss("high", [dice.between(1200, 2500)], 0.22, { fall: 6, gain: 0.7 }),
	];
}

export function cymbal(dice: Dice): Clip {
	return [
		hiss("high", [dice.between(4500, 6500)], 0.5, { fall: 5, gain: 0.7 }),
		{ wave: "square", pitch: [5400], seconds: 0.4, fall: 7, gain: 0.15 },
	];
}

export function longKick(dice: Dice): Clip {
	const low = dice.between(38, 46);
	return [
		{ wave: "sine", pitch: [low * 4, low, low * 0.9, low * 0.8], seconds: 1.1, fall: 2.5 },
		hiss("high", [2000], 0.02, { gain: 0.3, fall: 3 }),
	];
}

export function drumRoll(dice: Dice): Clip {
	const strokes = dice.whole(15, 18);
	const roll = Array.from({ length: strokes }, (_, turn) =>
		later(snare(dice), turn * 0.04, 0.4 + turn / strokes),
	);
	return [...roll.flat(), ...later(cymbal(dice), strokes * 0.04)];
}

export function rimshot(dice: Dice): Clip {
	return [
		...snare(dice),
		...later(kick(dice), 0.16),
		...later([...snare(dice), ...cymbal(dice)], 0.38, 0.9),
	];
}

export function beat(dice: Dice): Clip {
	const bar = [...kick(dice), ...later(cymbal(dice), 0.22, 0.5)];
	return repeated(bar, 2, dice.between(0.4, 0.48));
}

export function clap(dice: Dice): Clip {
	const hands = hiss("band", [dice.between(900, 1500)], 0.03, { fall: 3, q: 1.2 });
	const room = hiss("band", [1200], 0.2, { fall: 6, at: 0.033, gain: 0.8 });
	return [...repeated([hands], 3, 0.011), room];
}

export function applause(dice: Dice): Clip {
	const crowd = Array.from({ length: 60 }, () =>
		later(clap(dice).slice(0, 1), dice.between(0, 1), dice.between(0.3, 1)),
	);
	return crowd.flat();
}

export function slowClap(dice: Dice): Clip {
	return repeated(clap(dice), 3, 0.42);
}

export function knock(dice: Dice): Clip {
	const pitch = dice.between(220, 620);
	const body: Clip = [
		{ wave: "sine", pitch: [pitch * 1.3, pitch], seconds: 0.16, fall: 6 },
		{ wave: "sine", pitch: [pitch * 2.7], seconds: 0.06, fall: 5, gain: 0.5 },
		hiss("band", [pitch * 4], 0.02, { fall: 3, gain: 0.6 }),
	];
	return repeated(body, dice.whole(1, 3), dice.between(0.15, 0.24));
}

export function pan(dice: Dice): Clip {
	const pitch = dice.between(380, 520);
	const rings = [1, 2.32, 4.25, 6.1].map((ratio, turn) => ({
		wave: "sine" as const,
		pitch: [pitch * ratio],
		seconds: 0.7 / (1 + turn * 0.4),
		fall: 5,
		gain: 1 / (1 + turn),
	}));
	return [...rings, hiss("high", [3000], 0.02, { fall: 2 })];
}

export function crack(dice: Dice): Clip {
	const rush = hiss("band", [500, dice.between(3000, 6000)], 0.22, {
		attack: 0.2,
		gain: 0.3,
		q: 2,
	});
	return [rush, hiss("high", [1500], 0.25, { at: 0.22, fall: 9, gain: 1.4 })];
}

export function crunch(dice: Dice): Clip {
	const crumbs = Array.from({ length: 14 }, () =>
		hiss("band", [dice.between(1500, 5000)], 0.03, {
			at: dice.between(0, 0.35),
			gain: dice.between(0.2, 0.8),
			fall: 4,
			q: 3,
		}),
	);
	return [hiss("high", [2500], 0.06, { fall: 4 }), ...crumbs];
}

export function thunder(dice: Dice): Clip {
	const rumble = dice.between(70, 110);
	return [
		hiss("high", [1800], 0.1, { fall: 3, gain: 0.12 }),
		hiss("low", [900, 200, rumble, rumble], 1.15, {
			fall: 2.5,
			q: 1.5,
			tremolo: { hz: dice.between(7, 12), depth: 0.6 },
		}),
	];
}

export function cobbles(dice: Dice): Clip {
	const stones = Array.from({ length: 14 }, (_, turn) =>
		later(
			[hiss("band", [dice.between(200, 700)], 0.05, { fall: 5, q: 4 })],
			turn * 0.07 + dice.between(0, 0.02),
			dice.between(0.5, 1),
		),
	);
	return [
		...stones.flat(),
		{ wave: "sine", pitch: [2350], seconds: 0.4, at: 0.5, fall: 4, gain: 0.15 },
	];
}
