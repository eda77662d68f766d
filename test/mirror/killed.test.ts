/**
 * A run killed by SIGKILL at any moment leaves one complete release, and the next run continues from
 * there. The process kills itself before the Nth time that it changes something on the disk.
 */
import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ended, run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { FaultyServer } from "./faulty-server.ts";
import { beside, expectRelease, mirrorTo } from "./mirror-run.ts";
import { newPlace, type PublishedRelease, parent, release } from "./releases.ts";

let red: PublishedRelease;
let blue: PublishedRelease;

/** Preloaded into the command: counts the calls that change the disk, and kills the process at one of them. */
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

function runUntil(dir: string, url: string, killAt: number): Promise<Ended> {
	const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(KILLER).toString("base64")}`;
	return run("mirror", [url, dir, "--concurrency", "2"], {
		cwd: parent,
		env: { NODE_OPTIONS, KILL_AT: String(killAt) },
	});
}

/** A mirror of red, to be copied. */
const template = join(parent, "template/mirror");

/** A mirror of red whose source, a server of its own, now has blue. */
async function outdated(): Promise<{ dir: string; server: FaultyServer }> {
	const place = newPlace();
	cpSync(dirname(template), place, { recursive: true });
	const server = await new FaultyServer().start();
	server.serves = blue.folder;
	servers.push(server);
	return { dir: join(place, "mirror"), server };
}

const servers: FaultyServer[] = [];
afterAll(() => {
	for (const server of servers) server.stop();
});

/** How many changes a complete run makes. */
let calls: number;

beforeAll(async () => {
	red = await release(["boom", "bang"]);
	blue = await release(["boom", "bang", "zoom"], { version: "2" });
	const before = await new FaultyServer().start();
	servers.push(before);
	before.serves = red.folder;
	await mirrorTo(template, before.origin);
	const { dir, server } = await outdated();
	const { stderr } = await runUntil(dir, server.origin, 0);
	calls = Number(/calls (\d+)$/.exec(stderr)?.[1]);
	expect(calls).toBeGreaterThan(50);
});

/** The release that is left, possibly moved aside by the switch. */
function survivor(dir: string): string {
	const left = existsSync(dir) ? dir : join(beside(dir), "previous");
	const files = JSON.stringify(filesIn(left));
	expect([red, blue].map((one) => JSON.stringify(one.files))).toContain(files);
	return files;
}

/** Every change from the switch to the end, and some before. */
const LAST = 9;
const SPREAD = 3;
const MOMENTS = [
	...Array.from({ length: SPREAD }, (_, i) => [`in part ${i + 1} of ${SPREAD}`, i] as const),
	...Array.from(
		{ length: LAST },
		(_, i) => [`${LAST - i} changes before its end`, i - LAST] as const,
	),
];

test.concurrent.for(MOMENTS)("a run killed %s can be continued", async ([, moment]) => {
	const { dir, server } = await outdated();
	const killAt = moment < 0 ? calls + 1 + moment : 2 + Math.floor((moment * calls) / SPREAD);
	expect((await runUntil(dir, server.origin, killAt)).code).toBeNull();
	survivor(dir);

	const content = join(beside(dir), "content");
	const here = existsSync(content) ? filesIn(content).map(({ sha256 }) => sha256) : [];
	const pathsHere = blue.files
		.filter(({ path, sha256 }) => path !== "latest.json" && here.includes(sha256))
		.map(({ path }) => path);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.filter((path) => pathsHere.includes(path))).toEqual([]);
});

test("a first run that is killed publishes nothing", async () => {
	const { server } = await outdated();
	const dir = join(newPlace(), "mirror");
	await runUntil(dir, server.origin, calls >> 1);
	expect(existsSync(dir)).toBe(false);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});
