/** Tells an image that is all there from one that was cut off on the way. Browsers show the rest of one in grey. */

/** The last bytes of a PNG. https://www.w3.org/TR/png-3/#11IEND */
const PNG_END = Buffer.from("IEND\xaeB`\x82", "latin1");

/** Ends a JPEG. The coded image does not contain it, but a thumbnail has its own. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
const JPEG_END = Buffer.of(0xff, 0xd9);
const JPEG_SCAN = 0xda;

/** Skips the segments before the image, since one of them may hold a thumbnail. */
function isWholeJpeg(bytes: Buffer): boolean {
	let at = bytes.indexOf(0xff, 2);
	while (at >= 0 && at + 4 <= bytes.length) {
		const marker = bytes[at + 1];
		// Any number of 0xff may stand before a marker.
		const next = marker === 0xff ? at + 1 : at + 2 + bytes.readUInt16BE(at + 2);
		if (marker === JPEG_SCAN) return bytes.includes(JPEG_END, next);
		at = bytes.indexOf(0xff, next);
	}
	return false;
}

/** The kinds of blocks of a GIF. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const GIF = { extension: 0x21, image: 0x2c, end: 0x3b };

/** Goes from block to block, since any bytes may stand in the coded image. Some programs write more after the end. */
function isWholeGif(bytes: Buffer): boolean {
	const colors = (flags = 0): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
	let at = 13 + colors(bytes[10]);
	for (;;) {
		const kind = bytes[at];
		if (kind === GIF.end) return true;
		if (kind === GIF.image) at += 11 + colors(bytes[at + 9]);
		else if (kind === GIF.extension) at += 2;
		else return false;
		for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
		at++;
	}
}

const IS_WHOLE: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
	png: (bytes) => bytes.includes(PNG_END),
	jpg: isWholeJpeg,
	gif: isWholeGif,
	// https://developers.google.com/speed/webp/docs/riff_container#webp_file_header
	webp: (bytes) => bytes.length > 8 && bytes.readUInt32LE(4) + 8 <= bytes.length,
	// The box of the picture follows all others, and begins with its length. https://aomediacodec.github.io/av1-avif/
	avif: (bytes) => {
		const start = bytes.indexOf("mdat") - 4;
		return start > 0 && start + bytes.readUInt32BE(start) <= bytes.length;
	},
};

/** Whether an image ends as its type requires; false for other types. */
export function isWholeImage(type: string, bytes: Buffer): boolean {
	return IS_WHOLE[type]?.(bytes) ?? false;
}
