/** Tells a whole image from one that was cut off, and from most files that only begin like one. */

/** The last bytes of a PNG. https://www.w3.org/TR/png-3/#11IEND */
const PNG_END = Buffer.from("IEND\xaeB`\x82", "latin1");
/** The coded picture does not contain it. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
const JPEG_END = Buffer.of(0xff, 0xd9);
/** Of the last part, and of the file; some programs write more behind it. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const GIF_END = Buffer.from("\0;");

const IS_WHOLE: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
	png: (bytes) => bytes.includes(PNG_END),
	jpg: (bytes) => bytes.includes(JPEG_END, behindJpegHeaders(bytes)),
	gif: (bytes) => bytes.includes(GIF_END),
	// https://developers.google.com/speed/webp/docs/riff_container#webp_file_header
	webp: (bytes) => bytes.length > 8 && bytes.readUInt32LE(4) + 8 <= bytes.length,
	// The box of the picture follows all others, and begins with its length. https://aomediacodec.github.io/av1-avif/
	avif: (bytes) => {
		const start = bytes.indexOf("mdat") - 4;
		return start > 0 && start + bytes.readUInt32BE(start) <= bytes.length;
	},
};

/** Where the coded picture begins. A header may hold a small picture with an end of its own. */
function behindJpegHeaders(bytes: Buffer): number {
	let at = 2;
	while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda) {
		if (bytes[at] !== 0xff) return bytes.length;
		// Any number of 0xFF may precede a marker.
		at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
	}
	return at;
}

/** Whether the end of an image is where its type wants it. */
export function isWholeImage(type: string, bytes: Buffer): boolean {
	return IS_WHOLE[type]?.(bytes) ?? false;
}
