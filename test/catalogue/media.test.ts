/** Every value of `sound` and `image` is refused or means one file inside its folder, and images of five types are published. */
import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMediaPath } from "../../scripts/catalogue/media-path.ts";
import { pictureExtension } from "../../scripts/catalogue/media-type.ts";
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

test("URLs with non-ASCII letters stay valid, however many are parsed", () => {
	const url = "https://bücher.test/media/sounds/é.mp3";
	for (let i = 0; i < 50_000; i++) parseMediaPath(url, "sounds");
	expect(parseMediaPath(url, "sounds")).toEqual({ path: "é.mp3", url });
});

/** Strings made of parts that are dangerous in paths and URLs. */
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
			const read = parseMediaPath(value, "sounds");
			if ("message" in read) return;
			const { path } = read;
			expect(posix.join("sounds", path)).toBe(`sounds/${path}`);
			const url = mediaUrl("https://h.test/media", "sounds", path);
			expect(new URL(url).href).toMatch(/^https:\/\/h\.test\/media\/sounds\/[^?#]+$/);
			expect(parseMediaPath(url, "sounds")).toEqual({ path, url });
		}),
		{ numRuns: 2000 },
	);
});

test.each(Object.entries(IMAGES))(
	"a picture of type %s may be published",
	async (type, picture) => {
		expect(await pictureExtension(picture)).toBe(type);
	},
);
