/** Cuts a file of any size into lines, as bytes, in memory bounded by the longest line allowed. */

/** One line without its end. */
export interface Line {
	/** 1-based. */
	readonly number: number;
	/** Undefined when the line was longer than allowed; `length` still tells how long. */
	readonly bytes: Buffer | undefined;
	/** Bytes of the line, its LF left out. */
	readonly length: number;
}

const LF = 0x0a;
const CR = 0x0d;

function withoutCr(bytes: Buffer): Buffer {
	return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}

/**
 * Lines of a stream of bytes, in batches, one batch a chunk. Ends may be LF or CRLF; a last line
 * without an end counts. A line over `maxLength` bytes is passed over without being kept.
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
		const bytes = length > maxLength ? undefined : withoutCr(Buffer.concat(held));
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
