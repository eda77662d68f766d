/** Remembers where each slug is used, so that a repeated one is reported with both places. */
import { UserError } from "../console/user-error.ts";
import type { Place, Problem } from "./problems.ts";

/** A place is stored as one number, to save memory: the file times this, plus the line or element. */
const LINES = 2 ** 32;

/** The most entries a Set holds in V8. https://github.com/v8/v8/blob/main/src/objects/ordered-hash-table.h */
const MAX_SLUGS = 2 ** 24;

/** A record whose slug an earlier one uses. */
interface Repeated {
	readonly slug: string;
	readonly place: Place;
	readonly isRemoved: boolean;
}

function messageFor(firstIsRemoved: boolean, secondIsRemoved: boolean): string {
	if (firstIsRemoved && secondIsRemoved) return "is removed twice; delete one of the records";
	if (firstIsRemoved) return "belongs to a removed clip and may not be reused; change it";
	if (secondIsRemoved) {
		return "still has a record as a clip; put this record in the place of that one";
	}
	return "is used twice; change one, since slugs must be unique";
}

export class SlugPlaces {
	readonly #files: string[] = [];
	/** Every slug, and in the same order the place where it is used first. */
	readonly #slugs = new Set<string>();
	readonly #places: number[] = [];
	/** Slugs whose first record is that of a removed clip. */
	readonly #removed = new Set<string>();
	readonly #repeated: Repeated[] = [];

	/** Adds the slug of the next record. Throws UserError beyond the most records a catalogue may have. */
	add(slug: string, place: Place, isRemoved: boolean): void {
		const { size } = this.#slugs;
		if (size === MAX_SLUGS && !this.#slugs.has(slug)) {
			throw new UserError(
				`${place.file}:${place.line ?? 1}: a catalogue may have ${MAX_SLUGS} records at most; publish it as several catalogues`,
			);
		}
		if (this.#slugs.add(slug).size === size) {
			this.#repeated.push({ slug, place, isRemoved });
			return;
		}
		this.#places.push(this.#packed(place));
		if (isRemoved) this.#removed.add(slug);
	}

	/** One problem for each record whose slug is already in use. */
	problems(): Problem[] {
		if (this.#repeated.length === 0) return [];
		const first = new Map(Array.from(this.#slugs, (slug, i) => [slug, this.#places[i]]));
		return this.#repeated.map(({ slug, place, isRemoved }) => {
			const message = messageFor(this.#removed.has(slug), isRemoved);
			const other = this.#unpacked(first.get(slug) ?? 0);
			return { place, field: "slug", value: slug, message, other };
		});
	}

	#packed({ file, line, record }: Place): number {
		if (this.#files.at(-1) !== file) this.#files.push(file);
		const [element = -1] = record ?? [];
		return (this.#files.length - 1) * LINES + (line ?? element + 1);
	}

	#unpacked(packed: number): Place {
		const file = this.#files[Math.floor(packed / LINES)] ?? "";
		const number = packed % LINES;
		if (!/\.json$/i.test(file)) return { file, line: number };
		return { file, record: number === 0 ? [] : [number - 1] };
	}
}
