/**
 * Measures how loud people find a sound, in LUFS: its integrated loudness according to ITU-R BS.1770-4. No
 * maintained package measures sounds shorter than a block, and many clips are.
 */

/** Blocks of 400 ms begin every 100 ms. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;

/** In LUFS: blocks below this are silence. */
const ABSOLUTE_GATE = -70;
/** In LU, relative to the loudness of the blocks above the absolute gate: quieter blocks are pauses. */
const RELATIVE_GATE = -10;

/** Accepts samples in chunks as they are decoded, since whole sounds may be long. */
export class LoudnessMeter {
	readonly #sampleRate: number;
	readonly #filters: KWeighting[] = [];
	/** The energy of each step: the sum of squares over its channels. */
	readonly #steps: number[] = [];
	/** The energy of the unfinished step. */
	#energy = 0;
	#samples = 0;

	constructor(sampleRate: number) {
		this.#sampleRate = sampleRate;
	}

	/** @param channels left and right, which have equal weight */
	add(channels: readonly Float32Array[]): void {
		const length = channels[0]?.length ?? 0;
		let start = 0;
		while (start < length) {
			const end = Math.min(length, start + this.#stepEnd() - this.#samples);
			for (const [i, samples] of channels.entries()) {
				this.#filters[i] ??= new KWeighting(this.#sampleRate);
				this.#energy += this.#filters[i].energyOf(samples.subarray(start, end));
			}
			this.#samples += end - start;
			start = end;
			if (this.#samples === this.#stepEnd()) {
				this.#steps.push(this.#energy);
				this.#energy = 0;
			}
		}
	}

	/** The end of the unfinished step, in samples. At some rates, a step is not a whole number of samples. */
	#stepEnd(): number {
		return Math.round(((this.#steps.length + 1) * this.#sampleRate) / STEPS_PER_SECOND);
	}

	/** The length of the samples added so far, in seconds. */
	get duration(): number {
		return this.#samples / this.#sampleRate;
	}

	/** The loudness, in LUFS; undefined for silence. */
	get loudness(): number | undefined {
		const heard = this.#blocks().filter((power) => lufs(power) > ABSOLUTE_GATE);
		if (heard.length === 0) return undefined;
		const gate = lufs(mean(heard)) + RELATIVE_GATE;
		return lufs(mean(heard.filter((power) => lufs(power) > gate)));
	}

	/** The power of each whole block. A sound shorter than a block is measured as a whole. */
	#blocks(): number[] {
		const count = this.#steps.length - STEPS_PER_BLOCK + 1;
		if (count <= 0) {
			return [this.#steps.reduce((sum, step) => sum + step, this.#energy) / this.#samples];
		}
		const samples = (STEPS_PER_BLOCK * this.#sampleRate) / STEPS_PER_SECOND;
		return Array.from({ length: count }, (_, start) => {
			const steps = this.#steps.slice(start, start + STEPS_PER_BLOCK);
			return steps.reduce((sum, step) => sum + step, 0) / samples;
		});
	}
}

/** The offset makes the loudness of a 997 Hz sine equal to its level. */
function lufs(power: number): number {
	return -0.691 + 10 * Math.log10(power);
}

function mean(powers: readonly number[]): number {
	return powers.reduce((sum, power) => sum + power, 0) / powers.length;
}

/** The coefficients of a second-order filter. */
interface Biquad {
	readonly b: readonly [number, number, number];
	readonly a: readonly [number, number];
}

/**
 * The two filters of ITU-R BS.1770, which lists coefficients for 48 kHz only. Here they are derived for any rate
 * from the underlying analog filters, as in libebur128.
 * https://www.itu.int/rec/R-REC-BS.1770-4-201510-I
 */
function kFilters(sampleRate: number): readonly [Biquad, Biquad] {
	const tan = (frequency: number): number => Math.tan((Math.PI * frequency) / sampleRate);
	const shelf = tan(1681.974450955533);
	const shelfQ = 0.7071752369554196;
	const high = 10 ** (3.999843853973347 / 20);
	const band = high ** 0.4996667741545416;
	const s0 = 1 + shelf / shelfQ + shelf ** 2;
	const pass = tan(38.13547087602444);
	const passQ = 0.5003270373238773;
	const p0 = 1 + pass / passQ + pass ** 2;
	return [
		{
			b: [
				(high + (band * shelf) / shelfQ + shelf ** 2) / s0,
				(2 * (shelf ** 2 - high)) / s0,
				(high - (band * shelf) / shelfQ + shelf ** 2) / s0,
			],
			a: [(2 * (shelf ** 2 - 1)) / s0, (1 - shelf / shelfQ + shelf ** 2) / s0],
		},
		{
			b: [1, -2, 1],
			a: [(2 * (pass ** 2 - 1)) / p0, (1 - pass / passQ + pass ** 2) / p0],
		},
	];
}

/** The filter of one channel: ears hear little of the lowest tones, and heads reflect high ones. */
class KWeighting {
	readonly #filters: readonly [Biquad, Biquad];
	/** The last two samples: unfiltered, after the first filter, and after both. */
	#last: readonly number[] = [0, 0, 0, 0, 0, 0];

	constructor(sampleRate: number) {
		this.#filters = kFilters(sampleRate);
	}

	/**
	 * Filters the next samples. Returns the sum of their squares. One loop does both, since there are millions of
	 * samples.
	 */
	energyOf(samples: Float32Array): number {
		const [shelf, pass] = this.#filters;
		const [s0, s1, s2] = shelf.b;
		const [s3, s4] = shelf.a;
		const [p0, p1, p2] = pass.b;
		const [p3, p4] = pass.a;
		let [x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0] = this.#last;
		let energy = 0;
		for (let i = 0; i < samples.length; i++) {
			const x = samples[i] ?? 0;
			const y = s0 * x + s1 * x1 + s2 * x2 - s3 * y1 - s4 * y2;
			const z = p0 * y + p1 * y1 + p2 * y2 - p3 * z1 - p4 * z2;
			x2 = x1;
			x1 = x;
			y2 = y1;
			y1 = y;
			z2 = z1;
			z1 = z;
			energy += z * z;
		}
		this.#last = [x1, x2, y1, y2, z1, z2];
		return energy;
	}
}
