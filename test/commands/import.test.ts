/** The output and the exit codes of `import`. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { liveApi } from "../authoring/live-api.ts";
import { call } from "../fixtures/command-call.ts";
import { folderWith, readRecords, twoClips, writeFiles } from "../fixtures/data-folder.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { respond } from "../fixtures/respond.ts";
import { start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { sound } from "../mirror/releases.ts";

const live = await liveApi();

/** Returns a WAV file of 16-bit samples, at 8 kHz. */
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
	test("adds the clips of a live server, and reports what the server lacks", async () => {
		live.reset();
		const { media, server } = live;
		const cwd = twoClips();
		expect(await call("import", [`${server.origin}/docs/`, "--dry-run"], { cwd })).toMatchObject({
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
		expect(gaps.stderr).toMatch(
			/^Left out, .* \(2\):\n {4}page 1 clip 1 "clip-0": name.*; color.*\n {4}clip-1: http.*\nAdded without their image \(3\):\n {4}clip-2: http.*\n {4}clip-3.*\n {4}clip-4.*\n$/,
		);
	});

	test("adds clips with every field and file as on the server, except for the host", async () => {
		live.reset();
		const { media, rows, server } = live;
		for (let i = 5; i < 12; i++) live.add();
		// Two clips share a file, and two files are equal.
		live.change(1, { sound: Object(rows[2]).sound });
		media.set("media/sounds/deep/air horn_KT89XIq.mp3", sound("clip-4"));
		const equal = `${server.origin}/media/sounds/deep/air%20horn_KT89XIq.mp3`;
		live.change(3, { sound: equal, color: "aBcDeF", image: null, tags: "loud, short" });
		live.change(5, { slug: "clip_5", description: 'Line\r\n"end" <b>', duration: 5, gain: -5 });
		const cwd = folderWith({ "data/clips.json": "[]" });
		const ended = await call("import", [server.origin], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).not.toContain("Changed");
		const base = "https://new.test";
		expect(await call("build", ["--base-url", base], { cwd })).toMatchObject({ code: 0 });
		const answered: unknown[] = [];
		for (let url: string | null = `${base}/api/v1/instants/`; url !== null; ) {
			const page = await (await respond({ url }, folderAsset(join(cwd, "dist")))).json();
			answered.push(...page.results);
			url = page.next;
		}
		const moved: Instant[] = JSON.parse(JSON.stringify(rows).replaceAll(server.origin, base));
		// The sounds of clips without a duration are measured.
		expect(answered).toEqual(moved.map((row) => ({ ...row, duration: row.duration ?? 0.104 })));
		for (const link of moved.flatMap(({ sound, image }) => [sound, image ?? sound])) {
			const file = decodeURIComponent(link.slice(base.length + 1));
			expect(readFileSync(join(cwd, "dist", file)), file).toEqual(media.get(file));
		}
	});

	test("adds nothing twice, and reports what differs at the source", async () => {
		live.reset();
		const cwd = twoClips();
		await call("import", [live.server.origin], { cwd });
		live.change(0, { color: "00FF00", description: "" });
		live.rows.splice(1, 1);
		expect(await call("import", [live.server.origin], { cwd })).toEqual({
			code: 0,
			stderr: "",
			stdout: `Added 0 clips to data/a.ndjson
Already there: 4
Different at the source, and not changed (source → here):
  clip-0  color  "00FF00" → "FF8800"
  clip-0  description  none → "Line\\u{2028}end"
Not at the source, and kept in data/a.ndjson: 3
    boom
    b
    clip-1
`,
		});
	});

	test("keeps what it added if it is killed, and the next import requests only the rest", async () => {
		live.reset();
		const { media, rows, server } = live;
		for (let i = 5; i < 120; i++) live.add();
		const cwd = folderWith({ "data/.keep": "" });
		const running = start("import", [server.origin], { cwd, env: { TMPDIR: cwd } });
		let sounds = 0;
		server.before = ({ path }) => {
			if (path.startsWith("media/sounds/") && ++sounds === 110) running.process.kill("SIGKILL");
		};
		expect(await running.ended).toMatchObject({ code: null });
		const records = async () => (await readRecords(join(cwd, "data"), "local")).records;
		expect(await records()).toHaveLength(100);
		server.reset();
		expect(await call("import", [server.origin], { cwd })).toMatchObject({ code: 0 });
		const rest = [...media.keys()].filter((path) => /-1[01]\d /.test(path));
		expect(live.mediaRequests.filter((path) => /sounds/.test(path)).toSorted()).toEqual(
			rest.sort(),
		);
		expect((await records()).map(({ slug }) => slug)).toEqual(rows.map((row) => Object(row).slug));
	});

	test("says that it keeps what it added if it is stopped", async () => {
		live.reset();
		const running = start("import", [live.server.origin], { cwd: twoClips() });
		live.server.before = ({ path }) => {
			// A second signal would end the run at once.
			if (path.startsWith("media/") && !running.process.killed) running.process.kill("SIGINT");
		};
		expect(await running.ended).toEqual({
			code: 130,
			stdout: "",
			stderr: "instants: stopped; data keeps what was added\n",
		});
	});

	test("accepts values that other servers write differently", async () => {
		live.reset();
		for (const clip of [0, 1, 2, 3]) live.change(clip, { image: "" });
		live.change(1, { color: "#aBcDeF", duration: "3.1", gain: "-2" });
		const cwd = twoClips();
		const { code, stderr } = await call("import", [live.server.origin], { cwd });
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(JSON.parse(added(cwd)[1] ?? "")).toMatchObject({
			color: "aBcDeF",
			duration: 3.1,
			gain: -2,
		});
	});

	test.for<readonly [number, string, string[]]>([
		[2, "import each URL separately", ["http://a.test", "sounds"]],
		[2, "--skip: is for folders; ", ["https://h.test", "--skip"]],
		// Requests to a server that is down would be repeated for many seconds; this server answers with 404.
		[1, `${live.server.origin}/nowhere/`, [`${live.server.origin}/nowhere/`]],
	])("ends with exit code %i: %s", async ([code, said, args]) => {
		live.reset();
		const ended = await call("import", args, { cwd: twoClips() });
		expect(ended).toMatchObject({ code, stdout: "" });
		expect(ended.stderr).toContain(said);
	});

	test("converts other sounds with ffmpeg, and says if ffmpeg is missing", async () => {
		const cwd = twoClips();
		const seconds = Buffer.alloc(2 * 8000);
		const others = { "a/Air_Horn.wav": wav(seconds), "a/Wave.mp3": wav(Buffer.alloc(8000)) };
		const sounds = { "a/Beep.mp3": MP3, "a/Copy.wav": taggedMp3({}), "a/none.flac": "no sound" };
		writeFiles(cwd, { ...others, ...sounds });
		const before = filesIn(cwd);
		const nowhere = ["a", "--convert", "--data", "nowhere"];
		expect(await call("import", nowhere, { cwd, env: { PATH: "" } })).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("nowhere: is not a folder"),
		});
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

	test("reports a missing catalogue before the first request", async () => {
		live.reset();
		const ended = await call("import", [live.server.origin], { cwd: folderWith({}) });
		expect(ended).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("data: is not a folder"),
		});
		expect(live.server.requests).toEqual([]);
	});
});

