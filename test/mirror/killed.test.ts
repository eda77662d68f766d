/** Whenever a mirror is killed, or finds the disk full, one whole release is left, and the next run succeeds. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { expect, test } from "vitest";
import { changeAt, changesOf, copyOf, disturbed } from "../fixtures/disturbed.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import {
	copied,
	expectRelease,
	filesOf,
	findings,
	INTACT,
	leftIn,
	mirrorTo,
} from "./mirror-run.ts";
import { parent, release } from "./releases.ts";

const red = await release(["boom", "bang"]);
const blue = await release(["boom", "bang", "zoom"], { version: "2" });
const server = await faultyServer();
/** A mirror of `red` with a previous state, to be copied. */
const template = join(parent, "template", "mirror");
for (const { folder } of [await release(["boom"]), red]) {
	server.serves = folder;
	await mirrorTo(template, server.origin);
}
server.serves = blue.folder;

/** A mirror of `red` whose source now has `blue`. */
const outdated = (): string => join(copyOf(dirname(template)), "mirror");
const mirrorArgs = (dir: string): string[] => [server.origin, dir];
const { changes, moves } = await changesOf("mirror", mirrorArgs(outdated()), parent);

/** The moves that exchange two states, and then two that keep the previous one. */
test.concurrent.for([
	["kill", changeAt(changes, 0.5)],
	...moves.slice(-4).map((at) => ["kill", at] as const),
	["kill", (moves.at(-1) ?? 0) + 1],
	["kill", changes],
	["full", changeAt(changes, 0.5)],
] as const)("a mirror run with the fault %s at change %i can be resumed", async ([fault, at]) => {
	const dir = outdated();
	const { code, stderr } = await disturbed("mirror", mirrorArgs(dir), parent, fault, at);
	expect(code).toBe(fault === "kill" ? null : 1);
	if (fault === "full") expect(stderr).toMatch(/^instants: failed: .*ENOSPC.*free up space there/m);
	// Between two moves there is no DIR, and the previous state is whole. The state before the previous one is deleted last.
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
