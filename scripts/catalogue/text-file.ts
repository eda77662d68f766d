/** Reads text files of any size, and strictly: bytes that are not UTF-8 are an error, never replaced. */

/** A line without its end. */
export interface Line {
	/** From 1. */
	readonly number: number;
	/** Undefined if the line was too long. */
	readonly bytes: Buffer | undefined;
	/** In bytes, without the LF. */
	readonly length: number;
}

const LF = 0x0a;
const CR = 0x0d;

function withoutCr(bytes: Buffer): Buffer {
	return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}

/** Most lines are within one chunk, and need no copy. */
function joined(parts: readonly Buffer[]): Buffer {
	return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/**
 * Splits a stream into lines, ended by LF or CRLF, and yields those of each chunk together. The last
 * line needs no end. Memory is bounded, since lines over `maxLength` bytes are skipped.
 */
export async function* readLines(
	chunks: AsyncIterable<Buffer>,
	maxLength: number,
): AsyncGenerator<Line[]> {
	let number = 0;
	let held: Buffer[] = [];
	let length = 0;

	const keep = (part: Buffer): void => {
		length += part.length;
		if (length <= maxLength) held.push(part);
		else held = [];
	};
	const end = (): Line => {
		number++;
		const bytes = length > maxLength ? undefined : withoutCr(joined(held));
		const line = { number, bytes, length };
		held = [];
		length = 0;
		return line;
	};

	for await (const chunk of chunks) {
		const lines: Line[] = [];
		let start = 0;
		for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
			keep(chunk.subarray(start, at));
			lines.push(end());
			start = at + 1;
		}
		if (start < chunk.length) keep(chunk.subarray(start));
		yield lines;
	}
	if (length > 0) yield [end()];
}

/** Whether the bytes start with a UTF-16 byte-order mark. */
export function isUtf16(bytes: Buffer): boolean {
	return /^(fffe|feff)/.test(bytes.toString("hex", 0, 2));
}

/** A file that Git LFS puts in place of one that it has not fetched. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const LFS_POINTER = "version https://git-lfs.github.com/spec/v1";

/** Whether the bytes are the beginning of a pointer of Git LFS. */
export function isLfsPointer(bytes: Buffer): boolean {
	return bytes.toString("latin1", 0, LFS_POINTER.length) === LFS_POINTER;
}

/** The bytes are not UTF-8. */
export class NotUtf8 extends Error {
	/** Index of the first bad byte. */
	readonly offset: number;

	constructor(bytes: Buffer) {
		const offset = firstBadByte(bytes);
		super(
			isUtf16(bytes)
				? "is UTF-16"
				: `byte 0x${bytes.toString("hex", offset, offset + 1)} is not valid UTF-8`,
		);
		this.offset = offset;
	}
}

/** Finds the first byte that a lenient decoder replaces. */
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

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Throws NotUtf8. */
export function decodeUtf8(bytes: Buffer): string {
	try {
		return strictDecoder.decode(bytes);
	} catch {
		throw new NotUtf8(bytes);
	}
}

/** Some editors put a byte-order mark before the text. */
export function withoutBom(text: string): string {
	return text.startsWith("\ufeff") ? text.slice(1) : text;
}
