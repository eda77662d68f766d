/**
 * Whenever a mirror or a build is killed, or finds the disk full, one whole release is left, and the next
 * run succeeds. The process kills itself, or fails, at the Nth time that it changes the disk.
 */
import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { named } from "../fixtures/published.ts";
import { type Ended, run } from "../fixtures/script-run.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";
import {
	copied,
	expectRelease,
	filesOf,
	findings,
	INTACT,
	leftIn,
	mirrorTo,
} from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

type Fault = "count" | "kill" | "full";

/** Runs a command in which change number `at` of the disk fails. */
function disturbed(
	...[command, args, cwd, FAULT, at]: [string, string[], string, Fault, number?]
): Promise<Ended> {
	const NODE_OPTIONS = `--import=${new URL("../fixtures/disk-fault.mjs", import.meta.url).href}`;
	return run(command, args, { cwd, env: { NODE_OPTIONS, FAULT, AT: String(at ?? 0) } });
}

/** How many changes a whole run makes, and which of them move folders. */
async function changesOf(
	...[command, args, cwd]: [string, string[], string]
): Promise<{ readonly changes: number; readonly moves: readonly number[] }> {
	const { stderr } = await disturbed(command, args, cwd, "count");
	const [, changes, moves = ""] = /^changes (\d+)\nmoves (.*)$/m.exec(stderr) ?? [];
	expect(Number(changes)).toBeGreaterThan(50);
	return { changes: Number(changes), moves: moves.split(",").map(Number) };
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
const { changes, moves } = await changesOf("mirror", mirrorArgs(outdated()), parent);

/** A folder with a build of one clip and the data of two. */
const site = folderWith({
	"data-1/a.ndjson": ndjson(...named(["boom"])),
	"data-2/a.ndjson": ndjson(...named(["boom", "gong"])),
});
const buildArgs = (clips: 1 | 2): string[] => ["--data", `data-${clips}`, "--media", "remote"];
await call("build", buildArgs(1), { cwd: site });
const built = await changesOf("build", buildArgs(2), copyOf(site));

/** The number of a change, from its share of all changes, or from how many follow it. */
function changeAt(all: number, moment: number): number {
	return moment > 0 ? Math.ceil(moment * all) : all + moment;
}

/** The moves that exchange two states, and then two that keep the one before. */
test.concurrent.for([
	["kill", changeAt(changes, 0.5)],
	...moves.slice(-4).map((at) => ["kill", at] as const),
	["kill", (moves.at(-1) ?? 0) + 1],
	["kill", changes],
	["full", changeAt(changes, 0.5)],
] as const)("a mirror with the fault %s at change %i can be continued", async ([fault, at]) => {
	const dir = outdated();
	const { code, stderr } = await disturbed("mirror", mirrorArgs(dir), parent, fault, at);
	expect(code).toBe(fault === "kill" ? null : 1);
	if (fault === "full") expect(stderr).toMatch(/^instants: failed: .*ENOSPC.*make room there/m);
	// Between two moves there is no DIR, and the state before is whole. The one before that goes last.
	const work = `${dir}.mirror`;
	const aside = fastGlob.sync("new-*/{old,gone}-*", {
		cwd: work,
		absolute: true,
		onlyDirectories: true,
	});
	const states = [dir, join(work, "previous"), ...aside].filter((path) => existsSync(path));
	expect(states.length).toBeGreaterThanOrEqual(2);
	const wholes = states.filter((path) => !/\/gone-/.test(path));
	for (const state of wholes) expect(await findings(state)).toEqual(INTACT);
	const newest = [copied(red), copied(blue)];
	expect(newest).toContainEqual(filesOf(existsSync(dir) ? dir : (aside[0] ?? "")));
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(await findings(dir)).toEqual(INTACT);
	expectRelease(join(work, "previous"), red);
	expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
});

test.for([
	["kill", 0.5],
	["kill", -1],
	["full", 0.5],
] as const)("a build with the fault %s at %d can be repeated", async ([fault, moment]) => {
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
