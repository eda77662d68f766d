/**
 * The last step before encoding: clips written with no thought for level come out about equally loud,
 * none clipped, none with a silent tail.
 */

const PEAK = 0.8; // leaves the encoder room to overshoot
const AVERAGE = 0.2; // root mean square; keeps a siren from drowning a drip
const SILENCE = 0.001;

/** The samples at a common level, rounded to what 16 bits can hold. */
export function master(mix: Float64Array): Float32Array {
	const heard = trimEnd(mix);
	if (heard.length === 0) throw new Error("the clip is silent");
	const gain = Math.min(PEAK / peak(heard), AVERAGE / average(heard));
	// Rounding also hides any difference in the last bits of Math.sin between JavaScript engines.
	return Float32Array.from(heard, (sample) => Math.round(sample * gain * 32_767) / 32_767);
}

function trimEnd(mix: Float64Array): Float64Array {
	const floor = SILENCE * peak(mix);
	return mix.subarray(0, mix.findLastIndex((sample) => Math.abs(sample) > floor) + 1);
}

function peak(samples: Float64Array): number {
	return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
}

function average(samples: Float64Array): number {
	return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
