/** The output and the exit codes of the commands that change `data/`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { clip, ndjson, twoClips, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import type { Ended } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";

describe("init", () => {
	test("lists what it made, and says how to go on", async () => {
		const cwd = temporaryFolder();
		const ended = await call("init", ["my sounds", "--host", "cloudflare"], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toMatch(/^Made my sounds, with one clip as an example:\n {2}data\/clips/);
		expect(ended.stdout).toMatch(
			/\nNext: npm run dev -- --data 'my sounds\/data' --out 'my sounds\/dist'\n$/,
		);
		const readme = readFileSync(join(cwd, "my sounds/README.md"), "utf8");
		expect(readme).toContain("CLOUDFLARE_API_TOKEN");
		expect(await call("init", ["my sounds"], { cwd })).toMatchObject({ code: 1, stdout: "" });
	});

	test("adds to a folder with clips what a host needs, as a build tells its owner to do", async () => {
		const cwd = twoClips();
		writeFiles(cwd, { "README.md": "mine" });
		const before = filesIn(cwd);
		const ended = await call("init", ["--host", "netlify"], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toMatch(
			/^Added to \., which has clips:\n {2}netlify\.toml\n\n.*package-lock\.json[\s\S]*Push this folder/,
		);
		const after = filesIn(cwd);
		expect(after).toEqual(expect.arrayContaining(before));
		expect(after.length - before.length).toBe(1);
		expect(await call("init", ["--host", "netlify"], { cwd })).toEqual({
			code: 1,
			stdout: "",
			stderr:
				'instants: .: already has "netlify.toml"; nothing was overwritten; move it elsewhere, or name another folder\n',
		});
	});

	test("needs no folder and no host", async () => {
		const cwd = temporaryFolder();
		expect(await call("init", [], { cwd })).toMatchObject({ code: 0, stderr: "" });
		expect(await call("check", [], { cwd })).toMatchObject({
			stdout: expect.stringContaining("1 clip,"),
		});
		expect(readFileSync(join(cwd, "README.md"), "utf8")).toContain("`github-pages`");
	});
});

describe("measure", () => {
	const bonk = readFileSync("data/media/sounds/bonk.mp3");

	test("says what it wrote, and what it left out", async () => {
		const cwd = twoClips();
		writeFiles(cwd, { "data/media/sounds/b.mp3": bonk });
		const elsewhere = "Left out, because their sounds are not in data: 1 clip.\n";
		expect(await call("measure", [], { cwd })).toEqual({
			code: 0,
			stdout: `Wrote the measures of 1 clip into data.\n${elsewhere}`,
			stderr: "",
		});
		expect((await call("measure", [], { cwd })).stdout).toBe(
			`Wrote the measures of 0 clips into data.\n${elsewhere}`,
		);
		const lines = readFileSync(join(cwd, "data/a.ndjson"), "utf8").split("\n");
		expect(lines[1]).toContain('"duration":0.216,"gain":');
	});

	test("names a file that is no sound, and ends with 1", async () => {
		const cwd = twoClips();
		writeFiles(cwd, { "data/media/sounds/boom.mp3": "none", "data/media/sounds/b.mp3": bonk });
		expect(await call("measure", [], { cwd })).toEqual({
			code: 1,
			stdout: "Wrote the measures of 1 clip into data.\n",
			stderr: expect.stringMatching(/^Not measured:\n {4}data\/media\/sounds\/boom\.mp3: .+\n$/),
		});
	});
});

describe("remove", () => {
	const remove = (cwd: string, args: string[], env = {}): Promise<Ended> =>
		call("remove", args, { cwd, env });

	test("says what is gone", async () => {
		const cwd = twoClips();
		expect(await remove(cwd, ["b", "--date", "2026-11-21", "--reason", "Wrong clip."])).toEqual({
			code: 0,
			stdout: `Removed on 2026-11-21. The slugs stay taken, and no other clip changes its place.
  b "Boom" in data/a.ndjson
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

	test.for<readonly [string, Record<string, string>, RegExp]>([
		["SOURCE_DATE_EPOCH", { SOURCE_DATE_EPOCH: "0" }, /^Removed on 1970-01-01\./],
		["today", {}, /^Removed on 2\d{3}-\d\d-\d\d\./],
	])("takes the date from %s", async ([, env, said]) => {
		const { code, stdout, stderr } = await remove(twoClips(), ["boom"], env);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(said);
	});

	test.for<readonly [number, string, string[]]>([
		[1, 'instants: "x": is not the slug of a clip in data; correct it\n', ["boom", "x"]],
		[2, "error: missing required argument 'slugs'\n", []],
		[2, 'instants: --date "soon": must be the day of the removal', ["boom", "--date", "soon"]],
	])("ends with exit code %i: %s", async ([code, said, args]) => {
		const ended = await remove(twoClips(), args);
		expect(ended).toMatchObject({ code, stdout: "" });
		expect(ended.stderr).toContain(said);
	});
});
