/** Measures how long and how loud a sound is, from its samples. */
import { createReadStream } from "node:fs";
import type { MPEGDecoder } from "mpg123-decoder";
import { LoudnessMeter } from "./loudness.ts";

export interface Measures {
	/** In seconds. */
	readonly duration: number;
	/** The volume change that brings the sound to the reference loudness, in dB. Absent for silence. */
	readonly gain?: number;
}

/** The reference loudness of ReplayGain 2.0, in LUFS. https://wiki.hydrogenaud.io/index.php?title=ReplayGain_2.0_specification */
const REFERENCE = -18;

/** The minimum gain, in dB: only files that were made to be extremely loud would need less. */
const LEAST_GAIN = -60;

/**
 * Measures the sound of a file, without the silence that encoders add at both ends; undefined if the file has no
 * audio. Reads one file at a time, in chunks, so that a long file takes no more memory than a short one.
 */
export async function measured(file: string): Promise<Measures | undefined> {
	loaded ??= load();
	const decoder = await loaded;
	await decoder.ready;
	await decoder.reset();
	let meter: LoudnessMeter | undefined;
	for await (const bytes of createReadStream(file)) {
		const { channelData, samplesDecoded, sampleRate } = quietly(() => decoder.decode(bytes));
		if (samplesDecoded === 0) continue;
		meter ??= new LoudnessMeter(sampleRate);
		// A mono sound is on both channels, as when it is played.
		meter.add(channelData);
	}
	if (meter === undefined) return undefined;
	const { loudness } = meter;
	return {
		duration: Math.max(rounded(meter.duration, 3), 0.001),
		...(loudness !== undefined && { gain: Math.max(rounded(REFERENCE - loudness, 2), LEAST_GAIN) }),
	};
}

/** Rounds a number, but never to -0, which JSON.stringify does not preserve. */
function rounded(value: number, digits: number): number {
	return Number(value.toFixed(digits)) + 0;
}

let loaded: Promise<MPEGDecoder> | undefined;

/** Loads the decoder when it is needed. It is never bundled, so that users can replace it, as the LGPL requires. */
async function load(): Promise<MPEGDecoder> {
	const { MPEGDecoder } = await import("mpg123-decoder");
	return new MPEGDecoder();
}

/** Hides what the decoder reports on the console about damaged frames, which it skips as browsers do. */
function quietly<T>(work: () => T): T {
	const { error } = console;
	console.error = () => {};
	try {
		return work();
	} finally {
		console.error = error;
	}
}
