/** Recipes for things with a throat: laughter, speech of a sort and sneezes. */
import type { Dice } from "../dice.ts";
import { type Clip, type Filter, hiss, later } from "../voice.ts";

/** A vowel is the same buzz through two resonances, where the mouth would have them. */
const VOWELS = {
	a: [820, 1250],
	o: [450, 800],
	e: [480, 1900],
	i: [300, 2300],
	u: [340, 720],
} as const;
type Vowel = keyof typeof VOWELS;

function sung(vowel: Vowel, pitch: readonly number[], seconds: number, size = 1): Clip {
	return VOWELS[vowel].map((hz, turn) => ({
		wave: "saw",
		pitch,
		seconds,
		attack: 0.02,
		fall: 0.8,
		gain: turn === 0 ? 1 : 0.7,
		filter: resonance(hz * size),
	}));
}

function resonance(hz: number): Filter {
	return { kind: "band", path: [hz], q: 5 };
}

function breathThenVowel(vowel: Vowel, pitch: number, seconds: number, size: number): Clip {
	const breath = hiss("band", [1400 * size], 0.06, { attack: 0.02, gain: 0.35 });
	return [breath, ...later(sung(vowel, [pitch, pitch * 0.85], seconds, size), 0.035)];
}

function laughter(dice: Dice, vowel: Vowel, pitch: number, count: number, gap: number): Clip {
	const size = dice.between(0.85, 1.2);
	return Array.from({ length: count }, (_, turn) =>
		later(
			breathThenVowel(vowel, pitch * (1 - turn * 0.04), gap * 0.7, size),
			turn * gap,
			0.95 ** turn,
		),
	).flat();
}

export function laugh(dice: Dice): Clip {
	return laughter(dice, "a", dice.between(130, 330), dice.whole(3, 5), dice.between(0.15, 0.21));
}

export function oneLaugh(dice: Dice): Clip {
	return laughter(dice, "a", dice.between(150, 300), 1, 0.4);
}

export function evilLaugh(dice: Dice): Clip {
	return laughter(dice, "a", dice.between(75, 100), 4, 0.28);
}

export function nervousLaugh(dice: Dice): Clip {
	return laughter(dice, "e", dice.between(300, 380), 5, 0.12);
}

export function jollyLaugh(dice: Dice): Clip {
	return [
		...laughter(dice, "o", dice.between(105, 135), 2, 0.28),
		...later(laughter(dice, "a", dice.between(150, 180), 2, 0.24), 0.58),
	];
}

export function familyLaugh(dice: Dice): Clip {
	return [110, 180, 290, 380].flatMap((pitch, turn) =>
		later(laughter(dice, "a", pitch, 4, 0.16 + turn * 0.02), turn * 0.07, 0.7),
	);
}

/** Said by a machine: the same mouth, a pitch that never moves and a rattle. */
function robotic(clip: Clip): Clip {
	return clip.map((voice) => ({
		...voice,
		pitch: voice.wave === "saw" ? [110] : voice.pitch,
		tremolo: { hz: 45, depth: 0.8 },
	}));
}

export function robotLaugh(dice: Dice): Clip {
	return robotic(laugh(dice));
}

export function robotSneeze(dice: Dice): Clip {
	return robotic(sneeze(dice));
}

export function wow(dice: Dice): Clip {
	const pitch = dice.between(160, 260);
	return [300, 700].map((hz, turn) => ({
		wave: "saw",
		pitch: [pitch, pitch * 1.5, pitch * 0.8],
		seconds: 0.7,
		attack: 0.05,
		gain: 1 - turn * 0.3,
		filter: { kind: "band", path: [hz, hz * 2.4, hz], q: 5 },
	}));
}

export function nope(dice: Dice): Clip {
	const pitch = dice.between(120, 190);
	return [
		...sung("o", [pitch * 1.2, pitch * 0.8], 0.26),
		hiss("high", [1500], 0.04, { at: 0.28, fall: 4, gain: 0.7 }),
	];
}

export function shout(dice: Dice): Clip {
	const pitch = dice.between(200, 300);
	return [
		...sung("e", [pitch, pitch * 1.4], 0.2),
		...later(sung("a", [pitch * 1.4, pitch * 1.5, pitch], 0.5), 0.18),
	];
}

export function deepVoice(dice: Dice): Clip {
	const pitch = dice.between(70, 90);
	return (["o", "e", "a"] as const).flatMap((vowel, turn) =>
		later(sung(vowel, [pitch * 1.15, pitch], 0.3, 0.8), turn * 0.32),
	);
}

export function muffled(dice: Dice): Clip {
	const pitch = dice.between(110, 170);
	return Array.from({ length: 5 }, (_, turn) => ({
		wave: "saw",
		pitch: [pitch * dice.between(0.9, 1.3), pitch * dice.between(0.8, 1.1)],
		seconds: 0.17,
		at: turn * 0.19,
		attack: 0.03,
		filter: { kind: "low", path: [dice.between(220, 320)], q: 2 },
	}));
}

export function chatter(dice: Dice): Clip {
	const vowels: readonly Vowel[] = ["a", "e", "o", "i", "u"];
	return Array.from({ length: 22 }, () => {
		const pitch = dice.between(110, 260);
		const vowel = vowels[dice.whole(0, 4)] ?? "a";
		return later(
			sung(vowel, [pitch, pitch * 0.9], dice.between(0.1, 0.18)),
			dice.between(0, 0.95),
			0.6,
		);
	}).flat();
}

export function yawn(dice: Dice): Clip {
	const pitch = dice.between(200, 260);
	return [
		...sung("a", [pitch, pitch * 1.25, pitch * 0.5], 1.1),
		hiss("band", [900, 500], 1.1, { gain: 0.25, attack: 0.3 }),
	];
}

export function sneeze(dice: Dice): Clip {
	const pitch = dice.between(230, 420);
	return [
		...sung("a", [pitch * 0.8, pitch * 1.3], 0.35),
		hiss("high", [1800, 2600], 0.3, { at: 0.42, fall: 4, gain: 1.6 }),
		...later(sung("u", [pitch * 1.2, pitch * 0.6], 0.22), 0.45),
	];
}

export function slurp(dice: Dice): Clip {
	return [
		hiss("band", [400, 900, dice.between(1800, 2600)], 0.7, {
			attack: 0.1,
			q: 3,
			tremolo: { hz: 27, depth: 0.8 },
		}),
	];
}
