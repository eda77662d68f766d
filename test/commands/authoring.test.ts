/** What the commands that change `data/` print, and how they end. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clip, folderWith, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Ended, run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { liveApi } from "../mirror/live-api.ts";
import { release, sound } from "../mirror/releases.ts";

const live = await liveApi();

/** A folder with two clips, of which one has its sound. */
function place(): string {
	return folderWith({
		"data/a.ndjson": ndjson(clip(), clip({ slug: "b", sound: "b.mp3" })),
		"data/media/sounds/b.mp3": MP3,
	});
}

describe("init", () => {
	test("lists what it made, and says how to go on", async () => {
		const cwd = temporaryFolder();
		const ended = await run("init", ["my sounds", "--host", "cloudflare"], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toMatch(/^Made my sounds, with one clip as an example:\n {2}data\/clips/);
		expect(ended.stdout).toMatch(/Add your sounds: .* import .*FOLDER --data 'my sounds\/data'\n/);
		expect(ended.stdout).toMatch(/build .*--data 'my sounds\/data' --out 'my sounds\/dist'\n/);
		const readme = readFileSync(join(cwd, "my sounds/README.md"), "utf8");
		expect(readme).toContain("CLOUDFLARE_API_TOKEN");
		expect(await run("init", ["my sounds"], { cwd })).toMatchObject({ code: 1, stdout: "" });
		expect(await run("init", ["my sounds", "--host", "netlify"], { cwd })).toEqual({
			code: 0,
			stdout: expect.stringMatching(
				/^Added to my sounds:\n {2}netlify\.toml\n {2}\.instants\.json\nBuilds install the tool .*\n\nPush this folder /,
			),
			stderr: "",
		});
	});

	test("--update renews the files of a host, and a build says that it would", async () => {
		const cwd = temporaryFolder();
		const init = (...more: string[]) => run("init", ["s", "--host", "netlify", ...more], { cwd });
		await init();
		expect((await init("--update")).stdout).toBe("Nothing to renew in s.\n");
		const [file, record] = ["netlify.toml", ".instants.json"].map((name) => join(cwd, "s", name));
		const text = readFileSync(file ?? "", "utf8");
		const earlier = text.replace('"22"', '"20"');
		writeFileSync(file ?? "", earlier);
		const hashes = readFileSync(record ?? "", "utf8");
		const ofEarlier = createHash("sha256").update(earlier).digest("hex");
		writeFileSync(record ?? "", hashes.replace(/(?<="sha256": ")\w+/, ofEarlier));
		const build = ["--data", "s/data", "--host", "netlify", "--base-url", "https://a.test"];
		expect((await run("build", build, { cwd })).stderr).toMatch(
			/^warning: s\/netlify\.toml: this version would .* s --host netlify --update renews it\n$/,
		);
		expect((await init("--update")).stdout).toBe("Renewed in s:\n  netlify.toml\n");
		expect(readFileSync(file ?? "", "utf8")).toBe(text);
		expect(await run("build", build, { cwd })).toMatchObject({ code: 0, stderr: "" });
		writeFileSync(file ?? "", `${text}# mine\n`);
		expect((await init("--update")).stdout).toMatch(
			/^Nothing to renew in s\.\nnetlify\.toml was edited, .* is in netlify\.toml\.new: .*\n$/,
		);
		expect(readFileSync(`${file}.new`, "utf8")).toBe(text);
		writeFileSync(record ?? "", "null");
		expect(await run("build", build, { cwd })).toMatchObject({
			code: 0,
			stderr: expect.stringMatching(/^warning: s\/\.instants\.json: is not as .*; delete it/),
		});
		expect(await run("init", ["s", "--update"], { cwd })).toMatchObject({ code: 2 });
	});

	test("names a folder on the terminal without what could move its cursor", async () => {
		const cwd = folderWith({ "a\u001b[2J/README.md": "" });
		const { stderr } = await run("init", ["a\u001b[2J"], { cwd });
		expect(stderr).toMatch(/^instants: a\\u\{1b\}\[2J: already has "README\.md"/);
	});

	test("needs no folder and no host", async () => {
		const cwd = temporaryFolder();
		expect(await run("init", [], { cwd })).toMatchObject({ code: 0, stderr: "" });
		expect(await run("check", [], { cwd })).toMatchObject({
			stdout: expect.stringContaining("1 instant,"),
		});
		expect(readFileSync(join(cwd, "README.md"), "utf8")).toContain("`github-pages`");
	});
});

describe("measure", () => {
	const bonk = readFileSync("data/media/sounds/bonk.mp3");

	test("says what it wrote, and what it left out", async () => {
		const cwd = place();
		writeFiles(cwd, { "data/media/sounds/b.mp3": bonk });
		const elsewhere = "Left out, because their sounds are not in data: 1 clip.\n";
		expect(await run("measure", ["--dry-run"], { cwd })).toEqual({
			code: 0,
			stdout: `Would write the measures of 1 clip into data.\n${elsewhere}`,
			stderr: "",
		});
		expect(await run("check", ["--media", "remote", "--for", "discord"], { cwd })).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/\n.* of 2 clips: .* 2 of unknown length \(.*\)\.\n$/),
		});
		expect((await run("measure", [], { cwd })).stdout).toBe(
			`Wrote the measures of 1 clip into data.\n${elsewhere}`,
		);
		expect((await run("measure", [], { cwd })).stdout).toBe(
			`Wrote the measures of 0 clips into data.\n${elsewhere}`,
		);
		const lines = readFileSync(join(cwd, "data/a.ndjson"), "utf8").split("\n");
		expect(lines[1]).toContain('"duration":0.216,"gain":');
	});

	test("names a file that is no sound, and ends with 1", async () => {
		const cwd = place();
		writeFiles(cwd, { "data/media/sounds/boom.mp3": "none", "data/media/sounds/b.mp3": bonk });
		expect(await run("measure", [], { cwd })).toEqual({
			code: 1,
			stdout: "Wrote the measures of 1 clip into data.\n",
			stderr: expect.stringMatching(/^Not measured:\n {4}data\/media\/sounds\/boom\.mp3: .+\n$/),
		});
	});
});

describe("import", () => {
	test("says what it adds, what is there already, and what was taken out", async () => {
		const cwd = place();
		writeFiles(cwd, { "sounds/01 air_horn.mp3": taggedMp3({}), "sounds/b.mp3": MP3 });
		const added =
			'1 clip to data/clips.ndjson\n  air-horn "air horn" from sounds/01 air_horn.mp3\n';
		const said = (stdout: string): Ended => ({ code: 0, stdout, stderr: "" });
		const before = filesIn(cwd);
		expect(await run("import", ["sounds", "--dry-run"], { cwd })).toEqual(
			said(`Would add ${added}Already there: 1\n    sounds/b.mp3 is the sound of b\n`),
		);
		expect(filesIn(cwd)).toEqual(before);
		expect(await run("import", ["sounds"], { cwd })).toEqual(
			said(`Added ${added}Already there: 1\n    sounds/b.mp3 is the sound of b\n`),
		);
		await run("remove", ["b"], { cwd });
		expect(await run("import", ["sounds"], { cwd })).toEqual(
			said(`Added 0 clips to data/clips.ndjson
Already there: 1
    sounds/01 air_horn.mp3 is the sound of air-horn
Left out, because their clips were removed; to add one, take sha256 out of its removal record, and its file out of media/:
  sounds/b.mp3
`),
		);
	});

	test("takes the clips of a live server, and says what it does not have", async () => {
		live.reset();
		const { media, server } = live;
		const cwd = place();
		expect(await run("import", [server.origin, "--dry-run"], { cwd })).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(
				/^Would add 5 clips to data\/clips\.ndjson\n {2}clip-0 "Clip .* from clip-0\n/,
			),
		});
		media.delete("media/sounds/clip-1 é.mp3");
		const ended = await run("import", [server.origin], { cwd });
		expect(ended).toMatchObject({ code: 6, stdout: expect.stringMatching(/^Added 4 clips /) });
		expect(ended.stderr).toMatch(/^Left out, because .*:\n {4}http.*clip-1%20%C3%A9\.mp3: .*404/);
		expect(readFileSync(join(cwd, "data/clips.ndjson"), "utf8").split("\n")).toHaveLength(5);
	});

	test("takes the clips of a published tree, whose host runs no code", async () => {
		live.reset();
		const { folder } = await release(["boom", "gong"]);
		live.server.serves = folder;
		const cwd = place();
		const ended = await run("import", [`${live.server.origin}/index.html`], { cwd });
		expect(ended).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Added 2 clips to .*\n {2}clip-0 "boom" from clip-0\n/),
		});
		expect(readFileSync(join(cwd, "data/media/sounds/clip-1.mp3"))).toEqual(sound("gong 1"));
		expect(await run("check", ["--media", "remote", "--json"], { cwd })).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(
				/^\{"clips":4,"removed":0,"problems":\[\],"warnings":\[\]\}\n$/,
			),
		});
	});

	test("warns if the clips of other files shift", async () => {
		const cwd = place();
		writeFiles(cwd, { "data/z.json": "[]", "new.mp3": taggedMp3({}) });
		const { code, stderr } = await run("import", ["new.mp3"], { cwd });
		expect(code).toBe(0);
		expect(stderr).toMatch(/^warning: data\/clips.ndjson is read before data\/z.json, whose/);
	});

	test.for<readonly [number, string, string[]]>([
		[2, "import a URL by itself", ["http://a.test", "sounds"]],
		// A server that is down is asked again for many seconds; this one says that there is nothing.
		[1, `${live.server.origin}/nowhere/`, [`${live.server.origin}/nowhere/`]],
	])("ends with exit code %i: %s", async ([code, said, args]) => {
		live.reset();
		const ended = await run("import", args, { cwd: place() });
		expect(ended).toMatchObject({ code, stdout: "" });
		expect(ended.stderr).toContain(said);
	});

	test("refuses --skip for a URL, where it would do nothing", async () => {
		expect(await run("import", ["https://h.test", "--skip"], { cwd: place() })).toEqual({
			code: 2,
			stdout: "",
			stderr: expect.stringMatching(/^instants: --skip: is for folders; .*; leave --skip out\n$/),
		});
	});

	test("ends with exit code 1 and all problems, and writes nothing", async () => {
		const cwd = place();
		writeFiles(cwd, {
			"a/good.mp3": MP3,
			"a/page.mp3": "<!doctype html><html>",
			"a/zeros.mp3": Buffer.concat([Buffer.alloc(5000), MP3]),
			"a/cut.mp3": MP3.subarray(0, 500),
			"a/empty.mp3": "",
			"a/it's.wav": "",
			"a/twice.ogg": "",
			"a/twice.mp3": taggedMp3({}),
		});
		const before = filesIn(cwd);
		expect(await run("import", ["a", "b"], { cwd })).toEqual({
			code: 1,
			stdout: "",
			stderr: `a/cut.mp3: does not begin with two whole MP3 frames; write it again: ffmpeg -i a/cut.mp3 -vn -c:a copy a/cut.new.mp3, and put that in its place
a/empty.mp3: is empty; copy it again, or leave it out
a/it's.wav: is not an MP3, and the API promises MP3; convert it: ffmpeg -i 'a/it'\\''s.wav' -vn -q:a 2 'a/it'\\''s.mp3'
a/page.mp3: is not an MP3 but looks like an unknown type; convert it, since the API promises MP3: ffmpeg -i a/page.mp3 -vn -q:a 2 a/page.new.mp3, and put that in its place
a/zeros.mp3: does not begin with two whole MP3 frames; write it again: ffmpeg -i a/zeros.mp3 -vn -c:a copy a/zeros.new.mp3, and put that in its place
b: is not there, or its name is not UTF-8; correct the name

6 problems; nothing was written; with --skip, these are left out.
`,
		});
		expect(filesIn(cwd)).toEqual(before);
		const { code, stdout, stderr } = await run("import", ["a", "b", "--skip"], { cwd });
		expect({ code, stdout }).toEqual({
			code: 6,
			stdout: `Added 1 clip to data/clips.ndjson
  twice "twice" from a/twice.mp3
Already there: 1
    a/good.mp3 is the sound of b
`,
		});
		expect(stderr).toMatch(/^Left out, because .*:\n {4}a\/cut.mp3: does not begin /);
		expect(stderr.split("\n    ")).toHaveLength(7);
	});
});

