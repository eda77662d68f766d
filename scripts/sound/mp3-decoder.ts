/** Decodes MP3s piece by piece, so that a long one takes no more memory than a short one. */
import { createReadStream } from "node:fs";
import type { MPEGDecoder } from "mpg123-decoder";

export interface Piece {
	/** Left and right. A sound of one channel is on both, as it is when it is played. */
	readonly channels: readonly Float32Array[];
	readonly sampleRate: number;
}

let loaded: Promise<MPEGDecoder> | undefined;

/** Loaded when it is needed, and never bundled, so that people can replace it, as the LGPL asks. */
async function load(): Promise<MPEGDecoder> {
	const { MPEGDecoder } = await import("mpg123-decoder");
	return new MPEGDecoder();
}

/** The sound of a file, without the silence that encoders add at both ends. One file at a time. */
export async function* decoded(file: string): AsyncGenerator<Piece> {
	loaded ??= load();
	const decoder = await loaded;
	await decoder.ready;
	await decoder.reset();
	for await (const bytes of createReadStream(file)) {
		const { channelData, samplesDecoded, sampleRate } = quietly(() => decoder.decode(bytes));
		if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
	}
}

/** The decoder reports damaged frames on the console, and skips them as browsers do. */
function quietly<T>(work: () => T): T {
	const { error } = console;
	console.error = () => {};
	try {
		return work();
	} finally {
		console.error = error;
	}
}
