/** The messages for the catalogues in problems.txt, which explains its format. */
import { expect, test } from "vitest";
import {
	clip,
	type Files,
	folderWith,
	linesOf,
	ndjson,
	problemLines,
	readRecords,
	slugsOf,
} from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3, withTags } from "../fixtures/mp3.ts";
import { casesOf, writeLines } from "../fixtures/written-cases.ts";

const FRAME_BYTES = MP3.length / 4;
/** An empty ID3 tag, which may come before the audio. */
const ID3 = Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1");
/** MP3 audio at 32 kHz, long enough for two frames. */
const SLOWER_FRAMES = Buffer.concat([Buffer.from([0xff, 0xfb, 0x98, 0]), Buffer.alloc(2000)]);
/** The first bytes of a WAV file. */
const WAV = Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1");
const PAGE = Buffer.from("<script>alert(1)</script>");
const JUNK = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) & 127));

const CONTENTS: Files = {
	nothing: "",
	text: "boom",
	"UTF-16": Buffer.from(`\ufeff${ndjson(clip(), clip({ slug: "b" }))}`, "utf16le"),
	MP3,
	PNG,
	WAV,
	MP2: MP3.with(1, 0xfd),
	SVG: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
	"a page after a tag": Buffer.concat([ID3, PAGE]),
	"a frame and a header": MP3.subarray(0, FRAME_BYTES + 4),
	"a frame and most of another": MP3.subarray(0, 2 * FRAME_BYTES - 1),
	"frames of two sounds": Buffer.concat([MP3.subarray(0, FRAME_BYTES), SLOWER_FRAMES]),
	"an MP3 after 30,000 tags": Buffer.concat([...Array(30_000).fill(ID3), MP3]),
	"a Git LFS pointer": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`,
	"an MP3 with 99,999 bytes of tags": withTags(99_999, MP3),
	"an MP3 with 100,000 bytes of tags": withTags(100_000, MP3),
	"an MP3 after 4,096 zeros": Buffer.concat([Buffer.alloc(4096), MP3]),
	"an MP3 after 4,097 zeros": Buffer.concat([Buffer.alloc(4097), MP3]),
	"an MP3 after junk": Buffer.concat([JUNK, MP3]),
	"an MP3 after the end of a frame": Buffer.concat([MP3.subarray(100, FRAME_BYTES), MP3]),
	"an MP3 after a tag and zeros": Buffer.concat([ID3, Buffer.alloc(4096), MP3]),
	"an MP3 after a tag and a page": Buffer.concat([ID3, PAGE, MP3]),
	"an MP3 after a WAV": Buffer.concat([WAV, MP3]),
};

/** The messages for a folder, with paths relative to it. */
async function printed(folder: string, media: "local" | "remote"): Promise<string[]> {
	const problems = await problemLines(folder, media);
	if (problems.length > 0) return problems;
	const read = await readRecords(folder, media);
	const warnings = linesOf(read.warnings, folder).map((line) => line.replace(folder, "."));
	return [
		["clips:", ...slugsOf(read)].join(" "),
		...(media === "local" ? [["media:", ...read.media.map(({ path }) => path)].join(" ")] : []),
		...warnings.map((line) => `warning: ${line}`),
	];
}

test.for(casesOf("test/catalogue/problems.txt"))("%s", async ([, ...lines]) => {
	const said = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
	const data = lines.filter((line) => !line.startsWith("> "));
	const media = data.some((line) => line.startsWith("media")) ? "local" : "remote";
	const folder = folderWith({});
	writeLines(folder, data, CONTENTS);
	expect(await printed(folder, media)).toEqual(said);
});
