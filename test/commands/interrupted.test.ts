/** Ctrl-C during long work keeps what was there before, and leaves nothing else. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { folderWith, ndjson, twoClips, writeFiles } from "../fixtures/data-folder.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { named } from "../fixtures/published.ts";
import { start } from "../fixtures/script-run.ts";
import { leftBeside } from "../fixtures/tree-files.ts";

test("Ctrl-C while pages are written ends the build with exit code 130", async () => {
	const folder = folderWith({ "data/a.ndjson": ndjson(...named(generatedNames(6000))) });
	const build = start("build", ["--data", "data", "--media", "remote"], { cwd: folder });
	const begun = (): boolean =>
		leftBeside(folder).some((staging) => existsSync(join(folder, staging, "new/v1/instants/page")));
	while (!begun() && build.process.exitCode === null) await sleep(1);
	build.process.kill("SIGINT");
	expect(await build.ended).toMatchObject({
		code: 130,
		stderr: "instants: stopped; what was published before is unchanged\n",
	});
	expect(readdirSync(folder)).toEqual(["data"]);
});

test.each([1, 2])(
	"Ctrl-C %i times during a conversion ends it with exit code 130, and leaves no folder",
	async (times) => {
		const cwd = twoClips();
		// In place of ffmpeg: says that it has begun, and ends only when it is told to.
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
