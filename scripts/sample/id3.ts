/** Writes the ID3 tag of a clip, so that players show its name and anybody can see its licence. */
import { LICENCE, MARK } from "./origin.ts";

const UTF8 = 3;

/** An ID3v2.4 tag, to be put before the sound. */
export function id3Tag(title: string): Uint8Array {
	const frames = Buffer.concat([
		frame("TIT2", [UTF8], title),
		frame("TENC", [UTF8], MARK),
		frame("WCOP", [], LICENCE),
	]);
	return Buffer.concat([Buffer.from("ID3\x04\x00\x00", "latin1"), size(frames.length), frames]);
}

function frame(id: string, encoding: readonly number[], text: string): Uint8Array {
	const body = Buffer.concat([Buffer.from(encoding), Buffer.from(text)]);
	return Buffer.concat([Buffer.from(id), size(body.length), Buffer.from([0, 0]), body]);
}

/** Seven bits a byte, so that a length never looks like the start of a sound frame. */
function size(length: number): Uint8Array {
	return Uint8Array.of(length >> 21, (length >> 14) & 0x7f, (length >> 7) & 0x7f, length & 0x7f);
}
