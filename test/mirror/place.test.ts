/** The folders of a mirror: DIR, the state before in DIR.previous, and nothing else that stays; and a lock. */
import { randomUUID } from "node:crypto";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	corrupt,
	expectRelease,
	failing,
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
	failing("linkSync", "EPERM");
	await take(second);
	expectRelease(dir, second);
	expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(1);
});

describe("what is not a mirror is refused and left as it is:", () => {
	const foreign = (name: string) => () =>
		mkdirSync(join(place, name, "thesis"), { recursive: true });
	const NO_MIRROR = "is not a mirror (it has no provenance.json), and a run would replace it";
	const mountPoint = () => {
		mkdirSync(dir);
		failing("rmdirSync", "EBUSY");
	};
	test.for<readonly [string, () => unknown, string]>([
		["a folder", foreign("mirror"), `mirror: ${NO_MIRROR}`],
		["a file", () => writeFileSync(dir, "text"), `mirror: ${NO_MIRROR}`],
		["a foreign DIR.new", foreign("mirror.new"), `mirror.new: ${NO_MIRROR}`],
		["a foreign DIR.previous", foreign("mirror.previous"), `mirror.previous: ${NO_MIRROR}`],
		["a link", () => symlinkSync(newPlace(), dir), "is a symbolic link; name the folder"],
		["a mount point", mountPoint, "because it is a mount point; name a folder inside it"],
	])("%s", async ([, make, said]) => {
		make();
		const before = [filesIn(place), readdirSync(place)];
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toContain(said);
		expect([filesIn(place), readdirSync(place)]).toEqual(before);
		expect(server.requests).toEqual([]);
	});
});

test.for(["media", "not/there/yet"])(
	"a folder inside a mirror, or inside the state before, is refused, and neither is touched: %s",
	async (below) => {
		await take(first, second);
		server.requests = [];
		for (const outer of [dir, `${dir}.previous`]) {
			const before = [filesIn(place), readdirSync(outer)];
			expect((await failureOf(mirrorTo(join(outer, below), server.origin))).message).toBe(
				`${join(outer, below)}: is inside the mirror ${outer}, whose runs replace everything in it; name a folder outside it`,
			);
			expect([filesIn(place), readdirSync(outer)]).toEqual(before);
		}
		expect(server.requests).toEqual([]);
	},
);

test("a folder inside one that has a provenance.json of another tool is not refused", async () => {
	writeFileSync(join(place, "provenance.json"), "{}");
	await take(first);
	expectRelease(dir, first);
});

test("a damaged record of the last state is named", async () => {
	await take(first);
	writeFileSync(`${dir}.last.json`, '{"version":1}');
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(
		/last\.json: does not say where the mirror came from; restore it, or delete it if you trust/,
	);
});

test("a damaged SHA256SUMS is put right with --recheck", async () => {
	await take(first);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	await mirrorTo(dir, server.origin, { recheck: true });
	expect(await findings(dir)).toEqual(INTACT);
});

test("a file that was damaged is fetched again with the next release, and not linked", async () => {
	await take(first);
	corrupt(dir, "media/sounds/boom.mp3");
	await take(second);
	expectRelease(dir, second);
});

describe("two runs", () => {
	/** Makes the lock of a run that works, or of one that was killed in a container. */
	function lock(isVoid: boolean): void {
		writeFileSync(`${dir}.lock`, `${process.ppid} ${hostname()} ${randomUUID()}\n`);
		if (isVoid) utimesSync(`${dir}.lock`, 0, 0);
	}

	const LOCKED = () =>
		`${dir}: is being mirrored by another run; wait for it, or stop it; if there is none, delete ${dir}.lock`;

	test.for([false, true])(
		"that start together: one works, the others fail, and a killed one blocks no other; where there is a void lock: %s",
		async (isVoid) => {
			if (isVoid) lock(true);
			server.always("latest.json", "hangs");
			const runs = [0, 1, 2].map(() => start("mirror", [server.origin, dir], { cwd: place }));
			const others: { code: number | null; stderr: string }[] = [];
			for (const { ended } of runs) void ended.then((end) => others.push(end));
			await expect.poll(() => others.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
			await expect.poll(() => server.requests.length).toBe(1);
			for (const { code, stderr } of others) {
				expect(code).toBe(7);
				expect(stderr).toContain(LOCKED());
			}
			for (const { process } of runs) process.kill("SIGKILL");
			await Promise.all(runs.map(({ ended }) => ended));
			server.reset();
			await take(first);
			expectRelease(dir, first);
		},
	);

	test("share a mirror after two minutes in which the first has not touched its lock", async () => {
		lock(false);
		const failure = await failureOf(mirrorTo(dir, server.origin));
		expect(failure).toMatchObject({ message: LOCKED(), exitCode: 7 });
		expect(existsSync(`${dir}.new`)).toBe(false);
		lock(true);
		await take(first);
		expectRelease(dir, first);
	});
});
