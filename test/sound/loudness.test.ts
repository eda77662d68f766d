/**
 * Loudness is measured as EBU Tech 3341 requires, and sounds too short for a meter are measured anyway.
 * https://tech.ebu.ch/publications/tech3341
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoudnessMeter } from "../../scripts/sound/loudness.ts";

/** A 1 kHz sine on both channels: its level in dBFS, and its length in seconds. */
type Tone = readonly [level: number, seconds: number];

function tones(sampleRate: number, parts: readonly Tone[]): Float32Array {
	const lengths = parts.map(([, seconds]) => Math.round(seconds * sampleRate));
	const samples = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
	const step = (2 * Math.PI * 1000) / sampleRate;
	let at = 0;
	for (const [part, [level]] of parts.entries()) {
		const peak = 10 ** (level / 20);
		for (let i = 0; i < (lengths[part] ?? 0); i++) samples[at++] = peak * Math.sin(i * step);
	}
	return samples;
}

function loudnessOf(sampleRate: number, ...channels: readonly Float32Array[]): number | undefined {
	const meter = new LoudnessMeter(sampleRate);
	meter.add(channels);
	return meter.loudness;
}

const CASES: readonly (readonly [number, number, ...Tone[]])[] = [
	[1, -23, [-23, 20]],
	[2, -33, [-33, 20]],
	[3, -23, [-36, 10], [-23, 60], [-36, 10]],
	[4, -23, [-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]],
	[5, -23, [-26, 20], [-20, 20.1], [-26, 20]],
];

describe.each([48_000, 44_100, 32_000, 22_050, 11_025, 8000])("at %i Hz", (sampleRate) => {
	test.for(CASES)("case %i of Tech 3341 has %f LUFS", ([, expected, ...parts]) => {
		const samples = tones(sampleRate, parts);
		const loudness = loudnessOf(sampleRate, samples, samples) ?? Number.NaN;
		expect(Math.abs(loudness - expected)).toBeLessThanOrEqual(0.1);
	});
});

test("it is the same however the sound is split, and follows the level", () => {
	const sound = tones(32_000, [
		[-20, 0.3],
		[-40, 0.25],
		[-14, 0.4],
	]);
	const whole = loudnessOf(32_000, sound, sound) ?? Number.NaN;
	fc.assert(
		fc.property(
			fc.array(fc.nat(sound.length), { maxLength: 8 }),
			fc.double({ min: -20, max: 10, noNaN: true }),
			(cuts, gain) => {
				const meter = new LoudnessMeter(32_000);
				const louder = sound.map((sample) => sample * 10 ** (gain / 20));
				const ends = [...cuts.sort((a, b) => a - b), sound.length];
				for (const [i, end] of ends.entries()) {
					const piece = louder.subarray(ends[i - 1] ?? 0, end);
					meter.add([piece, piece]);
				}
				expect(meter.loudness).toBeCloseTo(whole + gain, 4);
				expect(meter.duration).toBeCloseTo(0.95, 9);
			},
		),
	);
});

describe("a sound shorter than a block is measured as a whole:", () => {
	test.each([0.4, 0.399, 0.1, 0.05, 0.02])("%f s", (seconds) => {
		const samples = tones(48_000, [[-23, seconds]]);
		const loudness = loudnessOf(48_000, samples, samples) ?? Number.NaN;
		expect(Math.abs(loudness + 23)).toBeLessThanOrEqual(0.3);
	});

	test("pauses count", () => {
		const samples = tones(48_000, [
			[-23, 0.1],
			[-200, 0.1],
		]);
		expect(loudnessOf(48_000, samples, samples)).toBeCloseTo(-26, 0);
	});
});

test.each([0, 0.001, 0.3, 3])("%f s of silence have no loudness", (seconds) => {
	for (const level of [-200, -75]) {
		const samples = tones(44_100, [[level, seconds]]);
		expect(loudnessOf(44_100, samples, samples)).toBeUndefined();
	}
});