test("a killed import leaves no incomplete sound", async () => {
	const size = 20_000_000;
	const cwd = folderWith({ "data/.keep": "", "a.mp3": Buffer.concat([MP3], size) });
	const sound = join(cwd, "data/media/sounds/a.mp3");
	const { process, ended } = start("import", ["a.mp3"], { cwd });
	while (!existsSync(sound) && process.exitCode === null) await setImmediate();
	process.kill("SIGKILL");
	await ended;
	expect(statSync(sound).size).toBe(size);
});

test.each([1, 2])(
	"Ctrl-C %i times during a conversion ends it with exit code 130, and leaves no folder",
	async (times) => {
		const cwd = twoClips();
		// Takes the place of ffmpeg: writes a file when it starts, and ends only when it is killed.
		const ffmpeg = `#!${process.execPath}\nrequire("fs").writeFileSync("begun", ""); setInterval(() => {}, 1e6);`;
		writeFiles(cwd, { "bin/ffmpeg": ffmpeg, "a/beep.wav": "no MP3" });
		chmodSync(join(cwd, "bin/ffmpeg"), 0o755);
		mkdirSync(join(cwd, "tmp"));
		const env = { PATH: join(cwd, "bin"), TMPDIR: join(cwd, "tmp") };
		const converting = start("import", ["a", "--convert"], { cwd, env });
		while (!existsSync(join(cwd, "begun")) && converting.process.exitCode === null) await sleep(1);
		expect(readdirSync(env.TMPDIR)).toEqual([expect.stringMatching(/^instants-convert-/)]);
		for (let i = 0; i < times; i++) converting.process.kill("SIGINT");
		expect(await converting.ended).toMatchObject({ code: 130 });
		expect(readdirSync(env.TMPDIR)).toEqual([]);
	},
);
