/** Reads text files of any size, and strictly: bytes that are not UTF-8 are an error, and are never replaced. */
import { isUtf8 } from "node:buffer";

/** A line without its line break. */
export interface Line {
	/** Counted from 1. */
	readonly number: number;
	readonly bytes: Buffer;
}

/** The lines that end in one chunk of a file. */
interface Lines {
	readonly lines: readonly Line[];
	/** The length of the chunk. */
	readonly bytes: number;
}

const LF = 0x0a;
const CR = 0x0d;

function withoutCr(bytes: Buffer): Buffer {
	return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}

/** Most lines lie within one chunk, and need no copy. */
function joined(parts: readonly Buffer[]): Buffer {
	return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** Splits a stream into lines, which end with LF or CRLF. The last line needs no line break. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Lines> {
	let number = 0;
	let held: Buffer[] = [];
	const end = (): Line => {
		number++;
		const line = { number, bytes: withoutCr(joined(held)) };
		held = [];
		return line;
	};
	for await (const chunk of chunks) {
		const lines: Line[] = [];
		let start = 0;
		for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
			held.push(chunk.subarray(start, at));
			lines.push(end());
			start = at + 1;
		}
		if (start < chunk.length) held.push(chunk.subarray(start));
		yield { lines, bytes: chunk.length };
	}
	if (held.length > 0) yield { lines: [end()], bytes: 0 };
}

/** Whether the bytes start with a UTF-16 byte-order mark. */
export function isUtf16(bytes: Buffer): boolean {
	return /^(fffe|feff)/.test(bytes.toString("hex", 0, 2));
}

/**
 * The start of the file that Git LFS writes in place of a file that it has not fetched.
 * https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 */
const LFS_POINTER = "version https://git-lfs.github.com/spec/v1";

/** Whether the bytes are the start of a Git LFS pointer. */
export function isLfsPointer(bytes: Buffer): boolean {
	return bytes.toString("latin1", 0, LFS_POINTER.length) === LFS_POINTER;
}

/** Decodes UTF-8; undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
	return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** The text without the byte-order mark that some editors put before it. */
export function withoutBom(text: string): string {
	return text.startsWith("\ufeff") ? text.slice(1) : text;
}
