/** The measured lengths and loudness of MP3s of all kinds match those that FFmpeg finds. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { measured } from "../../scripts/sound/measures.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { binaryOf, FFMPEG, skipping } from "../hosts/tools.ts";

test("silence has a length and no gain, and a file without sound has neither", async () => {
	const files = { "silent.mp3": MP3, "none.mp3": Buffer.alloc(5000) };
	const folder = folderWith(files);
	const silent = await measured(join(folder, "silent.mp3"));
	expect(silent).toEqual({ duration: 0.104 });
	expect(await measured(join(folder, "none.mp3"))).toBeUndefined();
});

test("measuring a truncated sound does not affect how the next sound is measured", async () => {
	const bonk = readFileSync("data/media/sounds/bonk.mp3");
	const folder = folderWith({ "a.mp3": bonk, "b.mp3": bonk.subarray(0, bonk.length / 2) });
	const first = await measured(join(folder, "a.mp3"));
	await measured(join(folder, "b.mp3"));
	expect(await measured(join(folder, "a.mp3"))).toEqual(first);
});

test("an impossibly loud file gets the least gain that records may have", async () => {
	const bytes = readFileSync("data/media/sounds/bonk.mp3");
	const [firstFrame, frameLength, header] = [127, 216, 4];
	// The gain of both granules, in bits of the side information: global_gain of ISO 11172-3, 2.4.1.7.
	for (let frame = firstFrame; frame < bytes.length; frame += frameLength) {
		for (const gain of [39, 98]) {
			for (let bit = (frame + header) * 8 + gain, end = bit + 8; bit < end; bit++) {
				bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
			}
		}
	}
	const folder = folderWith({ "loud.mp3": bytes });
	expect(await measured(join(folder, "loud.mp3"))).toEqual({ duration: 0.216, gain: -60 });
});

const { skip, title } = skipping(FFMPEG);

describe.skipIf(skip)(title, () => {
	const ffmpeg = binaryOf(FFMPEG) ?? "";
	const folder = temporaryFolder();

	/** The loudness that FFmpeg measures, where mono counts as played on both speakers. */
	function heard(file: string): { duration: number; loudness: number } {
		const args = ["-nostats", "-i", file, "-af", "ebur128=dualmono=true", "-f", "null", "-"];
		const { stderr } = spawnSync(ffmpeg, args, { encoding: "utf8" });
		const pcm = ["-v", "error", "-i", file, "-ac", "1", "-ar", "48000", "-f", "s16le", "-"];
		const { length } = execFileSync(ffmpeg, pcm, { maxBuffer: 1e9 });
		const [, loudness] = /I: +(-?[\d.]+) LUFS\s+Threshold/.exec(stderr) ?? [];
		return { duration: length / 2 / 48_000, loudness: Number(loudness) };
	}

	/** A file of noise, encoded by FFmpeg. */
	function made(name: string, ...args: readonly string[]): string {
		const file = join(folder, `${name}.mp3`);
		const source = "anoisesrc=duration=1.7:color=pink:amplitude=0.4:seed=1";
		execFileSync(ffmpeg, ["-v", "error", "-f", "lavfi", "-i", source, ...args, file]);
		return file;
	}

	test.for<readonly [string, ...string[]]>([
		["stereo", "-ac", "2", "-ar", "44100", "-b:a", "192k"],
		["one channel", "-ac", "1", "-ar", "44100", "-b:a", "64k"],
		["variable", "-ac", "2", "-ar", "48000", "-q:a", "4"],
		["MPEG-2", "-ac", "1", "-ar", "22050", "-b:a", "32k"],
		["MPEG-2.5", "-ac", "1", "-ar", "8000", "-b:a", "8k"],
		["without the tag of LAME", "-ac", "2", "-ar", "32000", "-write_xing", "0"],
		["quiet", "-ac", "2", "-ar", "44100", "-af", "volume=-30dB"],
		[
			"longer than is read at once",
			"-ac",
			"2",
			"-ar",
			"48000",
			"-b:a",
			"320k",
			"-af",
			"aloop=3:81600",
		],
	])("a sound that is %s", async ([name, ...args]) => {
		const file = made(name, ...args);
		const { duration, loudness } = heard(file);
		const measures = await measured(file);
		expect(Math.abs((measures?.duration ?? 0) - duration)).toBeLessThanOrEqual(0.026);
		// FFmpeg prints tenths.
		expect(Math.abs(-18 - (measures?.gain ?? 0) - loudness)).toBeLessThanOrEqual(0.15);
	});

	test("the sounds of the sample catalogue", async () => {
		const sounds = readdirSync("data/media/sounds").filter((_, i) => i % 20 === 0);
		for (const sound of sounds) {
			const file = join("data/media/sounds", sound);
			const { duration, loudness } = heard(file);
			const measures = await measured(file);
			expect(Math.abs((measures?.duration ?? 0) - duration), sound).toBeLessThanOrEqual(0.026);
			// FFmpeg cannot measure less than 400 ms.
			if (duration < 0.4) continue;
			expect(Math.abs(-18 - (measures?.gain ?? 0) - loudness), sound).toBeLessThanOrEqual(0.15);
		}
	});
});
