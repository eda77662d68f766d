/** Two runs never write to the same place: a lock keeps the second out, and a run that has lost its lock changes nothing. */
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { start } from "../fixtures/script-run.ts";
import { expectRelease, failureOf, leftIn, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const third = await release(["boom", "drum roll", "gong", "horn"]);
/** A file that only the last release has. */
const SOUND = "media/sounds/horn.mp3";
let dir: string;
let lock: string;
/** The content of the lock of a run on this machine. */
let own: Record<string, unknown>;

beforeEach(async () => {
	server.reset(red.folder);
	dir = join(newPlace(), "mirror");
	lock = join(`${dir}.mirror`, "lock");
	server.before = () => {
		own = JSON.parse(readFileSync(lock, "utf8"));
	};
	await mirrorTo(dir, server.origin);
	server.reset(blue.folder);
});

/** A process on this machine, and one that is gone. */
const [ALIVE, GONE] = [process.ppid, 2 ** 30];

/** Whose lock it is, on which machine, how many minutes ago it was touched, and whether it is valid. */
test.for([
	["a run that works", ALIVE, "here", 0, true],
	["a run that did nothing for 29 minutes", ALIVE, "here", 29, true],
	["a run that did nothing for 31 minutes", ALIVE, "here", 31, false],
	["a process that is gone", GONE, "here", 0, false],
	["a container that was started again", process.pid, "here", 0, false],
	["another machine with the same name", GONE, `${hostname()} 0`, 0, true],
	["a process in another container", GONE, "there", 29, true],
	["a process that was killed there", GONE, "there", 31, false],
	["a run that met a full disk", 0, "nowhere", 0, true],
	["a run that met a full disk long ago", 0, "nowhere", 31, false],
] as const)("the lock of %s is valid or stale", async ([, id, where, minutes, isLocked]) => {
	const left = { ...own, process: id, where: where === "here" ? own.where : where };
	const text = where === "nowhere" ? "" : JSON.stringify(left);
	writeFileSync(lock, text);
	const touched = new Date(Date.now() - minutes * 60_000);
	utimesSync(lock, touched, touched);
	if (!isLocked) {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "mirrored" });
		expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
		return;
	}
	const failure = await failureOf(mirrorTo(dir, server.origin));
	const said =
		text === ""
			? `${lock} is empty, because a run has just begun, or because the disk was full; if no run is active, free up space and delete that file`
			: `is being mirrored by another run (process ${id} on ${hostname()}, since ${own.started}); wait for that run, or stop it; if there is no such run, delete ${lock}`;
	expect(failure).toMatchObject({ message: `${dir}: ${said}`, exitCode: 7 });
	expect([readFileSync(lock, "utf8"), server.requests]).toEqual([text, []]);
	expectRelease(dir, red);
});

test.for([false, true])(
	"if runs start together, one works, the others fail, and a killed one blocks no other; with a stale lock: %s",
	async (isVoid) => {
		rmSync(dir, { recursive: true });
		rmSync(`${dir}.mirror`, { recursive: true });
		if (isVoid) {
			await mirrorTo(dir, server.origin);
			writeFileSync(lock, JSON.stringify({ ...own, process: GONE }));
		}
		server.reset(blue.folder, { "latest.json": "hangs" });
		const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: newPlace() }));
		const others: { code: number | null; stderr: string }[] = [];
		for (const { ended } of runs) void ended.then((end) => others.push(end));
		await expect.poll(() => others.length).toBeGreaterThanOrEqual(2);
		await expect.poll(() => server.requests.length).toBe(1);
		for (const { code, stderr } of others) {
			expect(code).toBe(7);
			expect(stderr).toMatch(
				/mirror: is being mirrored by another run|lock is empty, because a run has/,
			);
		}
		for (const { process } of runs) process.kill("SIGKILL");
		await Promise.all(runs.map(({ ended }) => ended));
		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
	},
);

test.for(["has finished", "still works"])(
	"a run that a disk has blocked for so long that another took over changes nothing, when the other %s",
	async (other) => {
		const bin = newPlace();
		const [reached, goOn] = [join(bin, "reached"), join(bin, "go-on")];
		const sync = `#!/bin/sh\n: > ${reached}\nuntil [ -e ${goOn} ]; do sleep 0.05; done\n`;
		writeFileSync(join(bin, "sync"), sync, { mode: 0o755 });
		const env = { PATH: `${bin}:${process.env.PATH}` };
		const first = start("mirror", [server.origin, dir], { cwd: bin, env });
		await expect.poll(() => existsSync(reached)).toBe(true);
		utimesSync(lock, 0, 0);
		server.reset(third.folder);
		if (other === "still works") server.fault(SOUND, "hangs");
		const second = mirrorTo(dir, server.origin);
		if (other === "has finished") await second;
		else await expect.poll(() => server.paths).toContain(SOUND);
		writeFileSync(goOn, "");
		expect(await first.ended).toMatchObject({
			code: 7,
			stderr: `instants: locked: ${dir}: is unchanged, because this run was suspended for so long that another run took over; run this again\n`,
		});
		server.hangUp();
		expect(await second).toMatchObject({ status: "mirrored" });
		expectRelease(dir, third);
		expectRelease(join(`${dir}.mirror`, "previous"), red);
		expect(leftIn(dir)).toEqual(["last.json", "of.json", "previous"]);
	},
);
