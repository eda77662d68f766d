/** Bytes to text, strictly: what is not UTF-8 is said, never replaced. */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether bytes begin with the mark of UTF-16, which UTF-8 never does. */
export function isUtf16(bytes: Buffer): boolean {
	return /^(fffe|feff)/.test(bytes.toString("hex", 0, 2));
}

/** Text that is not UTF-8, with the 0-based offset of the first byte at fault. */
export class NotUtf8 extends Error {
	readonly offset: number;

	constructor(bytes: Buffer) {
		const offset = firstBadByte(bytes);
		super(
			isUtf16(bytes)
				? "is UTF-16; save the file as UTF-8"
				: `byte 0x${bytes.toString("hex", offset, offset + 1)} is not valid UTF-8; save the file as UTF-8`,
		);
		this.offset = offset;
	}
}

/** The first byte that the replacement character stands for once the text is decoded leniently. */
function firstBadByte(bytes: Buffer): number {
	const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
	let offset = 0;
	for (const character of lenient) {
		const size = Buffer.byteLength(character);
		const same = bytes.subarray(offset, offset + size).equals(Buffer.from(character));
		if (!same) return offset;
		offset += size;
	}
	return offset;
}

/** Decodes UTF-8. Throws NotUtf8. */
export function decodeUtf8(bytes: Buffer): string {
	try {
		return decoder.decode(bytes);
	} catch {
		throw new NotUtf8(bytes);
	}
}

/** Text without the byte-order mark that some editors put before it. */
export function withoutBom(text: string): string {
	return text.startsWith("\ufeff") ? text.slice(1) : text;
}
