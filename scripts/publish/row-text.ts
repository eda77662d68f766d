/** The rows of a catalogue as bytes, by position: a line each, and none for a removed clip. */

/** Rows in a piece. Packs must not cross from one piece into the next, so their sizes divide it. */
const PIECE_ROWS = 1000;

const LF = 0x0a;

/** The most bytes of a UTF-16 unit in UTF-8. */
const UNIT_BYTES = 3;

export class RowText {
	readonly #pieces: Buffer<ArrayBuffer>[] = [];
	/** The place in its piece where the line of each position ends. */
	readonly #ends: number[] = [];
	/** The piece that is being written. */
	#open = Buffer.alloc(256 * 1024);
	#used = 0;

	/** Adds the row of the next position; undefined for a removed clip. */
	add(row: string | undefined): void {
		if (row !== undefined) {
			this.#makeRoom(row.length * UNIT_BYTES + 1);
			this.#used += this.#open.write(row, this.#used);
			this.#open[this.#used++] = LF;
		}
		this.#ends.push(this.#used);
		if (this.#ends.length % PIECE_ROWS === 0) this.#endPiece();
	}

	#makeRoom(bytes: number): void {
		if (this.#used + bytes <= this.#open.length) return;
		this.#open = Buffer.concat([this.#open, Buffer.alloc(this.#open.length + bytes)]);
	}

	#endPiece(): void {
		this.#pieces.push(Buffer.from(this.#open.subarray(0, this.#used)));
		this.#used = 0;
	}

	/** Everything, in pieces. To be read only after the last row was added, like all that follows. */
	get pieces(): readonly Buffer<ArrayBuffer>[] {
		if (this.#used > 0) this.#endPiece();
		return this.#pieces;
	}

	/** The lines of the positions from `start` to before `end`. */
	lines(start: number, end: number): Buffer<ArrayBuffer> {
		const piece = this.pieces[Math.floor(start / PIECE_ROWS)] ?? Buffer.alloc(0);
		return piece.subarray(this.#startOf(start), this.#ends[end - 1]);
	}

	/** The row of a position; undefined for a removed clip. */
	at(position: number): string | undefined {
		if (this.isRemoved(position)) return undefined;
		const line = this.lines(position, position + 1);
		return line.toString("utf8", 0, line.length - 1);
	}

	/** The bytes of the row of a clip. */
	size(position: number): number {
		return (this.#ends[position] ?? 0) - this.#startOf(position) - 1;
	}

	isRemoved(position: number): boolean {
		return this.#startOf(position) === this.#ends[position];
	}

	#startOf(position: number): number {
		return position % PIECE_ROWS === 0 ? 0 : (this.#ends[position - 1] ?? 0);
	}
}
