/** Remembers where each slug is used, so that a repeated slug is reported with both places. */
import { isPortable } from "./portable-path.ts";
import type { Fault, Problem, RecordPlace } from "./problems.ts";

const USED: Fault = { message: "is used twice", fix: "change one, since slugs must be unique" };

const REMOVED: Fault = {
	message: "belongs to a removed clip and may not be reused",
	fix: "change it, or keep only one of the records",
};

/** Only a warning, because published slugs must not change: there are links to them. */
const NOT_PORTABLE: Fault = {
	message: "is a device name on Windows, which cannot store the clip's page; mirrors leave it out",
	fix: "choose another slug if the clip is new",
};

/** The indices of slugs, sorted by slug, with equal slugs in their original order. */
export function sortedBySlug(slugs: readonly string[]): Uint32Array {
	const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));
	return Uint32Array.from(slugs.keys()).sort((a, b) => compare(slugs[a], slugs[b]));
}

export class SlugPlaces {
	/** For every record, its slug and its line, or -1 - N for element N of a JSON file; 0 for a whole file. */
	readonly #slugs: string[] = [];
	readonly #numbers: number[] = [];
	/**
	 * Each file, and the index of its first record. Storing a file name with each of a million records would take 8
	 * MB.
	 */
	readonly #files: { readonly file: string; readonly first: number }[] = [];
	/** The indices of removed clips. */
	readonly #removed = new Set<number>();

	/** Adds the slug of the next record. */
	add(slug: string, { file, line, record = [] }: RecordPlace, isRemoved: boolean): void {
		if (isRemoved) this.#removed.add(this.#slugs.length);
		if (this.#files.at(-1)?.file !== file) this.#files.push({ file, first: this.#slugs.length });
		this.#slugs.push(slug);
		// A million objects would take as much memory as all the names.
		this.#numbers.push(line ?? (record[0] === undefined ? 0 : -1 - record[0]));
	}

	#place(index: number): RecordPlace {
		const { file = "" } = this.#files.findLast(({ first }) => first <= index) ?? {};
		const number = this.#numbers[index] ?? 0;
		if (number > 0) return { file, line: number };
		return { file, record: number === 0 ? [] : [-1 - number] };
	}

	/**
	 * Returns the order of the slugs, a problem for each repeated slug, and a warning for each slug that is the
	 * name of a device on Windows.
	 */
	check(): {
		readonly sorted: Uint32Array;
		readonly problems: Problem[];
		readonly warnings: Problem[];
	} {
		const sorted = sortedBySlug(this.#slugs);
		const problems: Problem[] = [];
		const warnings: Problem[] = [];
		let first = -1;
		for (const i of sorted) {
			const slug = this.#slugs[i];
			if (slug !== this.#slugs[first]) {
				first = i;
				if (!isPortable(slug ?? "") && !this.#removed.has(i)) {
					warnings.push({ place: this.#place(i), field: "slug", value: slug, ...NOT_PORTABLE });
				}
				continue;
			}
			const fault = this.#removed.has(first) || this.#removed.has(i) ? REMOVED : USED;
			const [place, other] = [this.#place(i), this.#place(first)];
			problems.push({ place, field: "slug", value: slug, ...fault, other });
		}
		return { sorted, problems, warnings };
	}
}
