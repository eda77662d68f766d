/** Remembers where each slug is used, so that a repeated one is reported with both places. */
import { UserError } from "../console/user-error.ts";
import type { Problem, RecordPlace } from "./problems.ts";

/** A place is stored as one number, to save memory: the file times this, plus the line or element. */
const LINES = 2 ** 32;

/**
 * As many entries as a Map holds in V8: the build keeps the words of all names in one.
 * https://github.com/v8/v8/blob/main/src/objects/ordered-hash-table.h
 */
const MAX_RECORDS = 2 ** 24;

function messageFor(firstIsRemoved: boolean, secondIsRemoved: boolean): string {
	if (firstIsRemoved && secondIsRemoved) return "is removed twice; delete one of the records";
	if (firstIsRemoved) return "belongs to a removed clip and may not be reused; change it";
	if (secondIsRemoved) {
		return "still has a record as a clip; put this record in the place of that one";
	}
	return "is used twice; change one, since slugs must be unique";
}

/** The indices of some slugs, in the order of the slugs, and of equal ones as they come. */
export function sortedBySlug(slugs: readonly string[]): Uint32Array {
	const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));
	return Uint32Array.from(slugs.keys()).sort((a, b) => compare(slugs[a], slugs[b]));
}

export class SlugPlaces {
	readonly #files: string[] = [];
	/** The slug of every record, and in the same order its place. */
	readonly #slugs: string[] = [];
	readonly #places: number[] = [];
	/** The indices of removed clips. */
	readonly #removed = new Set<number>();

	/** Adds the slug of the next record. Throws UserError beyond the most records a catalogue may have. */
	add(slug: string, place: RecordPlace, isRemoved: boolean): void {
		if (this.#slugs.length === MAX_RECORDS) {
			throw new UserError(
				`${place.file}:${place.line ?? 1}: a catalogue may have ${MAX_RECORDS} records at most; publish it as several catalogues`,
			);
		}
		if (isRemoved) this.#removed.add(this.#slugs.length);
		this.#slugs.push(slug);
		this.#places.push(this.#packed(place));
	}

	/** The order of the slugs, and one problem for each record whose slug is already in use. */
	check(): { readonly sorted: Uint32Array; readonly problems: Problem[] } {
		const sorted = sortedBySlug(this.#slugs);
		const problems: Problem[] = [];
		let first = -1;
		for (const i of sorted) {
			const slug = this.#slugs[i];
			if (slug !== this.#slugs[first]) {
				first = i;
				continue;
			}
			const message = messageFor(this.#removed.has(first), this.#removed.has(i));
			const [place, other] = [this.#place(i), this.#place(first)];
			problems.push({ place, field: "slug", value: slug, message, other });
		}
		return { sorted, problems };
	}

	#packed({ file, line, record }: RecordPlace): number {
		if (this.#files.at(-1) !== file) this.#files.push(file);
		const [element = -1] = record ?? [];
		return (this.#files.length - 1) * LINES + (line ?? element + 1);
	}

	#place(index: number): RecordPlace {
		const packed = this.#places[index] ?? 0;
		const file = this.#files[Math.floor(packed / LINES)] ?? "";
		const number = packed % LINES;
		if (!/\.json$/i.test(file)) return { file, line: number };
		return { file, record: number === 0 ? [] : [number - 1] };
	}
}
