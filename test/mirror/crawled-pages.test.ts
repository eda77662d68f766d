/** However a listing changes while it is read, no clip that stays in it is missed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areEqual, isGrown, Pass } from "../../scripts/mirror/crawled-pages.ts";

const SIZE = 2;

/** A change just before a page is read. */
type Change = { readonly add: number } | { readonly remove: number };

/** A listing that changes between requests. */
class Listing {
	rows: { slug: string }[] = [1, 2, 3, 4, 5].map((n) => ({ slug: `clip-${n}` }));
	readonly #changes: (readonly Change[])[];
	#added = 0;

	constructor(changes: readonly (readonly Change[])[]) {
		this.#changes = [...changes];
	}

	pass(): Pass {
		const pass = new Pass();
		for (let page = 1; ; page++) {
			for (const change of this.#changes.shift() ?? []) this.#apply(change);
			const end = page * SIZE;
			pass.add({ count: this.rows.length, results: this.rows.slice(end - SIZE, end) });
			if (end >= this.rows.length) return pass;
		}
	}

	#apply(change: Change): void {
		const { length } = this.rows;
		if ("remove" in change) this.rows.splice(change.remove % Math.max(length, 1), 1);
		else this.rows.splice(Math.min(change.add, length), 0, { slug: `new-${this.#added++}` });
	}
}

/** Two passes, the slugs that stayed all the time, and those that the second pass has read. */
function twoPasses(changes: readonly (readonly Change[])[]) {
	const listing = new Listing(changes);
	const slugs = new Set(listing.rows.map(({ slug }) => slug));
	const before = listing.pass();
	const after = listing.pass();
	const stayed = listing.rows.map(({ slug }) => slug).filter((slug) => slugs.has(slug));
	const seen = [...after.rows.values()].map(({ value }) => (value as { slug: string }).slug);
	return { before, after, stayed, seen };
}

const add = fc.record({ add: fc.nat(9) });
const remove = fc.record({ remove: fc.nat(9) });
const requests = <T>(change: fc.Arbitrary<T>, maxLength: number) =>
	fc.array(fc.array(change, { maxLength }), { maxLength: 10 });
const RUNS = { numRuns: 3000 };

describe("a clip that stays in the listing is read", () => {
	test("if two passes are equal, whatever changed meanwhile", () => {
		const property = fc.property(requests(fc.oneof(add, remove), 3), (changes) => {
			const { before, after, stayed, seen } = twoPasses(changes);
			if (areEqual(before, after)) expect(seen).toEqual(expect.arrayContaining(stayed));
		});
		const [added, removed] = [[{ add: 0 }], [{ remove: 0 }]];
		// The last page is empty in both passes, because a clip has gone from the front.
		const shrunk = [added, [], added, removed, [], added, [], removed];
		fc.assert(property, { ...RUNS, examples: [[shrunk]] });
	});

	test("if the second pass has only more, and no two changes came between two requests", () => {
		const property = fc.property(requests(fc.oneof(add, remove), 1), (changes) => {
			const { before, after, stayed, seen } = twoPasses(changes);
			if (isGrown(before, after)) expect(seen).toEqual(expect.arrayContaining(stayed));
		});
		fc.assert(property, RUNS);
	});
});
