/** Packs say which place a clip has among those that were not removed, however deep their index is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { clipsBefore } from "../../scripts/tree/packs.ts";
import { readTree } from "../../scripts/tree/reading.ts";
import { treeOf } from "../edge/layered-tree.ts";

test("the clips before each clip are counted without those that were removed", async () => {
	const anyNames = fc.array(fc.constantFrom("Boom", undefined), { minLength: 1, maxLength: 120 });
	await fc.assert(
		fc.asyncProperty(anyNames, async (names) => {
			const { pointer, store } = await readTree(await treeOf(["Horn", ...names]));
			const expected = [0];
			const counted = [await clipsBefore(store, pointer.packs, 0)];
			for (const [i, name] of names.entries()) {
				if (name === undefined) continue;
				expected.push(expected.length);
				counted.push(await clipsBefore(store, pointer.packs, i + 1));
			}
			expect(counted).toEqual(expected);
		}),
		{ numRuns: 20 },
	);
});
