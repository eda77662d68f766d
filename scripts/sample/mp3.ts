/**
 * Samples in, a tagged MP3 out: LAME as WebAssembly, so that encoding needs no program installed and
 * gives the same bytes on every machine.
 */
import { createMp3Encoder } from "wasm-media-encoders";
import { SAMPLE_RATE } from "./voice.ts";

export type EncodeMp3 = (samples: Float32Array) => Uint8Array;

/** Loads LAME once; what it returns can be called for any number of clips. */
export async function loadEncoder(): Promise<EncodeMp3> {
	const encoder = await createMp3Encoder();
	return (samples) => {
		encoder.configure({
			channels: 1,
			sampleRate: SAMPLE_RATE,
			outputSampleRate: SAMPLE_RATE,
			bitrate: 48,
		});
		// Copied because the encoder hands out its own memory and writes over it with the next call.
		const body = encoder.encode([samples]).slice();
		const tail = encoder.finalize().slice();
		return Buffer.concat([body, tail]);
	};
}
