/** No catalogue is published with sounds that are missing, are not MP3s, or cannot exist on some disks. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { clip, type Files, folderWith, ndjson, problemLines } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";

const MISSING =
	"add the file, correct the name, or build with --media remote if the media are elsewhere";

function convert(file: string, looksLike: string): string {
	return `media/sounds/${file} is not an MP3 but looks like ${looksLike}; convert it, since the API promises MP3`;
}

function broken(file: string): string {
	return `media/sounds/${file} does not begin with two whole MP3 frames; write it again`;
}

function misnamed(path: string, endings: string): string {
	return `media/${path} does not end in ${endings}; convert it, since files of other types, such as SVG, can hold scripts`;
}

const IMAGES = ".png, .jpg, .jpeg, .gif, .webp, .avif";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const FRAME_BYTES = MP3.length / 4;
/** An empty tag, which may be in front of the sound. */
const ID3 = Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1");
/** At 32 kHz, and long enough for two frames. */
const SLOWER_FRAMES = Buffer.concat([Buffer.from([0xff, 0xfb, 0x98, 0]), Buffer.alloc(2000)]);
/** The first bytes of a WAV file. */
const WAV = Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1");

describe("a catalogue is refused with", () => {
	test.for<readonly [string, Files, ...string[]]>([
		[
			"a sound that is not there",
			{ "a.ndjson": ndjson(clip()) },
			`a.ndjson:1 sound "boom.mp3": media/sounds/boom.mp3 does not exist; ${MISSING}`,
		],
		[
			"a sound with a name in different case",
			{ "a.ndjson": ndjson(clip()), "media/sounds/Boom.MP3": MP3 },
			'a.ndjson:1 sound "boom.mp3": media/sounds/boom.mp3 does not exist; there is "sounds/Boom.MP3", so change the spelling',
		],
		[
			"a sound whose accents are stored differently",
			{ "a.ndjson": ndjson(clip({ sound: "caf\u00e9.mp3" })), "media/sounds/cafe\u0301.mp3": MP3 },
			'a.ndjson:1 sound "caf\u00e9.mp3": media/sounds/caf\u00e9.mp3 does not exist; there is "sounds/cafe\u0301.mp3", so change the spelling',
		],
		[
			"names that Windows or a mirror refuses",
			{
				"a.ndjson": ndjson(
					clip({ sound: "what?.mp3", image: 'quote".png' }),
					clip({ slug: "b", sound: "con.mp3" }),
					clip({ slug: "c", sound: "a.php.mp3" }),
					clip({ slug: "d", sound: "package.json/a.mp3" }),
				),
				"media/sounds/what?.mp3": MP3,
				'media/instants_images/quote".png': PNG,
				"media/sounds/con.mp3": MP3,
				"media/sounds/a.php.mp3": MP3,
				"media/sounds/package.json/a.mp3": MP3,
			},
			...[
				["1 image", 'instants_images/quote".png', "cannot be the name of a file on Windows"],
				["1 sound", "sounds/what?.mp3", "cannot be the name of a file on Windows"],
				["2 sound", "sounds/con.mp3", "cannot be the name of a file on Windows"],
				["3 sound", "sounds/a.php.mp3", "would be run or obeyed by a server or a tool"],
				["4 sound", "sounds/package.json/a.mp3", "would be run or obeyed by a server or a tool"],
			].map(
				([at, path = "", fault]) =>
					`a.ndjson:${at} ${JSON.stringify(path.replace(/^\w+\//, ""))}: media/${path} ${fault}; rename it, since mirrors refuse it, and systems and hosts may too`,
			),
		],
		[
			"media on another host that are not here",
			{
				"a.ndjson": ndjson(
					clip({
						sound: "https://b.test/media/sounds/dog%20.mp3",
						image: "https://b.test/x/media/instants_images/BOOM.png",
					}),
				),
				"media/instants_images/boom.png": PNG,
			},
			'a.ndjson:1 sound "dog .mp3": media/sounds/dog .mp3 does not exist; the API would lose the host of "https://b.test/media/sounds/dog%20.mp3"; fetch it with npm run import -- URL, or if all media are there, build with --media remote --media-url https://b.test/media',
			'a.ndjson:1 image "BOOM.png": media/instants_images/BOOM.png does not exist; there is "instants_images/boom.png", so change the spelling',
		],
		[
			"sounds of two hosts that would be one file here",
			{
				"a.ndjson": ndjson(
					clip(),
					clip({ slug: "b", sound: "https://b.test/media/sounds/boom.mp3" }),
					clip({ slug: "c", sound: "/media/sounds/boom.mp3" }),
				),
				"media/sounds/boom.mp3": MP3,
			},
			'a.ndjson:2 sound "boom.mp3": media/sounds/boom.mp3 stands for a file of b.test here, and for one of this site in another record; give one of the files another name, or write both values alike (see also a.ndjson:1)',
		],
		[
			"sounds that differ only in case",
			{
				"a.ndjson": ndjson(clip(), clip({ slug: "two", sound: "BOOM.mp3" })),
				"media/sounds/boom.mp3": MP3,
				"media/sounds/BOOM.mp3": MP3,
			},
			'media/sounds/boom.mp3: differs from "sounds/BOOM.mp3" only in case or in how accents are stored; many file systems cannot hold both, so rename one',
		],
		[
			"sounds that are not MP3s, with one line per file",
			{
				"a.ndjson": ndjson(
					clip({ sound: "wave.mp3" }),
					clip({ slug: "b", sound: "text.mp3" }),
					clip({ slug: "c", sound: "empty.mp3" }),
					clip({ slug: "d", sound: "wave.mp3" }),
					clip({ slug: "e", sound: "https://h.test/media/sounds/url.mp3" }),
					clip({ slug: "f", sound: "layer2.mp3" }),
				),
				"media/sounds/layer2.mp3": MP3.with(1, 0xfd),
				"media/sounds/wave.mp3": WAV,
				"media/sounds/text.mp3": "boom",
				"media/sounds/empty.mp3": "",
				"media/sounds/url.mp3": WAV,
			},
			`a.ndjson:1 sound "wave.mp3": ${convert("wave.mp3", "audio/wav")}`,
			`a.ndjson:2 sound "text.mp3": ${convert("text.mp3", "an unknown type")}`,
			`a.ndjson:3 sound "empty.mp3": media/sounds/empty.mp3 is empty; copy it again, or leave it out`,
			`a.ndjson:5 sound "url.mp3": ${convert("url.mp3", "audio/wav")}`,
			`a.ndjson:6 sound "layer2.mp3": ${convert("layer2.mp3", "mp2")}`,
		],
		[
			"sounds that only begin like MP3s",
			{
				"a.ndjson": ndjson(
					clip({ sound: "page.mp3" }),
					clip({ slug: "b", sound: "header.mp3" }),
					clip({ slug: "c", sound: "cut.mp3" }),
					clip({ slug: "d", sound: "mixed.mp3" }),
					clip({ slug: "e", sound: "tags.mp3" }),
				),
				"media/sounds/tags.mp3": Buffer.concat([...Array(30_000).fill(ID3), MP3]),
				"media/sounds/page.mp3": Buffer.concat([ID3, Buffer.from("<script>alert(1)</script>")]),
				"media/sounds/header.mp3": MP3.subarray(0, FRAME_BYTES + 4),
				"media/sounds/cut.mp3": MP3.subarray(0, 2 * FRAME_BYTES - 1),
				"media/sounds/mixed.mp3": Buffer.concat([MP3.subarray(0, FRAME_BYTES), SLOWER_FRAMES]),
			},
			`a.ndjson:1 sound "page.mp3": ${convert("page.mp3", "an unknown type")}`,
			`a.ndjson:2 sound "header.mp3": ${broken("header.mp3")}`,
			`a.ndjson:3 sound "cut.mp3": ${broken("cut.mp3")}`,
			`a.ndjson:4 sound "mixed.mp3": ${broken("mixed.mp3")}`,
			`a.ndjson:5 sound "tags.mp3": ${convert("tags.mp3", "an unknown type")}`,
		],
		[
			"media that hosts would take for something else, or that may hold scripts",
			{
				"a.ndjson": ndjson(
					clip({ sound: "page.html", image: "a.svg" }),
					clip({ slug: "b", sound: "noname", image: "b.html" }),
					clip({ slug: "c", sound: "x.MP3", image: "svg.PNG" }),
					clip({ slug: "d", sound: "x.MP3", image: "png.webp" }),
					clip({ slug: "e", sound: "x.MP3", image: "cut.png" }),
					clip({ slug: "f", sound: "x.MP3", image: "text.jpeg" }),
				),
				"media/sounds/page.html": MP3,
				"media/sounds/noname": MP3,
				"media/sounds/x.MP3": MP3,
				"media/instants_images/a.svg": SVG,
				"media/instants_images/b.html": PNG,
				"media/instants_images/svg.PNG": `<?xml version="1.0"?>${SVG}`,
				"media/instants_images/png.webp": PNG,
				"media/instants_images/cut.png": PNG.subarray(0, -1),
				"media/instants_images/text.jpeg": "boom",
			},
			`a.ndjson:1 image "a.svg": ${misnamed("instants_images/a.svg", IMAGES)}`,
			`a.ndjson:1 sound "page.html": ${misnamed("sounds/page.html", ".mp3")}`,
			`a.ndjson:2 image "b.html": ${misnamed("instants_images/b.html", IMAGES)}`,
			`a.ndjson:2 sound "noname": ${misnamed("sounds/noname", ".mp3")}`,
			'a.ndjson:3 image "svg.PNG": media/instants_images/svg.PNG is not a real PNG but looks like SVG or a web page; convert it, or get the picture itself',
			'a.ndjson:4 image "png.webp": media/instants_images/png.webp looks like image/png, which its name does not say; convert or rename it',
			'a.ndjson:5 image "cut.png": media/instants_images/cut.png is not a whole PNG; copy or convert it again',
			'a.ndjson:6 image "text.jpeg": media/instants_images/text.jpeg is not a real JPG; convert it, or get the picture itself',
		],
	])("%s", async ([, files, ...said]) => {
		expect(await problemLines(files, "local")).toEqual(said);
	});
});

test.for(["media", "media/sounds", "media/instants_images", "media/instants_images media/sounds"])(
	"folders of media that are links are refused, and nothing else is said: %s",
	async (list) => {
		const links = list.split(" ");
		const folder = folderWith({ "a.ndjson": ndjson(clip()), "away/boom.mp3": MP3 });
		for (const path of links) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			symlinkSync(join(folder, "away"), join(folder, path));
		}
		expect(await problemLines(folder, "local")).toEqual(
			links.map(
				(path) =>
					`${path}: is a symbolic link; put the folder itself there, or build with --media remote`,
			),
		);
	},
);

test("media of a clip with other problems are checked in the same run", async () => {
	const faulty = clip({ slug: "Bad Slug", sound: "gone.mp3" });
	const lines = await problemLines({ "a.ndjson": ndjson(faulty) }, "local");
	expect(lines.join("\n")).toContain('slug "Bad Slug"');
	expect(lines.join("\n")).toContain("media/sounds/gone.mp3 does not exist");
});
