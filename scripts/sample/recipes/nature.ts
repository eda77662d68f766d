/** Recipes for water, air and springs, and for whistles, which are air too. */
import type { Dice } from "../dice.ts";
import { type Clip, hiss, later, repeated } from "../voice.ts";

export function drip(dice: Dice): Clip {
	const pitch = dice.between(700, 1200);
	return repeated(
		[{ wave: "sine", pitch: [pitch * 0.7, pitch, pitch * 2], seconds: 0.12, fall: 4 }],
		3,
		0.11,
		0.3,
	);
}

export function drips(dice: Dice): Clip {
	return [0, 0.34, 0.7].flatMap((at) => later(drip(dice), at));
}

export function bubbles(dice: Dice): Clip {
	return Array.from({ length: 14 }, () => {
		const pitch = dice.between(260, 900);
		return {
			wave: "sine",
			pitch: [pitch, pitch * 1.8],
			seconds: 0.08,
			at: dice.between(0, 0.85),
			fall: 3,
			gain: dice.between(0.4, 1),
		};
	});
}

export function pop(dice: Dice): Clip {
	const pitch = dice.between(350, 600);
	return [
		{ wave: "sine", pitch: [pitch * 0.5, pitch * 1.8], seconds: 0.07, fall: 2 },
		hiss("band", [900], 0.05, { at: 0.05, fall: 5, gain: 0.8 }),
		hiss("high", [4000], 0.3, { at: 0.15, fall: 2, gain: 0.12 }),
	];
}

export function splash(dice: Dice): Clip {
	return [
		hiss("band", [dice.between(2500, 3500), 700], 0.6, { fall: 4 }),
		...later(bubbles(dice), 0.15, 0.6),
	];
}

export function whoosh(dice: Dice): Clip {
	const top = dice.between(1800, 3200);
	return [hiss("band", [300, top, 300], 0.7, { attack: 0.3, q: 1.5 })];
}

export function spinning(dice: Dice): Clip {
	const top = dice.between(900, 1500);
	return [hiss("band", [top, top * 0.5, top], 1.1, { q: 2.5, tremolo: { hz: 9, depth: 0.95 } })];
}

export function kettle(dice: Dice): Clip {
	const pitch = dice.between(1700, 2100);
	return [
		{
			wave: "sine",
			pitch: [pitch * 0.6, pitch, pitch * 1.02],
			seconds: 1.1,
			attack: 0.35,
			vibrato: { hz: 11, depth: 0.015 },
		},
		hiss("band", [1500, 3000], 1.1, { gain: 0.5, attack: 0.2 }),
	];
}

export function coffee(dice: Dice): Clip {
	return [
		...bubbles(dice),
		hiss("high", [dice.between(2500, 3500)], 0.35, { at: 0.6, gain: 0.35, attack: 0.1 }),
	];
}

export function spring(dice: Dice): Clip {
	const pitch = dice.between(110, 190);
	return [
		{
			wave: "saw",
			pitch: [pitch, pitch * 2.4],
			seconds: 0.75,
			fall: 3,
			vibrato: { hz: dice.between(18, 26), depth: 0.25 },
			filter: { kind: "low", path: [3000, 900], q: 2 },
		},
		{
			wave: "sine",
			pitch: [pitch, pitch * 2.4],
			seconds: 0.75,
			fall: 3,
			vibrato: { hz: 20, depth: 0.25 },
		},
	];
}

export function tumble(dice: Dice): Clip {
	const pitch = dice.between(700, 1000);
	return [
		{
			wave: "triangle",
			pitch: [pitch, pitch * 0.3],
			seconds: 0.45,
			vibrato: { hz: 12, depth: 0.08 },
		},
		{ wave: "sine", pitch: [160, 60], seconds: 0.3, at: 0.46, fall: 5 },
		hiss("low", [1200], 0.12, { at: 0.46, fall: 5, gain: 0.7 }),
	];
}

export function slideUp(dice: Dice): Clip {
	const low = dice.between(420, 560);
	return [
		{
			wave: "triangle",
			pitch: [low, low * 3.2],
			seconds: 0.75,
			attack: 0.03,
			vibrato: { hz: 7, depth: 0.015 },
		},
	];
}

export function slideDown(dice: Dice): Clip {
	const high = dice.between(1400, 1800);
	return [
		{
			wave: "triangle",
			pitch: [high, high * 0.28],
			seconds: 0.9,
			attack: 0.03,
			vibrato: { hz: 7, depth: 0.015 },
		},
	];
}

export function peaWhistle(dice: Dice): Clip {
	const pitch = dice.between(2100, 2600);
	const blow = (seconds: number): Clip => [
		{
			wave: "sine",
			pitch: [pitch],
			seconds,
			attack: 0.01,
			vibrato: { hz: 34, depth: 0.04 },
			tremolo: { hz: 34, depth: 0.5 },
		},
		hiss("band", [pitch], seconds, { gain: 0.3, q: 3 }),
	];
	return [...blow(0.15), ...later(blow(0.5), 0.22)];
}

export function sambaWhistle(dice: Dice): Clip {
	const pitch = dice.between(1700, 2000);
	const toots = [0, 0.2, 0.3, 0.5, 0.7];
	return toots.map((at, turn) => ({
		wave: "sine",
		pitch: [pitch * (turn % 2 === 0 ? 1 : 1.25)],
		seconds: 0.12,
		at,
		tremolo: { hz: 40, depth: 0.6 },
	}));
}

export function party(dice: Dice): Clip {
	const pitch = dice.between(380, 460);
	return [
		{
			wave: "saw",
			pitch: [pitch * 0.7, pitch, pitch],
			seconds: 0.5,
			attack: 0.05,
			tremolo: { hz: 30, depth: 0.4 },
			filter: { kind: "band", path: [1400], q: 1.5 },
		},
		...pop(dice),
		...later(pop(dice), 0.3, 0.9),
	];
}
