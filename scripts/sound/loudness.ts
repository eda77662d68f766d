/**
 * How loud a sound is to people, in LUFS: its integrated loudness by ITU-R BS.1770-4. No maintained
 * package measures sounds shorter than a block, and many clips are.
 */
import { KWeighting } from "./k-weighting.ts";

/** Blocks of 400 ms begin every 100 ms. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;

/** In LUFS: anything below counts as silence. */
const ABSOLUTE_GATE = -70;
/** In LU, below the loudness of what passes the absolute gate: pauses do not count. */
const RELATIVE_GATE = -10;

/** Takes samples as they are decoded, since whole sounds may be long. */
export class LoudnessMeter {
	readonly #sampleRate: number;
	readonly #filters: KWeighting[] = [];
	/** The energy of each step: the sum of squares over its channels. */
	readonly #steps: number[] = [];
	/** The energy of the step that is not full. */
	#energy = 0;
	#samples = 0;

	constructor(sampleRate: number) {
		this.#sampleRate = sampleRate;
	}

	/** @param channels left and right, which count the same */
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

	/** The sample after the step that is not full. At some rates, steps do not have a whole number of samples. */
	#stepEnd(): number {
		return Math.round(((this.#steps.length + 1) * this.#sampleRate) / STEPS_PER_SECOND);
	}

	/** The length of what was added, in seconds. */
	get duration(): number {
		return this.#samples / this.#sampleRate;
	}

	/** Undefined for silence. A sound shorter than a block is measured as a whole, without gates. */
	get loudness(): number | undefined {
		const blocks = this.#blocks();
		if (blocks.length === 0) {
			const energy = this.#steps.reduce((sum, step) => sum + step, this.#energy);
			return audible(lufs(energy / this.#samples));
		}
		const heard = blocks.filter((power) => lufs(power) > ABSOLUTE_GATE);
		if (heard.length === 0) return undefined;
		const gate = lufs(mean(heard)) + RELATIVE_GATE;
		return lufs(mean(heard.filter((power) => lufs(power) > gate)));
	}

	/** The power of each whole block. */
	#blocks(): number[] {
		const samples = (STEPS_PER_BLOCK * this.#sampleRate) / STEPS_PER_SECOND;
		const count = Math.max(0, this.#steps.length - STEPS_PER_BLOCK + 1);
		return Array.from({ length: count }, (_, start) => {
			const steps = this.#steps.slice(start, start + STEPS_PER_BLOCK);
			return steps.reduce((sum, step) => sum + step, 0) / samples;
		});
	}
}

/** The offset makes a sine of 997 Hz as loud as its level. */
function lufs(power: number): number {
	return -0.691 + 10 * Math.log10(power);
}

function audible(loudness: number): number | undefined {
	return loudness > ABSOLUTE_GATE ? loudness : undefined;
}

function mean(powers: readonly number[]): number {
	return powers.reduce((sum, power) => sum + power, 0) / powers.length;
}
