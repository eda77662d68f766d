/** Remembers where each slug is used, so that a repeated one is reported with both places. */
import type { Problem, RecordPlace } from "./problems.ts";

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
	/** The slug of every record, and in the same order its place. */
	readonly #slugs: string[] = [];
	readonly #places: RecordPlace[] = [];
	/** The indices of removed clips. */
	readonly #removed = new Set<number>();

	/** Adds the slug of the next record. */
	add(slug: string, place: RecordPlace, isRemoved: boolean): void {
		if (isRemoved) this.#removed.add(this.#slugs.length);
		this.#slugs.push(slug);
		this.#places.push(place);
	}

	/** The order of the slugs, and one problem for each record whose slug is already in use. */
	check(): { readonly sorted: Uint32Array; readonly problems: Problem[] } {
		const sorted = sortedBySlug(this.#slugs);
		const problems: Problem[] = [];
		let first = -1;
		for (const i of sorted) {
			const [slug, place, other] = [this.#slugs[i], this.#places[i], this.#places[first]];
			if (place !== undefined && other !== undefined && slug === this.#slugs[first]) {
				const message = messageFor(this.#removed.has(first), this.#removed.has(i));
				problems.push({ place, field: "slug", value: slug, message, other });
			} else {
				first = i;
			}
		}
		return { sorted, problems };
	}
}
