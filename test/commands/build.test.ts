/** `build` prints what it did, and keeps the old tree if it is stopped. Tests of what it rejects are in test/authoring/transcripts.txt. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { clip, type Files, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { named } from "../fixtures/published.ts";
import { start } from "../fixtures/script-run.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";

const GOOD: Files = { "data/a.ndjson": ndjson(clip()), "data/media/sounds/boom.mp3": MP3 };
describe("build", () => {
	test("publishes data into dist and prints a summary, with nothing on standard error", async () => {
		const cwd = folderWith(GOOD);
		const { code, stdout, stderr } = await call("build", [], { cwd });
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const { count, build, base_url } = await expectWhole(join(cwd, "dist"));
		expect({ count, base_url }).toEqual({ count: 1, base_url: "http://localhost:3000" });
		const lines = stdout.trimEnd().split("\n");
		expect(lines[0]).toBe("Built dist for http://localhost:3000");
		expect(lines).toContain("  clips      1");
		expect(lines.slice(-2)).toEqual([
			`  build      ${build.slice(0, 16)}`,
			"Next: npm run preview",
		]);
	});

	test("continues if its output is closed", async () => {
		const cwd = folderWith(GOOD);
		const { process: child, ended } = start("build", [], { cwd });
		child.stdout?.destroy();
		expect(await ended).toMatchObject({ code: 0, stderr: "" });
		await expectWhole(join(cwd, "dist"));
	});

	test("uses its options and the environment", async () => {
		const cwd = folderWith({ "clips/a.json": JSON.stringify(clip()) });
		const options = ["--data", "clips", "--out", "public/tree", "--max-files", "1"];
		const media = ["--media-url", "https://cdn.test/files/"];
		const env = { BASE_URL: "https://h.test/sub/" };
		const ended = await call("build", [...options, ...media], { cwd, env });
		expect(ended.code).toBe(0);
		expect(ended.stderr).toMatch(
			/^warning: --max-files 1: the tree still has \d\d files, because only precomputed pages can be left out\n$/,
		);
		const tree = join(cwd, "public/tree");
		expect(await expectWhole(tree)).toMatchObject({
			base_url: "https://h.test/sub",
			media: "remote",
		});
		expect(readFileSync(join(tree, "v1/instants/all.ndjson"), "utf8")).toContain(
			'"sound":"https://cdn.test/files/sounds/boom.mp3"',
		);
		expect(ended.stdout).toContain("0 for 0 words");
	});

	test("keeps the old tree, and ends with exit code 130, on Ctrl-C while pages are written", async () => {
		const folder = folderWith({ "data/a.ndjson": ndjson(...named(generatedNames(6000))) });
		const build = start("build", ["--data", "data", "--media", "remote"], { cwd: folder });
		const begun = (): boolean =>
			leftBeside(folder).some((staging) =>
				existsSync(join(folder, staging, "new/v1/instants/page")),
			);
		while (!begun() && build.process.exitCode === null) await sleep(1);
		build.process.kill("SIGINT");
		expect(await build.ended).toMatchObject({
			code: 130,
			stderr: "instants: stopped; what was published before is unchanged\n",
		});
		expect(readdirSync(folder)).toEqual(["data"]);
	});
});
