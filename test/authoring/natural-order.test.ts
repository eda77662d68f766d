/** Files are in the order in which people number them, and in the same one on every machine. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNaturally } from "../../scripts/authoring/found-sounds.ts";

test("numbers are compared as numbers, in the names of folders and of files", () => {
	const sorted = [
		..."1/9.mp3|1/10.mp3|1 more/1.mp3|2.mp3|2/1.mp3|10/02.mp3|10/2.mp3|10/10.mp3".split("|"),
		..."ä.mp3|B.mp3|boom.mp3|boom 2.mp3|boom 10.mp3|boom-1.mp3".split("|"),
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (paths) => {
			expect(paths.toSorted(compareNaturally)).toEqual(sorted);
		}),
	);
});
