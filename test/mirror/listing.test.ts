/** However a listing changes while it is read for the first time, no clip that stays in it is missed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Listing } from "../../scripts/mirror/listing.ts";

const SIZE = 2;

/** A change just before a page is read. */
type Change = { readonly add: number } | { readonly remove: number } | undefined;

/** Reads a listing once, while it changes, and once more if its counts are not what was read. */
function readWhile(changes: readonly Change[]) {
	const start = [1, 2, 3, 4, 5].map((n) => ({ slug: `clip-${n}` }));
	let rows = start;
	const pass = (meanwhile: readonly Change[]): Listing => {
		const read = new Listing();
		for (let page = 1; ; page++) {
			const change = (meanwhile[page - 1] ?? {}) as { add?: number; remove?: number };
			if (change.remove !== undefined) rows = rows.filter((_, i) => i !== change.remove);
			if (change.add !== undefined) rows = rows.toSpliced(change.add, 0, { slug: `new-${page}` });
			const end = page * SIZE;
			read.add({ count: rows.length, results: rows.slice(end - SIZE, end) });
			if (end >= rows.length) return read;
		}
	};
	const first = pass(changes);
	const last = first.isWhole ? first : pass([]);
	last.addMissing(first);
	return { read: [...last.rows.keys()], stayed: rows.filter((row) => start.includes(row)) };
}

const change = fc.oneof(
	fc.record({ add: fc.nat(6) }),
	fc.record({ remove: fc.nat(6) }),
	fc.constant(undefined),
);

test("a clip that stays in the listing is read, if no two changes come between two requests", () => {
	const property = fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
		const { read, stayed } = readWhile(changes);
		expect(read).toEqual(expect.arrayContaining(stayed.map(({ slug }) => slug)));
	});
	const skipped = [undefined, { remove: 0 }, { add: 3 }];
	fc.assert(property, { numRuns: 3000, examples: [[skipped]] });
});
