/** An image is published only if all of it is there. */
import { describe, expect, test } from "vitest";
import { isWholeImage } from "../../scripts/catalogue/media-type.ts";
import { IMAGES } from "../fixtures/images.ts";

describe.each(Object.entries(IMAGES))("a picture of type %s", (type, picture) => {
	test("is whole, and is not wherever it is cut off", () => {
		expect(isWholeImage(type, picture)).toBe(true);
		for (let length = 0; length < picture.length; length++) {
			const isWhole = isWholeImage(type, picture.subarray(0, length));
			expect(isWhole, `${length} of ${picture.length} bytes`).toBe(false);
		}
	});
});

test.each(["png", "jpg", "gif"] as const)(
	"a page behind the first bytes of a %s is none",
	(type) => {
		const page = Buffer.from(`<script>alert(1);</script>${" ".repeat(100)}`);
		for (const length of [4, 8, 12, 16]) {
			const faked = Buffer.concat([IMAGES[type].subarray(0, length), page]);
			expect(isWholeImage(type, faked), `${length} bytes`).toBe(false);
		}
	},
);
