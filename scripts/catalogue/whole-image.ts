/** Tells a whole image from one that was cut off, and from most files that only begin like one. */

/** The last bytes of a PNG. https://www.w3.org/TR/png-3/#11IEND */
const PNG_END = "IEND\xaeB`\x82";
/** The coded picture does not contain it. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
const JPEG_END = "\xff\xd9";
/** Of the last part, and of the file; some programs write more behind it. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const GIF_END = "\0;";

const IS_WHOLE: Readonly<Record<string, (text: string, bytes: Buffer) => boolean>> = {
	png: (text) => text.includes(PNG_END),
	jpg: (text, bytes) => text.includes(JPEG_END, behindJpegHeaders(bytes)),
	gif: (text) => text.includes(GIF_END),
	// https://developers.google.com/speed/webp/docs/riff_container#webp_file_header
	webp: (text, bytes) => text.length > 8 && bytes.readUInt32LE(4) + 8 <= text.length,
	// The box of the picture follows all others, and begins with its length. https://aomediacodec.github.io/av1-avif/
	avif: (text, bytes) => {
		const start = text.indexOf("mdat") - 4;
		return start > 0 && start + bytes.readUInt32BE(start) <= text.length;
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
	return IS_WHOLE[type]?.(bytes.toString("latin1"), bytes) ?? false;
}
