/** The folders of a mirror: DIR, the state before in DIR.previous, and nothing else that stays; and a lock. */
import { randomUUID } from "node:crypto";
import fs, {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	corrupt,
	expectRelease,
	failureOf,
	findings,
	INTACT,
	mirrorTo,
	rewrite,
} from "./mirror-run.ts";
import { newPlace, type PublishedRelease, release } from "./releases.ts";

const server = await faultyServer();
const first = await release(["boom"]);
const second = await release(["boom", "gong"]);
const third = await release(["boom", "gong", "horn"]);
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	place = newPlace();
	dir = join(place, "mirror");
});

/** Mirrors releases, one after the other. */
async function take(...trees: readonly PublishedRelease[]) {
	for (const { folder } of trees) {
		server.serves = folder;
		await mirrorTo(dir, server.origin, { allow: ["shrink"] });
	}
}

/** Calls `before` in place of a function of the file system, and then the function, until the test ends. */
function beforeEvery(
	name: "linkSync" | "renameSync" | "rmdirSync",
	before: (path: unknown) => void,
) {
	const real: (...args: unknown[]) => unknown = fs[name] as never;
	const spy = vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
		before(args[0]);
		real(...args);
	});
	syncBuiltinESMExports();
	onTestFinished(() => {
		spy.mockRestore();
		syncBuiltinESMExports();
	});
}

function fail(code: string): never {
	throw Object.assign(new Error(`${code}: refused`), { code, syscall: "test" });
}

test("DIR is the state of the source, and DIR.previous the one before, which share what is equal", async () => {
	await take(first);
	expectRelease(dir, first);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.last.json"]);
	await take(second, third);
	expectRelease(dir, third);
	expectRelease(`${dir}.previous`, second);
	expect(readdirSync(place).sort()).toEqual(["mirror", "mirror.last.json", "mirror.previous"]);
	for (const folder of [dir, `${dir}.previous`]) expect(await findings(folder)).toEqual(INTACT);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(2);
});

test("a mirror can go back to the state before, and forward again", async () => {
	await take(first, second);
	renameSync(dir, join(place, "away"));
	renameSync(`${dir}.previous`, dir);
	expectRelease(dir, first);
	await take(second);
	expectRelease(dir, second);
	expectRelease(`${dir}.previous`, first);
});

test("where a run was killed while there was no DIR, the next one puts it back first", async () => {
	await take(first);
	renameSync(dir, `${dir}.previous`);
	server.always("latest.json", { status: 503 });
	await failureOf(mirrorTo(dir, server.origin));
	expectRelease(dir, first);
});

test("a file system without hard links gets copies", async () => {
	await take(first);
	beforeEvery("linkSync", () => fail("EPERM"));
	await take(second);
	expectRelease(dir, second);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(1);
});

describe("what is not a mirror is refused and left as it is:", () => {
	const foreign = (name: string) => () =>
		mkdirSync(join(place, name, "thesis"), { recursive: true });
	const NO_MIRROR = "is not a mirror (it has no provenance.json), and a run would replace it";
	test.for<readonly [string, () => unknown, string]>([
		["a folder", foreign("mirror"), `mirror: ${NO_MIRROR}`],
		["a file", () => writeFileSync(dir, "text"), `mirror: ${NO_MIRROR}`],
		["a foreign DIR.new", foreign("mirror.new"), `mirror.new: ${NO_MIRROR}`],
		["a foreign DIR.previous", foreign("mirror.previous"), `mirror.previous: ${NO_MIRROR}`],
		[
			"a link",
			() => symlinkSync(newPlace(), dir),
			"is a symbolic link; name the folder that it leads to",
		],
		[
			"a mount point",
			() => {
				mkdirSync(dir);
				beforeEvery("rmdirSync", () => fail("EBUSY"));
			},
			"because it is a mount point; name a folder inside it",
		],
	])("%s", async ([, make, said]) => {
		make();
		const before = [filesIn(place), readdirSync(place)];
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toContain(said);
		expect([filesIn(place), readdirSync(place)]).toEqual(before);
		expect(server.requests).toEqual([]);
	});
});

test("a damaged SHA256SUMS is put right with --recheck", async () => {
	await take(first);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	expect(await mirrorTo(dir, server.origin, { recheck: true })).toMatchObject({
		status: "mirrored",
		kept: expect.any(Number),
	});
	expect(await findings(dir)).toEqual(INTACT);
});

test("a file that was damaged is fetched again with the next release, and not linked", async () => {
	await take(first);
	corrupt(dir, "media/sounds/boom.mp3");
	await take(second);
	expectRelease(dir, second);
});

describe("two runs", () => {
	/** Makes the lock of a process. */
	function lock(pid: number): void {
		writeFileSync(`${dir}.lock`, `${pid} ${hostname()} ${randomUUID()}\n`);
	}

	const LOCKED = () =>
		`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${dir}.lock`;

	test("that start together: one works, the others fail, and a killed one blocks no other", async () => {
		server.always("latest.json", "hangs");
		const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: place }));
		const others: { code: number | null; stderr: string }[] = [];
		for (const { ended } of runs) void ended.then((end) => others.push(end));
		await expect.poll(() => others.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
		for (const { code, stderr } of others.slice(0, 2)) {
			expect(code).toBe(7);
			expect(stderr).toContain(LOCKED());
		}
		for (const { process } of runs) process.kill("SIGKILL");
		await Promise.all(runs.map(({ ended }) => ended));
		server.reset();
		await take(first);
		expectRelease(dir, first);
	});

	test("share a mirror after two minutes in which the first has not touched its lock", async () => {
		lock(process.ppid);
		expect((await failureOf(mirrorTo(dir, server.origin))).exitCode).toBe(7);
		utimesSync(`${dir}.lock`, 0, 0);
		await take(first);
		expectRelease(dir, first);
	});

	test("that find the lock of a run that has ended: the second sees that the first has taken it", async () => {
		lock(process.ppid);
		utimesSync(`${dir}.lock`, 0, 0);
		let isTaken = false;
		// Another run takes the lock just before this one touches it.
		beforeEvery("renameSync", (path) => {
			if (isTaken || path !== `${dir}.lock`) return;
			isTaken = true;
			lock(process.ppid);
		});
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe(LOCKED());
		expect(isTaken).toBe(true);
		expect(readFileSync(`${dir}.lock`, "utf8")).toContain(String(process.ppid));
		expect(existsSync(`${dir}.new`)).toBe(false);
	});
});
