/** Every value of `sound` and `image` means one file inside its folder or is refused, and an image is published only if all of it is there. */
import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MediaPathError, parseMediaPath } from "../../scripts/catalogue/media-path.ts";
import { isWholeImage } from "../../scripts/catalogue/whole-image.ts";
import { mediaUrl } from "../../scripts/contract/links.ts";
import { IMAGES } from "../fixtures/images.ts";

test.for([
	["boom.mp3", "boom.mp3"],
	["/media/sounds/boom.mp3", "boom.mp3"],
	["media/sounds/loud/boom.mp3", "loud/boom.mp3"],
	["100% loud?.mp3", "100% loud?.mp3"],
	["HTTP://H.TEST:80/deep/media/sounds/loud/boom.mp3", "loud/boom.mp3"],
	["https://h.test/media/sounds/caf%C3%A9%20100%25.mp3", "café 100%.mp3"],
	["https://h.test/media/sounds/media/sounds/boom.mp3", "media/sounds/boom.mp3"],
] as const)("%s means the file %s", ([spelling, path]) => {
	const url = /^https?:/i.test(spelling) ? { url: spelling } : {};
	expect(parseMediaPath(spelling, "sounds")).toEqual({ path, ...url });
});

test("URLs with letters of many languages are URLs, however many there are", () => {
	const url = "https://bücher.test/media/sounds/é.mp3";
	for (let i = 0; i < 50_000; i++) parseMediaPath(url, "sounds");
	expect(parseMediaPath(url, "sounds")).toEqual({ path: "é.mp3", url });
});

/** Texts from parts that are dangerous in paths and URLs. */
const spelling = fc
	.array(
		fc.constantFrom(
			..."/ \\ . .. % %2e %2F %5c media/sounds/ /media/sounds/".split(" "),
			..."http:// https: javascript: h a.mp3 é \u0000 \n ? # @".split(" "),
			" ",
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join(""));

test("whatever the value, the file is in its folder and has a URL that leads to it", () => {
	fc.assert(
		fc.property(fc.oneof(spelling, fc.string({ unit: "binary" })), (value) => {
			let path: string;
			try {
				({ path } = parseMediaPath(value, "sounds"));
			} catch (error) {
				expect(error).toBeInstanceOf(MediaPathError);
				return;
			}
			expect(posix.join("sounds", path)).toBe(`sounds/${path}`);
			const url = mediaUrl("https://h.test/media", "sounds", path);
			expect(new URL(url).href).toMatch(/^https:\/\/h\.test\/media\/sounds\/[^?#]+$/);
			expect(parseMediaPath(url, "sounds")).toEqual({ path, url });
		}),
		{ numRuns: 2000 },
	);
});

describe.each(Object.entries(IMAGES))("a picture of type %s", (type, picture) => {
	test("is whole, and is not wherever it is cut off", () => {
		expect(isWholeImage(type, picture)).toBe(true);
		for (let length = 0; length < picture.length; length++) {
			const isWhole = isWholeImage(type, picture.subarray(0, length));
			expect(isWhole, `${length} of ${picture.length} bytes`).toBe(false);
		}
	});
});

/** Pictures that hold the end of a picture before their own. */
const MISLEADING: readonly (readonly [string, keyof typeof IMAGES, Buffer])[] = [
	["a JPEG with a thumbnail", "jpg", withThumbnail(IMAGES.jpg)],
	["a GIF whose comment holds the last bytes of one", "gif", withComment(IMAGES.gif, "\0;\0;")],
];

function withThumbnail(jpeg: Buffer): Buffer {
	const header = Buffer.of(0xff, 0xe1, 0, 0);
	header.writeUInt16BE(jpeg.length + 2, 2);
	return Buffer.concat([jpeg.subarray(0, 2), header, jpeg, jpeg.subarray(2)]);
}

function withComment(gif: Buffer, text: string): Buffer {
	const extension = Buffer.from(`\x21\xfe${String.fromCharCode(text.length)}${text}\0`, "latin1");
	const image = gif.indexOf(",");
	return Buffer.concat([gif.subarray(0, image), extension, gif.subarray(image)]);
}

test.for(MISLEADING)("%s is whole only with its last byte", ([, type, picture]) => {
	expect(isWholeImage(type, picture)).toBe(true);
	for (let length = 0; length < picture.length; length++) {
		expect(isWholeImage(type, picture.subarray(0, length)), `${length} bytes`).toBe(false);
	}
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
