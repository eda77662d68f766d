/** Ctrl-C during a build keeps what was published before, and leaves nothing else. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
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
