/**
 * So that a run that dies of SIGKILL at any moment leaves one whole release, and the next run goes on
 * from there. The process kills itself before the Nth time that it changes something on the disk.
 */
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Ended, run, start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, mirrorTo } from "./mirroring.ts";
import { type PublishedRelease, release } from "./releases.ts";

const parent = temporaryFolder();
const server = await faultyServer();
let red: PublishedRelease;
let blue: PublishedRelease;

/** Runs before the command: counts calls that change the disk, and ends the process at one of them. */
const KILLER = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let calls = 0;
const wrap = (owner, name) => {
	const real = owner[name];
	owner[name] = (...args) => {
		if (++calls === Number(process.env.KILL_AT)) process.kill(process.pid, "SIGKILL");
		return real.apply(owner, args);
	};
};
for (const name of ["renameSync", "rmSync", "writeFileSync", "linkSync", "mkdirSync", "rmdirSync"]) wrap(fs, name);
for (const name of ["open", "rename", "mkdir", "rm"]) wrap(fs.promises, name);
syncBuiltinESMExports();
process.on("exit", () => fs.writeSync(2, "calls " + calls));
`;

function runUntil(dir: string, killAt: number): Promise<Ended> {
	const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(KILLER).toString("base64")}`;
	return run("mirror", [server.origin, dir, "--concurrency", "2"], {
		cwd: parent,
		env: { NODE_OPTIONS, KILL_AT: String(killAt) },
	});
}

/** A mirror of red, at a source that has blue. */
async function outdated(): Promise<string> {
	server.reset();
	server.serves = red.folder;
	const dir = join(mkdtempSync(join(parent, "place-")), "mirror");
	await mirrorTo(dir, server.origin);
	server.reset();
	server.serves = blue.folder;
	return dir;
}

/** How many changes a whole run makes. */
let calls: number;

beforeAll(async () => {
	red = await release(parent, ["boom", "bang"]);
	blue = await release(parent, ["boom", "bang", "zoom"], { version: "2" });
	const { stderr } = await runUntil(await outdated(), 0);
	calls = Number(/calls (\d+)$/.exec(stderr)?.[1]);
	expect(calls).toBeGreaterThan(50);
});

/** The release that is left; one that was moved aside in the switch is put back by the next run. */
function survivor(dir: string): string {
	const left = existsSync(dir) ? dir : join(beside(dir), "previous");
	const files = JSON.stringify(filesIn(left));
	expect([red, blue].map((one) => JSON.stringify(one.files))).toContain(files);
	return files;
}

/** Every change of the switch and of what follows it, and some of those before. */
const LAST = 10;
const SPREAD = 4;
const MOMENTS = [
	...Array.from({ length: SPREAD }, (_, i) => [`${i + 1} of ${SPREAD} parts in`, i] as const),
	...Array.from(
		{ length: LAST },
		(_, i) => [`${LAST - i} changes from its end`, i - LAST] as const,
	),
];

test.for(MOMENTS)("killed %s", async ([, moment]) => {
	const dir = await outdated();
	const killAt = moment < 0 ? calls + 1 + moment : 2 + Math.floor((moment * calls) / SPREAD);
	expect((await runUntil(dir, killAt)).code).toBeNull();
	survivor(dir);

	const staging = join(beside(dir), "staging");
	const staged = existsSync(staging) ? filesIn(staging).map(({ path }) => path) : [];
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	const again = server.paths.filter((path) => staged.includes(path));
	expect(again.filter((path) => !["latest.json", "manifest.json"].includes(path))).toEqual([]);
});

test.for([2, 9])("killed while request %i is answered", async (number) => {
	const dir = await outdated();
	server.before = (_, asked) => {
		if (asked === number) process.kill(pid, "SIGKILL");
	};
	const started = start("mirror", [server.origin, dir], { cwd: parent });
	const pid = started.process.pid ?? 0;
	expect((await started.ended).code).toBeNull();
	expectRelease(dir, red);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

test("a first run that is killed leaves nothing that could be taken for a release", async () => {
	const dir = join(mkdtempSync(join(parent, "place-")), "mirror");
	server.reset();
	server.serves = blue.folder;
	await runUntil(dir, calls >> 1);
	expect(existsSync(dir)).toBe(false);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});
