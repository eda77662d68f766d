/** Whenever a build is killed, or finds the disk full, one whole tree is left, and the next build succeeds. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
import { changeAt, changesOf, copyOf, disturbed } from "../fixtures/disturbed.ts";
import { named } from "../fixtures/published.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";

/** A folder with a build of one clip and data for two. */
const site = folderWith({
	"data-1/a.ndjson": ndjson(...named(["boom"])),
	"data-2/a.ndjson": ndjson(...named(["boom", "gong"])),
});
const buildArgs = (clips: 1 | 2): string[] => ["--data", `data-${clips}`, "--media", "remote"];
await call("build", buildArgs(1), { cwd: site });
const built = await changesOf("build", buildArgs(2), copyOf(site));

test.for([
	["kill", 0.5],
	["kill", -1],
	["full", 0.5],
] as const)("after the fault %s at %d, a build can be repeated", async ([fault, moment]) => {
	const cwd = copyOf(site);
	const at = changeAt(built.changes, moment);
	const { code, stderr } = await disturbed("build", buildArgs(2), cwd, fault, at);
	expect(code).toBe(fault === "kill" ? null : 1);
	if (fault === "full") expect(stderr).toMatch(/ENOSPC/);
	// A build that was killed while it exchanged the trees has moved the old one aside.
	const aside = leftBeside(cwd).map((staging) => join(cwd, staging, "old"));
	const tree = [join(cwd, "dist"), ...aside].find((path) => existsSync(path)) ?? "";
	expect([1, 2]).toContain((await expectWhole(tree)).count);
	expect(await call("build", buildArgs(2), { cwd })).toMatchObject({ code: 0 });
	expect((await expectWhole(join(cwd, "dist"))).count).toBe(2);
});
