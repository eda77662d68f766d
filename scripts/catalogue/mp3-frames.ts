/**
 * Tells an MP3 from a file that only begins like one, such as a web page after an ID3 tag.
 * http://www.mp3-tech.org/programmer/frame_header.html
 */
import { type FileHandle, open } from "node:fs/promises";

/** Sample rates in Hz, by the two bits for the MPEG version: 3 is MPEG-1, 2 is MPEG-2, and 0 is MPEG-2.5. */
const SAMPLE_RATES: Readonly<Record<number, readonly number[]>> = {
	3: [44_100, 48_000, 32_000],
	2: [22_050, 24_000, 16_000],
	0: [11_025, 12_000, 8_000],
};

/** Bit rates in kbit/s. 0 stands for a rate that is not in the standard's table: browsers do not play such files. */
const BIT_RATES = {
	mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const SYNC = 0x7ff;
const LAYER_3 = 1;
const HEADER_BYTES = 4;

/** The bits of a header that stay the same throughout a file: sync, version, layer, and sample rate. */
const CONSTANT_BITS = 0xfffe0c00;

/** The size of a frame at 320 kbit/s and 32 kHz, with padding. */
const MAX_FRAME_BYTES = 1441;

/** The bytes allowed before the first frame: Chromium plays a short sound after 8,000 bytes of junk, but not after 16,000. */
const MAX_JUNK = 4096;

/**
 * Matches the start of a file that a browser could mistake for a page.
 * https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
 */
const MARKUP = /^(?:\xef\xbb\xbf)?\s*</;

/** The length in bytes of the frame with this header; undefined if no MP3 has such a header. */
function frameLength(header: number): number | undefined {
	const bits = (from: number, mask: number): number => (header >>> from) & mask;
	const isMpeg1 = bits(19, 3) === 3;
	const sampleRate = SAMPLE_RATES[bits(19, 3)]?.[bits(10, 3)];
	const bitRate = (isMpeg1 ? BIT_RATES.mpeg1 : BIT_RATES.mpeg2)[bits(12, 15)];
	if (bits(21, SYNC) !== SYNC || bits(17, 3) !== LAYER_3 || !sampleRate || !bitRate)
		return undefined;
	return Math.floor(((isMpeg1 ? 144_000 : 72_000) * bitRate) / sampleRate) + bits(9, 1);
}

/** Whether two whole frames of the same sound begin at `start`. */
function hasFramesAt(bytes: Buffer, start: number): boolean {
	const first = bytes.readUInt32BE(start);
	const second = start + (frameLength(first) ?? bytes.length);
	if (second + HEADER_BYTES > bytes.length) return false;
	const next = bytes.readUInt32BE(second);
	const length = frameLength(next);
	const isSameSound = ((first ^ next) & CONSTANT_BITS) === 0;
	return isSameSound && length !== undefined && second + length <= bytes.length;
}

/** Where two whole frames of the same sound begin; undefined if there are none. */
function framesIn(bytes: Buffer): number | undefined {
	const most = Math.min(MAX_JUNK, bytes.length - HEADER_BYTES);
	for (let start = 0; start <= most; start++) if (hasFramesAt(bytes, start)) return start;
	return undefined;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
	return buffer.subarray(0, bytesRead);
}

/** No real sound begins with more tags than this. */
const MAX_TAGS = 16;

/** Where the audio begins, after the ID3 tags. https://id3.org/id3v2.4.0-structure */
async function soundStart(file: FileHandle): Promise<number> {
	let position = 0;
	for (let tag = 0; tag < MAX_TAGS; tag++) {
		const header = await read(file, position, 10);
		if (header.length < 10 || header.toString("latin1", 0, 3) !== "ID3") break;
		const hasFooter = ((header[5] ?? 0) & 0x10) !== 0;
		const length = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
		position += (hasFooter ? 20 : 10) + length;
	}
	return position;
}

async function reading<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
	const file = await open(path);
	return await read(file).finally(() => file.close());
}

/** The first bytes of a file, enough to recognise text. */
export function beginning(path: string): Promise<Buffer> {
	return reading(path, (file) => read(file, 0, 1024));
}

/** Whether a file that starts with these bytes is text that begins with a tag, as web pages do. */
export function isMarkup(start: Buffer): boolean {
	return MARKUP.test(start.toString("latin1"));
}

/** The parts of an MP3, in bytes. */
interface Mp3Layout {
	/** Everything before the audio. */
	readonly tags: number;
	readonly sound: number;
}

/**
 * The layout of a file; undefined unless two whole frames of the same sound follow the tags, with at most some
 * junk in between.
 */
export function mp3Layout(path: string): Promise<Mp3Layout | undefined> {
	return reading(path, async (file) => {
		const start = await soundStart(file);
		const bytes = await read(file, start, MAX_JUNK + 2 * MAX_FRAME_BYTES);
		const junk = isMarkup(bytes) ? undefined : framesIn(bytes);
		if (junk === undefined) return undefined;
		const tags = start + junk;
		return { tags, sound: (await file.stat()).size - tags };
	});
}
