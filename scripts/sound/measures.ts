/** Measures how long and how loud a sound is, from its samples. */
import { LoudnessMeter } from "./loudness.ts";
import { decoded } from "./mp3-decoder.ts";

export interface Measures {
	/** In seconds. */
	readonly duration: number;
	/** The change that brings it to the reference loudness, in dB. Absent for silence. */
	readonly gain?: number;
}

/** The reference loudness of ReplayGain 2.0, in LUFS. https://wiki.hydrogenaud.io/index.php?title=ReplayGain_2.0_specification */
const REFERENCE = -18;

/** The lowest gain, in dB: no file is louder unless it was made to be. */
const LEAST_GAIN = -60;

/** Undefined for a file that holds no sound. */
export async function measured(file: string): Promise<Measures | undefined> {
	let meter: LoudnessMeter | undefined;
	for await (const { channels, sampleRate } of decoded(file)) {
		meter ??= new LoudnessMeter(sampleRate);
		meter.add(channels);
	}
	if (meter === undefined) return undefined;
	const { loudness } = meter;
	return {
		duration: Math.max(rounded(meter.duration, 3), 0.001),
		...(loudness !== undefined && { gain: Math.max(rounded(REFERENCE - loudness, 2), LEAST_GAIN) }),
	};
}

/** Never -0, which JSON does not have. */
function rounded(value: number, digits: number): number {
	return Number(value.toFixed(digits)) + 0;
}
