/** Recipes for things that ring: bells, gongs, coins and clocks. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, melody, repeated } from "../voice.ts";

function struck(pitch: number, seconds: number, ratio = 1.41): Clip {
	return [
		{ wave: "sine", pitch: [pitch], seconds, fall: 5, modulation: { ratio, depth: 3, fall: 4 } },
		{ wave: "sine", pitch: [pitch * 2.76], seconds: seconds * 0.5, fall: 6, gain: 0.35 },
	];
}

export function bell(dice: Dice): Clip {
	return struck(dice.between(500, 1100), dice.between(0.8, 1.1), dice.between(1.4, 3.6));
}

export function handBell(dice: Dice): Clip {
	const pitch = dice.between(1500, 2400);
	return repeated(struck(pitch, 0.45, 2.1), dice.whole(2, 3), dice.between(0.16, 0.24));
}

export function doorbell(dice: Dice): Clip {
	const high = dice.between(560, 760);
	return melody([0, -4], 0.38, (ratio) => struck(high * ratio, 0.75, 2));
}

export function ting(dice: Dice): Clip {
	return struck(dice.between(1800, 2700), 0.7, 1.5);
}

export function gong(dice: Dice): Clip {
	const pitch = dice.between(85, 150);
	const rings = [1, 1.52, 2.31, 3.17, 4.62].map((ratio, turn) => ({
		wave: "sine" as const,
		pitch: [pitch * ratio * 1.02, pitch * ratio],
		seconds: 1.2,
		attack: 0.004 + turn * 0.03,
		fall: 2.5 + turn * 0.4,
		gain: 1 / (1 + turn * 0.5),
		tremolo: { hz: 3 + turn, depth: 0.3 },
	}));
	return [...rings, hiss("low", [900, 300], 0.3, { fall: 5, gain: 0.4 })];
}

export function coin(dice: Dice): Clip {
	const pitch = dice.between(900, 1100);
	return [
		{ wave: "square", pitch: [pitch], seconds: 0.08, gain: 0.6 },
		{ wave: "square", pitch: [pitch * 1.335], seconds: 0.45, at: 0.08, fall: 5, gain: 0.6 },
	];
}

export function coins(dice: Dice): Clip {
	const shower = Array.from({ length: 16 }, () =>
		later(
			struck(dice.between(2200, 4800), 0.18, 1.7),
			dice.between(0, 0.75),
			dice.between(0.3, 0.9),
		),
	);
	return shower.flat();
}

export function cashRegister(dice: Dice): Clip {
	return [
		hiss("band", [dice.between(1500, 2200)], 0.05, { fall: 3, q: 2 }),
		hiss("band", [900], 0.06, { fall: 3, at: 0.1, q: 2 }),
		...later(ting(dice), 0.2, 0.9),
		...later(coins(dice).slice(0, 8), 0.25, 0.4),
	];
}

export function telephone(dice: Dice): Clip {
	const pitch = dice.between(1100, 1500);
	const ring: Clip = [
		{
			wave: "sine",
			pitch: [pitch],
			seconds: 0.42,
			tremolo: { hz: 24, depth: 0.9 },
			modulation: { ratio: 2.4, depth: 1.5 },
		},
		{ wave: "sine", pitch: [pitch * 1.26], seconds: 0.42, tremolo: { hz: 21, depth: 0.9 } },
	];
	return repeated(ring, 2, 0.52);
}

export function tickTock(dice: Dice): Clip {
	const pitch = dice.between(1500, 2600);
	const tick = hiss("band", [pitch], 0.04, { fall: 6, q: 8 });
	const tock = hiss("band", [pitch * 0.7], 0.05, { fall: 6, q: 8, at: 0.3 });
	return repeated([tick, tock], 2, 0.6);
}

export function tram(dice: Dice): Clip {
	return repeated(struck(dice.between(1150, 1450), 0.4, 3.5), 4, 0.18, 0.95);
}

export function sparkle(dice: Dice): Clip {
	const pitch = dice.between(900, 1300);
	return melody([0, 4, 7, 12, 16, 19, 24], 0.06, (ratio) => struck(pitch * ratio, 0.3, 2));
}
