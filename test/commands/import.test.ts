/** The output and the exit codes of `import`. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { folderWith, twoClips, writeFiles } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { longMp3, MP3, PADDING, taggedMp3 } from "../fixtures/mp3.ts";
import type { Ended } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { liveApi } from "../mirror/live-api.ts";
import { release, sound } from "../mirror/releases.ts";

const live = await liveApi();

/** Samples of 16 bits, 8,000 a second, as a WAV file. */
function wav(samples: Buffer): Buffer {
	const header = Buffer.from("RIFF....WAVEfmt ....................data....", "latin1");
	header.writeUInt32LE(36 + samples.length, 4);
	for (const [i, value] of [16, 0x10001, 8000, 16_000, 0x100002].entries()) {
		header.writeUInt32LE(value, 16 + 4 * i);
	}
	header.writeUInt32LE(samples.length, 40);
	return Buffer.concat([header, samples]);
}

/** The lines of the clips that were added. */
const added = (cwd: string): string[] =>
	readFileSync(join(cwd, "data/a.ndjson"), "utf8").trimEnd().split("\n").slice(2);

describe("import", () => {
	test("says what it adds, what is there already, and what was taken out", async () => {
		const cwd = twoClips();
		writeFiles(cwd, { "sounds/air_horn.mp3": taggedMp3({}), "sounds/b.mp3": MP3 });
		const clips = '1 clip to data/a.ndjson\n  air-horn "air horn" from sounds/air_horn.mp3\n';
		const said = (stdout: string): Ended => ({ code: 0, stdout, stderr: "" });
		const before = filesIn(cwd);
		expect(await call("import", ["sounds", "--dry-run"], { cwd })).toEqual(
			said(`Would add ${clips}Already there: 1\n    sounds/b.mp3 is the sound of b\n`),
		);
		expect(filesIn(cwd)).toEqual(before);
		expect(await call("import", ["sounds"], { cwd })).toEqual(
			said(`Added ${clips}Already there: 1\n    sounds/b.mp3 is the sound of b\n`),
		);
		await call("remove", ["b"], { cwd });
		expect(await call("import", ["sounds"], { cwd })).toEqual(
			said(`Added 0 clips to data/a.ndjson
Already there: 1
    sounds/air_horn.mp3 is the sound of air-horn
Not added, because their clips were removed; to add one, take sha256 out of its removal record, and its file out of media/:
  sounds/b.mp3
`),
		);
	});

	test("takes the clips of a live server, and says what it does not have", async () => {
		live.reset();
		const { media, server } = live;
		const cwd = twoClips();
		expect(await call("import", [server.origin, "--dry-run"], { cwd })).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(
				/^Would add 5 clips to data\/a\.ndjson\n {2}clip-0 "Clip .* from clip-0\n/,
			),
		});
		media.delete("media/sounds/clip-1 é.mp3");
		const ended = await call("import", [server.origin], { cwd });
		expect(ended).toMatchObject({ code: 6, stdout: expect.stringMatching(/^Added 4 clips /) });
		expect(ended.stderr).toMatch(
			/^Left out, because .* \(1\):\n {4}clip-1: http.*clip-1%20%C3%A9\.mp3: .*404\n$/,
		);
		expect(added(cwd)).toHaveLength(4);
		media.delete("media/instants_images/a ü#1.png");
		live.change(0, { name: "", color: "?" });
		const gaps = await call("import", [server.origin, "--dry-run"], { cwd: twoClips() });
		expect(gaps.stdout).toMatch(
			/\nOf 5 clips: 3 added, 0 already there, 0 removed before, 2 left out\n$/,
		);
		expect(gaps.stderr).toMatch(
			/^Left out, .* \(2\):\n {4}page 1 clip 1 "clip-0": name.*; color.*\n {4}clip-1: http.*\nAdded without their image \(3\):\n {4}clip-2: http.*\n {4}clip-3.*\n {4}clip-4.*\n$/,
		);
	});

	test("takes values that other servers write in another way, with a note", async () => {
		live.reset();
		for (const clip of [0, 1, 2, 3]) live.change(clip, { image: "" });
		live.change(1, { color: "#aBcDeF", duration: "3.1", gain: "-2" });
		const cwd = twoClips();
		const { code, stderr } = await call("import", [live.server.origin], { cwd });
		expect({ code, stderr }).toEqual({
			code: 0,
			stderr: `instants: an empty "image" is taken for no image (clips: "clip-0", "clip-1", "clip-2" and 1 more)
instants: "color" is taken without its "#" (clips: "clip-1")
instants: "duration" is taken as a number (clips: "clip-1")
instants: "gain" is taken as a number (clips: "clip-1")
`,
		});
		expect(JSON.parse(added(cwd)[1] ?? "")).toMatchObject({
			color: "aBcDeF",
			duration: 3.1,
			gain: -2,
		});
	});

	test("takes the clips of a published tree, whose host runs no code", async () => {
		live.reset();
		const { folder } = await release(["boom", "gong"]);
		live.server.serves = folder;
		const cwd = twoClips();
		const ended = await call("import", [`${live.server.origin}/index.html`], { cwd });
		expect(ended).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Added 2 clips to .*\n {2}clip-0 "boom" from clip-0\n/),
		});
		expect(readFileSync(join(cwd, "data/media/sounds/gong.mp3"))).toEqual(sound("gong 1"));
		expect(await call("check", ["--media", "remote", "--json"], { cwd })).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(
				/^\{"clips":4,"removed":0,"problems":\[\],"warnings":\[\]\}\n$/,
			),
		});
	});

	test.for<readonly [number, string, string[]]>([
		[2, "import a URL by itself", ["http://a.test", "sounds"]],
		[2, "--skip: is for folders; ", ["https://h.test", "--skip"]],
		// A server that is down is asked again for many seconds; this one says that there is nothing.
		[1, `${live.server.origin}/nowhere/`, [`${live.server.origin}/nowhere/`]],
	])("ends with exit code %i: %s", async ([code, said, args]) => {
		live.reset();
		const ended = await call("import", args, { cwd: twoClips() });
		expect(ended).toMatchObject({ code, stdout: "" });
		expect(ended.stderr).toContain(said);
	});

	test("converts other sounds with ffmpeg, and says so where there is none", async () => {
		const cwd = twoClips();
		const seconds = Buffer.alloc(2 * 8000);
		const others = { "a/Air_Horn.wav": wav(seconds), "a/Wave.mp3": wav(Buffer.alloc(8000)) };
		const sounds = { "a/Beep.mp3": MP3, "a/Copy.wav": taggedMp3({}), "a/none.flac": "no sound" };
		writeFiles(cwd, { ...others, ...sounds });
		const before = filesIn(cwd);
		const without = await call("import", ["a", "--convert"], { cwd, env: { PATH: "" } });
		expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("needs ffmpeg") });
		expect(filesIn(cwd)).toEqual(before);
		if (spawnSync("ffmpeg", ["-version"]).status !== 0) return;
		const { stdout, stderr } = await call("import", ["a", "--convert", "--skip"], { cwd });
		const listed = stdout.matchAll(/^ {2}([\w-]+) .* from (.*)$/gm);
		expect(Array.from(listed, ([, slug, file]) => [slug, file])).toEqual([
			["air-horn", "a/Air_Horn.wav"],
			["copy", "a/Copy.wav"],
			["wave", "a/Wave.mp3"],
		]);
		expect(stderr).toMatch(/^Left out, .*:\n {4}a\/none\.flac: cannot be converted \(ffmpeg: /);
		expect(JSON.parse(added(cwd)[0] ?? "")).toMatchObject({
			sound: "air-horn.mp3",
			duration: expect.closeTo(1, 1),
		});
	});

	test("finds a missing catalogue before the first request", async () => {
		live.reset();
		const ended = await call("import", [live.server.origin], { cwd: folderWith({}) });
		expect(ended).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("data: is not a folder"),
		});
		expect(live.server.requests).toEqual([]);
	});

	test("adds a sound that it cannot measure, and says so", async () => {
		const cwd = twoClips();
		writeFiles(cwd, { "a/all padding.mp3": PADDING, "a/long.mp3": longMp3(5.3) });
		const { code, stdout, stderr } = await call("import", ["a"], { cwd });
		expect(code).toBe(1);
		expect(stdout).toMatch(/^Added 2 clips /);
		expect(stderr).toMatch(
			/^warning: not measured: a\/all padding\.mp3: no sound can be decoded from it; .*\n$/,
		);
		const [padding, long] = added(cwd);
		expect(padding).not.toContain("duration");
		expect(JSON.parse(long ?? "")).toMatchObject({ duration: expect.closeTo(5.3, 1) });
	});

	test("ends with exit code 1 and all problems, and writes nothing", async () => {
		const cwd = twoClips();
		writeFiles(cwd, {
			"a/good.mp3": MP3,
			"a/page.mp3": "<!doctype html><html>",
			"a/zeros.mp3": Buffer.concat([Buffer.alloc(5000), MP3]),
			"a/cut.mp3": MP3.subarray(0, 500),
			"a/empty.mp3": "",
			"a/it's.wav": wav(Buffer.alloc(100)),
			"a/named.mp3": wav(Buffer.alloc(100)),
			"a/picture.mp3": PNG,
			"a/twice.ogg": "",
			"a/twice.mp3": taggedMp3({}),
		});
		const before = filesIn(cwd);
		expect(await call("import", ["a", "b"], { cwd })).toEqual({
			code: 1,
			stdout: "",
			stderr: `a/cut.mp3: does not begin with two whole MP3 frames; write it again
a/empty.mp3: is empty; copy it again, or leave it out
a/it's.wav: is not an MP3 but looks like audio/wav; convert it with --convert, since the API promises MP3
a/named.mp3: is not an MP3 but looks like audio/wav; convert it with --convert, since the API promises MP3
a/page.mp3: is not an MP3 but looks like a web page; download the sound itself, or leave it out
a/picture.mp3: is not an MP3 but looks like image/png; convert it, since the API promises MP3
a/zeros.mp3: does not begin with two whole MP3 frames; write it again
b: is not there, or its name is not UTF-8; correct the name

8 problems; nothing was written; with --skip, these are left out.
`,
		});
		expect(filesIn(cwd)).toEqual(before);
		const { code, stdout, stderr } = await call("import", ["a", "b", "--skip"], { cwd });
		expect({ code, stdout }).toEqual({
			code: 6,
			stdout: `Added 1 clip to data/a.ndjson
  twice "twice" from a/twice.mp3
Already there: 1
    a/good.mp3 is the sound of b
`,
		});
		expect(stderr).toMatch(
			/^Left out, because they cannot be imported \(8\):\n {4}a\/cut.mp3: does not begin /,
		);
		expect(stderr.split("\n    ")).toHaveLength(9);
	});
});
