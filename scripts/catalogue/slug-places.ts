/** Remembers where each slug is used, so that a repeated one is reported with both places. */
import type { Place, Problem } from "./problems.ts";

/** A place is stored as one number, to save memory: the file times this, plus the line or element. */
const LINES = 2 ** 32;

export class SlugPlaces {
	readonly #files: string[] = [];
	readonly #first = new Map<string, number>();
	readonly #removed = new Set<string>();
	readonly #repeated: { readonly slug: string; readonly place: Place }[] = [];

	/** Adds the slug of the next record. */
	add(slug: string, place: Place, isRemoved: boolean): void {
		if (isRemoved) this.#removed.add(slug);
		if (this.#first.has(slug)) this.#repeated.push({ slug, place });
		else this.#first.set(slug, this.#packed(place));
	}

	/** One problem for each record whose slug is already in use. */
	problems(): Problem[] {
		return this.#repeated.map(({ slug, place }) => {
			const message = this.#removed.has(slug)
				? "belongs to a removed clip and may not be reused; change it"
				: "is used twice; change one, since slugs must be unique";
			const other = this.#unpacked(this.#first.get(slug) ?? 0);
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
