/** Every value of `sound` and `image` means one file inside its folder, or is refused. */

import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MediaPathError, parseMediaPath } from "../../scripts/catalogue/media-path.ts";
import { mediaUrl } from "../../scripts/contract/links.ts";
import { clip, ndjson, problemLines } from "../fixtures/data-folder.ts";

const INSIDE =
	'must be the path of a file in media/sounds/, without empty names and names that start with "."';
const UNDER =
	'must be under /media/sounds/; write a file name, "/media/sounds/FILE" or a complete URL whose path contains that';
const CHARACTERS = "must not contain backslashes or control characters; separate folders with /";
const SCHEME =
	'must be a file name, "/media/sounds/FILE" or a complete http(s) URL; other schemes are not allowed';
const MARK = 'the path of the URL must contain "/media/sounds/"';
const QUERY = "the URL must not have a query or a fragment; remove it";
const ENCODED_SLASH = 'must not contain an encoded slash ("%2F"); write "/" between folders';

describe("a sound is refused that is", () => {
	test.for([
		["empty", "", INSIDE],
		["a script", "javascript:alert(1)", SCHEME],
		["a file URL", "file:///media/sounds/a.mp3", SCHEME],
		["above its folder", "../secret.mp3", INSIDE],
		["a URL with encoded dots", "https://h.test/media/sounds/%2e%2E/a.mp3", INSIDE],
		["a URL with an encoded slash", "https://h.test/media/sounds/a%2Fb.mp3", ENCODED_SLASH],
		["a URL with an encoded backslash", "https://h.test/media/sounds/..%5Ca.mp3", CHARACTERS],
		["a path with a line end", "java\nscript:a.mp3", CHARACTERS],
		["a URL without a scheme", "//h.test/media/sounds/a.mp3", UNDER],
		["a URL elsewhere", "https://h.test/sounds/a.mp3", MARK],
		["a URL with a query", "https://h.test/media/sounds/a.mp3?v=1", QUERY],
		["a folder", "loud/", INSIDE],
		["hidden", "loud/.a.mp3", INSIDE],
		[
			"a URL that is not UTF-8",
			"https://h.test/media/sounds/%E0%A4.mp3",
			'"%E0%A4.mp3" is not percent-encoded UTF-8; write a literal % as %25',
		],
	] as const)("%s: %s", async ([, sound, message]) => {
		const value = JSON.stringify(sound);
		expect(await problemLines({ "clips.ndjson": ndjson(clip({ sound })) })).toEqual([
			`clips.ndjson:1 sound ${value}: ${message}`,
		]);
	});
});

test("images are refused by the same rules, with their own folder in the message", async () => {
	const files = {
		"clips.ndjson": ndjson(clip({ image: "/media/sounds/a.png" })),
	};
	expect(await problemLines(files)).toEqual([
		'clips.ndjson:1 image "/media/sounds/a.png": must be under /media/instants_images/; write a file name, "/media/instants_images/FILE" or a complete URL whose path contains that',
	]);
});

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
