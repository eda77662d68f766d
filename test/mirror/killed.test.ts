/**
 * A run killed by SIGKILL before any change of the disk leaves one whole release, and the next run goes
 * on from there. The process kills itself before the Nth time that it changes something.
 */
import { cpSync, existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ended, run } from "../fixtures/script-run.ts";
import { FaultyServer } from "./faulty-server.ts";
import { copied, expectRelease, filesOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { newPlace, type PublishedRelease, parent, release } from "./releases.ts";

let red: PublishedRelease;
let blue: PublishedRelease;
let server: FaultyServer;
/** A mirror of red, to be copied. */
const template = join(parent, "template", "mirror");
/** How many changes a whole run makes. */
let calls: number;

/** A mirror of red whose source now has blue. */
function outdated(): string {
	const place = newPlace();
	cpSync(dirname(template), place, { recursive: true, verbatimSymlinks: true });
	return join(place, "mirror");
}

/** Kills the process before a change of the disk; with 0 it counts them. */
function runUntil(dir: string, killAt: number): Promise<Ended> {
	const args = [server.origin, dir, "--concurrency", "2", "--keep", "1"];
	const NODE_OPTIONS = `--import=${new URL("../torture/fault.mjs", import.meta.url).href}`;
	const FAULT = killAt === 0 ? "count" : "kill";
	return run("mirror", args, { cwd: parent, env: { NODE_OPTIONS, FAULT, AT: String(killAt) } });
}

beforeAll(async () => {
	red = await release(["boom", "bang"]);
	blue = await release(["boom", "bang", "zoom"], { version: "2" });
	server = await new FaultyServer().start();
	server.serves = red.folder;
	await mirrorTo(template, server.origin);
	server.serves = blue.folder;
	const { stderr } = await runUntil(outdated(), 0);
	calls = Number(/^changes (\d+)$/m.exec(stderr)?.[1]);
	expect(calls).toBeGreaterThan(50);
});
afterAll(() => server.stop());

/** Every change from the end of the transfer on, and some before. */
const LAST = 14;
const SPREAD = 4;
const MOMENTS = [
	...Array.from({ length: SPREAD }, (_, i) => [`in part ${i + 1} of ${SPREAD}`, i] as const),
	...Array.from(
		{ length: LAST },
		(_, i) => [`${LAST - i} changes before its end`, i - LAST] as const,
	),
];

test.for(MOMENTS)("a run killed %s can be continued", async ([, moment]) => {
	const dir = outdated();
	const killAt = moment < 0 ? calls + 1 + moment : 2 + Math.floor((moment * calls) / SPREAD);
	expect((await runUntil(dir, killAt)).code).toBeNull();
	expect(lstatSync(dir).isSymbolicLink()).toBe(true);
	expect([copied(red), copied(blue)]).toContainEqual(filesOf(dir));
	expect(await findings(dir)).toEqual(INTACT);
	server.requests = [];
	await mirrorTo(dir, server.origin, { keep: 1 });
	expectRelease(dir, blue);
	expect(await findings(dir)).toEqual(INTACT);
});

test("a first run that is killed publishes nothing", async () => {
	server.serves = blue.folder;
	const dir = join(newPlace(), "mirror");
	await runUntil(dir, calls >> 1);
	expect(existsSync(dir)).toBe(false);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});
