/** Just the media that clips name are published, and their owner is told of the others. */
import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import {
	clip,
	folderWith,
	linesOf,
	ndjson,
	problemLines,
	readRecords,
} from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";

const SVG = "<svg/>";
const page = "<script>alert(1)</script>";
/** The first bytes of a WAV file. */
const WAV = Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1");
/** An empty tag, which may be in front of the sound. */
const ID3 = Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1");

test("in a mirror, what its source did not have is a warning", async () => {
	const mirror = folderWith({
		"crawl/media.ndjson": "",
		"data/a.ndjson": ndjson(
			clip({ sound: "https://h.test/media/sounds/gone.mp3" }),
			clip({ slug: "b", image: "https://h.test/media/instants_images/gone.png" }),
		),
		"data/media/sounds/boom.mp3": MP3,
	});
	const { warnings, records } = await readRecords(`${mirror}/data`, "local");
	expect([records.length, warnings.length]).toEqual([2, 2]);
});

test("remote media are neither checked nor published", async () => {
	const folder = folderWith({
		"a.ndjson": ndjson(clip({ image: "gone.png" })),
		"media/sounds/text.mp3": "no sound",
		"media/sounds/TEXT.mp3": "no sound",
	});
	const { media, warnings } = await readCatalogue(folder, { media: "remote" });
	expect({ media, warnings }).toEqual({ media: [], warnings: [] });
});

test("only media that a clip names are published, and a warning lists the others", async () => {
	const tagged = Buffer.concat([ID3, ID3, MP3]);
	const folder = folderWith({
		"a.ndjson": ndjson(
			clip(),
			clip({ slug: "b", sound: "loud/100% caf\u00e9.mp3", image: "a.png" }),
			clip({ slug: "c", sound: "/media/sounds/boom.mp3" }),
			{ slug: "withdrawn", removed: "2026-11-21" },
		),
		"media/sounds/boom.mp3": MP3,
		"media/sounds/loud/100% caf\u00e9.mp3": tagged,
		"media/sounds/withdrawn.mp3": MP3,
		"media/sounds/page.html": page,
		"media/sounds/PAGE.html": page,
		"media/instants_images/a.png": PNG,
		"media/instants_images/b.svg": SVG,
		"media/other/c.svg": SVG,
	});
	const { media, warnings } = await readCatalogue(folder, { media: "local" });
	expect(linesOf(warnings, folder)).toEqual([
		'media: not published, because no clip names them: "instants_images/b.svg", "sounds/PAGE.html", "sounds/page.html" and 1 more',
	]);
	expect(media).toEqual(
		[
			{ path: "instants_images/a.png", bytes: PNG.length },
			{ path: "sounds/boom.mp3", bytes: MP3.length },
			{ path: "sounds/loud/100% caf\u00e9.mp3", bytes: tagged.length },
		].map(({ path, bytes }) => ({ path, bytes, source: `${folder}/media/${path}` })),
	);
});

describe("what players skip in front of an MP3 is no reason to refuse it:", () => {
	const junk = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) & 127));
	test.for<readonly [string, Uint8Array, boolean]>([
		["zeros", Buffer.alloc(4096), true],
		["too many zeros", Buffer.alloc(4097), false],
		["zeros behind a tag", Buffer.concat([ID3, Buffer.alloc(4096)]), true],
		["junk", junk, true],
		["the end of a frame", MP3.subarray(100, MP3.length / 4), true],
		["a page behind a tag", Buffer.concat([ID3, Buffer.from(page)]), false],
		["a sound of another type", WAV, false],
	])("%s", async ([, before, isFine]) => {
		const sound = Buffer.concat([before, MP3]);
		const files = { "a.ndjson": ndjson(clip()), "media/sounds/boom.mp3": sound };
		expect(await problemLines(files, "local")).toHaveLength(isFine ? 0 : 1);
	});
});