describe("remove", () => {
	const remove = (cwd: string, args: string[], env = {}): Promise<Ended> =>
		run("remove", args, { cwd, env });

	test("says what is gone, and which files no clip names any more", async () => {
		const cwd = place();
		expect(await remove(cwd, ["b", "--date", "2026-11-21", "--reason", "Wrong clip."])).toEqual({
			code: 0,
			stdout: `Removed on 2026-11-21. The slugs stay taken, and no other clip changes its place.
  b "Boom" in data/a.ndjson
No clip names these files any more, so builds leave them out:
  data/media/sounds/b.mp3
`,
			stderr: "",
		});
		expect(readFileSync(join(cwd, "data/a.ndjson"), "utf8")).toBe(
			ndjson(clip(), {
				slug: "b",
				removed: "2026-11-21",
				reason: "Wrong clip.",
				sha256: createHash("sha256").update(MP3).digest("hex"),
			}),
		);
	});

	test("names files on the terminal without what could move its cursor", async () => {
		const cwd = folderWith({
			"data/\u001b[2J.ndjson": ndjson(clip({ sound: "\u202eb.mp3" })),
			"data/media/sounds/\u202eb.mp3": MP3,
		});
		const { stdout } = await remove(cwd, ["boom"]);
		expect(stdout).toContain("in data/\\u{1b}[2J.ndjson\n");
		expect(stdout).toContain("  data/media/sounds/\\u{202e}b.mp3\n");
	});

	test.for<readonly [string, Record<string, string>, RegExp]>([
		["SOURCE_DATE_EPOCH", { SOURCE_DATE_EPOCH: "0" }, /^Removed on 1970-01-01\./],
		["today", {}, /^Removed on 2\d{3}-\d\d-\d\d\./],
	])("takes the date from %s", async ([, env, said]) => {
		const { code, stdout, stderr } = await remove(place(), ["boom"], env);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(said);
	});

	test.for<readonly [number, string, string[]]>([
		[1, 'instants: "x": is not the slug of a clip in data; correct it\n', ["boom", "x"]],
		[2, "error: missing required argument 'slugs'\n", []],
		[2, 'instants: --date "soon": must be the day of the removal', ["boom", "--date", "soon"]],
	])("ends with exit code %i: %s", async ([code, said, args]) => {
		const ended = await remove(place(), args);
		expect(ended).toMatchObject({ code, stdout: "" });
		expect(ended.stderr).toContain(said);
	});
});
