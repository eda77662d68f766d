/** `build` and `check` print what they did or everything that is wrong, and end with the right exit code. */
import { readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { clip, type Files, folderWith, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { start } from "../fixtures/script-run.ts";
import { BUILD_MARK, expectWhole, filesIn } from "../fixtures/tree-files.ts";

const GOOD: Files = { "data/a.ndjson": ndjson(clip()), "data/media/sounds/boom.mp3": MP3 };
const REMOVED = { slug: "bang", removed: "2026-11-21" };

const BAD: Files = {
	...GOOD,
	"data/b.ndjson": ndjson(clip(), clip({ slug: "c", color: "x" })),
	"data/c.json": "",
};

/** The messages for the bad catalogue. */
const PROBLEMS = `data/b.ndjson:1 slug "boom": is used twice; change one, since slugs must be unique (see also data/a.ndjson:1)
data/b.ndjson:2 color "x": must be six hexadecimal digits without "#", such as "FF8800"
data/c.json: is empty; for an empty catalogue, write []

3 problems; nothing was written.
`;

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

	test("goes on if its output is closed", async () => {
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
			/^warning: --max-files 1: the tree needs \d\d files; only precomputed pages were left out\n$/,
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

	test("publishes an empty catalogue with a warning, but in the place of clips only with --allow-empty", async () => {
		const cwd = folderWith({ ...GOOD, "csv/clips.csv": "boom" });
		const empty = ["--data", "csv"];
		const warning =
			"csv: has no .json, .ndjson or .jsonl files, so the catalogue is empty; other files, such as clips.csv, are not read\n";
		const warned = { code: 0, stderr: `warning: ${warning}` };
		expect(await call("build", empty, { cwd })).toMatchObject(warned);
		expect(await call("build", [], { cwd })).toMatchObject({ code: 0, stderr: "" });
		expect(await call("build", empty, { cwd })).toEqual({
			code: 1,
			stdout: "",
			stderr: `instants: --data csv: has no clips, but dist has 1, which would be lost; correct --data, or add --allow-empty\n${warning}`,
		});
		writeFiles(cwd, { "gone/a.ndjson": ndjson(REMOVED) });
		expect(await call("build", ["--data", "gone"], { cwd })).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--data gone: has no clips, but dist has 1,"),
		});
		expect((await expectWhole(join(cwd, "dist"))).count).toBe(1);
		expect(await call("build", [...empty, "--allow-empty"], { cwd })).toMatchObject(warned);
		expect((await expectWhole(join(cwd, "dist"))).count).toBe(0);
	});

	test("prints all problems and leaves the old tree unchanged, even one that a killed build moved", async () => {
		const cwd = folderWith(GOOD);
		expect(await call("build", [], { cwd })).toMatchObject({ code: 0 });
		writeFiles(cwd, BAD);
		const before = filesIn(join(cwd, "dist"));
		writeFiles(cwd, { ".dist.staging-abcdef/of.json": BUILD_MARK });
		for (const place of ["dist", ".dist.staging-abcdef/old"]) {
			renameSync(join(cwd, "dist"), join(cwd, place));
			const ended = await call("build", [], { cwd });
			expect(ended).toEqual({ code: 1, stdout: "", stderr: PROBLEMS });
			expect(filesIn(join(cwd, "dist"))).toEqual(before);
		}
	});

	test("refuses to replace a folder that no build wrote, before it reads the catalogue", async () => {
		const cwd = folderWith({ ...BAD, "dist/thesis.txt": "years of work" });
		expect(await call("build", [], { cwd })).toEqual({
			code: 1,
			stdout: "",
			stderr: `instants: --out ${cwd}/dist: is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder\n`,
		});
	});
});

test("a failed system call is printed with its path, without a stack trace", async () => {
	const cwd = folderWith({});
	symlinkSync("loop", join(cwd, "loop"));
	const { code, stderr } = await call("keygen", ["loop/key"], { cwd });
	expect(code).toBe(1);
	expect(stderr).toMatch(/^instants: loop\/key: ELOOP: .*; clear the way, and run this again\n$/);
});

test("the first of many warnings are printed, with the number of the others", async () => {
	// Names of devices on Windows.
	const slugs = "con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8".split(" ");
	const records = slugs.map((slug) => clip({ slug }));
	const cwd = folderWith({ "data/a.ndjson": ndjson(...records) });
	const { code, stderr } = await call("build", ["--media", "remote"], { cwd });
	expect(code).toBe(0);
	const lines = stderr.trim().split("\n");
	expect(lines).toHaveLength(11);
	expect(lines.at(-1)).toBe("warning: and 2 more; npm run check lists them all");
});
