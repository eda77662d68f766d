/** The names, slugs, colours and order that an import gives to clips. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipCredit, clipName } from "../../scripts/authoring/clip-name.ts";
import { inNaturalOrder } from "../../scripts/authoring/found-sounds.ts";
import { colorAt, PALETTE } from "../../scripts/authoring/import-plan.ts";
import { slugOf, standsFor, takeSlug } from "../../scripts/authoring/slug.ts";
import { instantSchema } from "../../scripts/catalogue/record-schema.ts";
import { contrast } from "../fixtures/contrast.ts";

const { name: nameSchema, slug: slugSchema } = instantSchema.shape;

describe("the name of a clip", () => {
	test.for<readonly [string, string | undefined, string]>([
		["01 - air_horn.mp3", "Air Horn", "Air Horn"],
		["Boom.mp3.mp3", undefined, "Boom"],
		["Boom.MP3.wav", undefined, "Boom"],
		["Vine Boom [_vBVGjFdwk4].mp3", "Boom [_vBVGjFdwk4]", "Boom [_vBVGjFdwk4]"],
		["air-horn-sound1.mp3", undefined, "air-horn-sound1"],
		["Sound-SpongeBob02.mp3", undefined, "Sound-SpongeBob02"],
		["drum-1-2-3-4-5-6.mp3", undefined, "drum-1-2-3-4-5-6"],
		["a.mp3", "y2mate.com - Boom", "Boom"],
		["a.mp3", "°®ÄãÒ»ÍòÄê", "a"],
		["a.mp3", "CafÃ© crÃ¨me", "a"],
		["a.mp3", "«Olé»", "«Olé»"],
		["a.mp3", "»Spaß«", "»Spaß«"],
		["a.mp3", "Santé\u00a0!", "Santé !"],
		["a.mp3", "Café à la crème", "Café à la crème"],
		["a.mp3", "\ue000", "a"],
		["a.mp3", "https://example.com/boom", "a"],
		["a.mp3", "boom.mp3", "a"],
		["a.mp3", "Untitled", "a"],
		["a.mp3", "Track 01", "a"],
		["808-kick.mp3", undefined, "808-kick"],
		["01.mp3", undefined, "01"],
		["e\u0301.v2.mp3", undefined, "é.v2"],
		["a\r\nb\u0007c.mp3", undefined, "a b c"],
		["\u200b.mp3", "\u200b", "Untitled"],
		["a.mp3", "Boom \u202e3pm.exe", "Boom 3pm.exe"],
		["a.mp3", `${"x".repeat(999)}😀`, "x".repeat(999)],
		["a.mp3", "long ".repeat(201), "long ".repeat(200).trim()],
	])("from the file %j with the title %j is %j", ([file, title, name]) => {
		expect(clipName(title, file)).toBe(name);
	});

	test.for([
		["Vine%20Boom.mp3", "Vine Boom"],
		["100%.mp3", "100%"],
		["50%ff.mp3", "50%ff"],
		["Vine+boom+sound.mp3", "Vine boom sound"],
		["Boom + echo.mp3", "Boom + echo"],
		["C++.mp3", "C++"],
		["1+1.mp3", "1+1"],
		["387533__soundholder__drum-roll-01.mp3", "drum-roll-01"],
		["y2mate.com - Windows XP Startup Sound.mp3", "Windows XP Startup Sound"],
		["yt1s.io_-_Boom_[_vBVGjFdwk4].mp3", "Boom"],
		["[SPOTIFYDOWN.COM] Boom.mp3", "Boom"],
		["y2mate.com - .mp3", "y2mate.com -"],
		["Dr.Dre - Boom.mp3", "Dr.Dre - Boom"],
		["Boom [PERFORMANCE].mp3", "Boom [PERFORMANCE]"],
		["Boom [Performance].mp3", "Boom [Performance]"],
		["vine_boom_KT89XIq.mp3", "vine boom"],
		["boom_aBcDeFg.mp3", "boom"],
		["loud_Airhorn.mp3", "loud Airhorn"],
		["01 - air_horn.mp3", "air horn"],
		["12. Drum Roll.mp3", "Drum Roll"],
		["03_boing.MP3", "boing"],
	] as const)("from the file %j is %j, without what sites and programs add", ([file, name]) => {
		expect(clipName(undefined, file)).toBe(name);
	});

	test("from a Freesound file leaves the credit to the description", () => {
		expect(clipCredit("387533__sound_holder__drum-roll-01.mp3")).toBe(
			"By sound_holder, https://freesound.org/s/387533/",
		);
		expect(clipCredit("387533_soundholder.mp3")).toBeUndefined();
	});

	test("is valid in a record, whatever the file and its title", () => {
		const text = fc.string({ unit: "binary", maxLength: 1200 });
		fc.assert(
			fc.property(fc.option(text, { nil: undefined }), text, (title, file) => {
				expect(nameSchema.safeParse(clipName(title, file)).success).toBe(true);
			}),
			{ numRuns: 50 },
		);
	});
});

describe("the slug", () => {
	test.for([
		["Air Horn", "air-horn"],
		["Don’t panic!", "dont-panic"],
		["Łódź straße", "lodz-strasse"],
		["日本 ボタン", "ri-ben-botan"],
		["🎉", "clip"],
		["!!!", "clip"],
		["NUL", "nul-clip"],
		[`${"word ".repeat(40)}`, "word-".repeat(16).slice(0, -1)],
		["x".repeat(300), "x".repeat(80)],
	])("from %j is %j", ([name, slug]) => {
		expect(slugOf(name as string)).toBe(slug);
	});

	test.each([200, 198, 20])(
		"gets a number that fits if one of %i characters is taken",
		(length) => {
			const slug = "x".repeat(length);
			const slugs = new Set([slug]);
			const taken = Array.from({ length: 12 }, () => takeSlug(slugs, slug));
			expect(new Set([slug, ...taken]).size).toBe(13);
			expect(taken.every((own) => slugSchema.safeParse(own).success)).toBe(true);
			expect(taken.every((own) => standsFor(own, slug))).toBe(true);
		},
	);

	test.each([
		["boom", "boom", true],
		["boom-2", "boom", true],
		["boom-2", "boom-2", true],
		["boom-x", "boom", false],
		["boom2", "boom", false],
		["boom", "boom-2", false],
	])("%s stands for %s: %s", (taken, wanted, does) => {
		expect(standsFor(taken, wanted)).toBe(does);
	});

	test("is valid in a record, and never the same twice, whatever the names", () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 30 }), (names) => {
				const slugs = new Set(["clip", "clip-2"]);
				const taken = [...names, ...names].map((name) => takeSlug(slugs, slugOf(name)));
				expect(taken.every((slug) => slugSchema.safeParse(slug).success)).toBe(true);
				expect(new Set(["clip", "clip-2", ...taken]).size).toBe(taken.length + 2);
			}),
		);
	});
});

test("every colour stands out from a light and a dark page", () => {
	for (const color of PALETTE) {
		for (const page of ["f7f4ef", "16161d"]) {
			expect(contrast(color, page), color).toBeGreaterThanOrEqual(3);
		}
	}
	expect(colorAt(PALETTE.length)).toBe(colorAt(0));
});

test("numbers in the names of folders and files are compared as numbers", () => {
	const sorted = [
		..."1/9.mp3|1/10.mp3|2.mp3|2/1.mp3|10/02.mp3|10/2.mp3|10/10.mp3".split("|"),
		..."ä.mp3|B.mp3|boom.mp3|boom 2.mp3|boom 10.mp3|boom-1.mp3".split("|"),
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (paths) => {
			expect(inNaturalOrder(paths)).toEqual(sorted);
		}),
	);
});
