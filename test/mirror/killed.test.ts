/**
 * Whenever a mirror or a build is killed, or finds the disk full, one whole release is left, and the next
 * run succeeds. The process kills itself, or fails, at the Nth time that it changes the disk.
 */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
import { named } from "../fixtures/published.ts";
import { type Ended, run } from "../fixtures/script-run.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { copied, expectRelease, filesOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

type Fault = "count" | "kill" | "full";

/** Runs a command in which change number `at` of the disk fails. */
function disturbed(
	...[command, args, cwd, FAULT, at]: [string, string[], string, Fault, number?]
): Promise<Ended> {
	const NODE_OPTIONS = `--import=${new URL("../fixtures/disk-fault.mjs", import.meta.url).href}`;
	return run(command, args, { cwd, env: { NODE_OPTIONS, FAULT, AT: String(at ?? 0) } });
}

/** How many changes a whole run makes. */
async function changesOf(...[command, args, cwd]: [string, string[], string]): Promise<number> {
	const { stderr } = await disturbed(command, args, cwd, "count");
	const changes = Number(/^changes (\d+)$/m.exec(stderr)?.[1]);
	expect(changes).toBeGreaterThan(50);
	return changes;
}

const red = await release(["boom", "bang"]);
const blue = await release(["boom", "bang", "zoom"], { version: "2" });
const server = await faultyServer();
/** A mirror of red and a state before, to be copied. */
const template = join(parent, "template", "mirror");
for (const { folder } of [await release(["boom"]), red]) {
	server.serves = folder;
	await mirrorTo(template, server.origin);
}
server.serves = blue.folder;

/** A copy of a folder. */
function copyOf(folder: string): string {
	const place = newPlace();
	cpSync(folder, place, { recursive: true, verbatimSymlinks: true });
	return place;
}

/** A mirror of red whose source now has blue. */
const outdated = (): string => join(copyOf(dirname(template)), "mirror");
const mirrorArgs = (dir: string): string[] => [server.origin, dir];
const calls = await changesOf("mirror", mirrorArgs(outdated()), parent);

/** A folder with a build of one clip and the data of two. */
const site = folderWith({
	"data-1/a.ndjson": ndjson(...named(["boom"])),
	"data-2/a.ndjson": ndjson(...named(["boom", "gong"])),
});
const buildArgs = (clips: 1 | 2): string[] => ["--data", `data-${clips}`, "--media", "remote"];
await call("build", buildArgs(1), { cwd: site });
const builtCalls = await changesOf("build", buildArgs(2), copyOf(site));

/** The number of a change, from its share of all changes, or from how many follow it. */
function changeAt(all: number, moment: number): number {
	return moment > 0 ? Math.ceil(moment * all) : all + moment;
}

// The next run after a kill waits for half a second, to see that the lock is void.
test.concurrent.for([
	["kill", 0.5],
	["kill", -1],
	["kill", 0],
	["full", 0.5],
] as const)("a mirror with the fault %s at %d can be continued", async ([fault, moment]) => {
	const dir = outdated();
	const at = changeAt(calls, moment);
	const { code, stderr } = await disturbed("mirror", mirrorArgs(dir), parent, fault, at);
	expect(code).toBe(fault === "kill" ? null : 1);
	if (fault === "full") expect(stderr).toMatch(/^instants: failed: .*ENOSPC.*make room there/m);
	// Between two moves there is no DIR, and the state before is whole.
	const whole = existsSync(dir) ? dir : `${dir}.previous`;
	expect([copied(red), copied(blue)]).toContainEqual(filesOf(whole));
	expect(await findings(whole)).toEqual(INTACT);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(await findings(dir)).toEqual(INTACT);
	expectRelease(`${dir}.previous`, red);
	expect(readdirSync(dirname(dir)).sort()).toEqual([
		"mirror",
		"mirror.last.json",
		"mirror.previous",
	]);
});

test.for([
	["kill", 0.5],
	["kill", -1],
	["full", 0.5],
] as const)("a build with the fault %s at %d can be repeated", async ([fault, moment]) => {
	const cwd = copyOf(site);
	const at = changeAt(builtCalls, moment);
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
