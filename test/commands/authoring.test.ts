import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { twoClips, writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";

describe("init", () => {
	test("lists what it made, and says how to go on", async () => {
		const cwd = temporaryFolder();
		const ended = await call("init", ["my sounds", "--host", "cloudflare"], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toMatch(/^Made my sounds, with one clip as an example:\n {2}data\/clips/);
		expect(ended.stdout).toMatch(/\nNext: npm run dev -- --data 'my sounds\/data'\n$/);
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

test("remove takes the date of today if nothing else says which", async () => {
	const { code, stdout, stderr } = await call("remove", ["boom"], { cwd: twoClips() });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toMatch(/^Removed on 2\d{3}-\d\d-\d\d\./);
});
