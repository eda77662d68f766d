/** A mirror is brought up to date with few requests, also after an interruption and while its source changes. */
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	copied,
	corrupt,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
	releaseNames,
} from "./mirror-run.ts";
import { isMetadata, newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
const newer = await release(["boom", "drum roll", "gong"], { version: "2" });
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

describe("an update", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.reset();
	});

	test("makes one request if nothing has changed", async () => {
		const { status } = await mirrorTo(dir, server.origin);
		expect({ status, paths: server.paths }).toEqual({
			status: "unchanged",
			paths: ["latest.json"],
		});
	});

	test("fetches only what is new, and shares the rest with the release before", async () => {
		server.serves = blue.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		const hashes = new Set(red.files.map(({ sha256 }) => sha256));
		const old = blue.files.filter(({ sha256 }) => hashes.has(sha256)).map(({ path }) => path);
		expect(server.paths.filter((path) => old.includes(path))).toEqual([]);
		expect(lstatSync(join(dir, "media/sounds/boom.mp3")).nlink).toBe(2);
		expect(releaseNames(dir)).toHaveLength(2);
	});

	test("puts a file back that was deleted, with --recheck", async () => {
		rmSync(join(dir, "index.html"));
		await mirrorTo(dir, server.origin, { recheck: true });
		expectRelease(dir, red);
		expect(server.paths).toEqual(["latest.json", "index.html"]);
	});

	test("finds a damaged file with --recheck alone, and fetches it again", async () => {
		corrupt(dir, "index.html");
		expect(await findings(dir)).toEqual({ ...INTACT, code: 3, corrupt: ["index.html"] });
		expect((await mirrorTo(dir, server.origin)).status).toBe("unchanged");
		await mirrorTo(dir, server.origin, { recheck: true });
		expectRelease(dir, red);
		expect(server.paths.filter((path) => path === "index.html")).toHaveLength(1);
		const { status } = await mirrorTo(dir, server.origin, { recheck: true });
		expect(status).toBe("unchanged");
	});
});

describe("a source that publishes another release during the run", () => {
	test("is mirrored as it is then, however far the run was", async () => {
		for (const at of [2, 6, 12, 18, 24, 30]) {
			const place = join(newPlace(), "mirror");
			server.reset();
			server.serves = red.folder;
			server.before = (_, number) => {
				if (number >= at) server.serves = blue.folder;
			};
			await mirrorTo(place, server.origin);
			expect([copied(red), copied(blue)]).toContainEqual(filesOf(place));
		}
	});

	test("is mirrored whole, even if a file of the release before is still on its way", async () => {
		const [late, slow] = ["media/sounds/boom.mp3", "media/sounds/gong.mp3"];
		server.before = ({ path }) => {
			if (path === late) server.serves = newer.folder;
		};
		for (const path of [late, slow]) server.fault(path, "hangs midway");
		await mirrorTo(dir, server.origin, { timeout: 0.2 });
		expectRelease(dir, newer);
	});

	test("is given up when it does not come to rest", async () => {
		server.before = ({ path }, number) => {
			if (path === "latest.json") server.serves = number % 2 === 0 ? red.folder : blue.folder;
			if (path === "media/sounds/boom.mp3") server.fault(path, { status: 404 });
		};
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/published a new release 6 times|could not be fetched/);
		expect(filesOf(dir)).toBeUndefined();
	});
});

test("a run goes on where the one before was interrupted", async () => {
	const stop = new AbortController();
	server.before = (_, number) => {
		if (number === 20) stop.abort(new Error("stopped"));
	};
	const options = { signal: stop.signal, concurrency: 1 };
	expect((await failureOf(mirrorTo(dir, server.origin, options))).message).toBe("stopped");
	expect(filesOf(dir)).toBeUndefined();
	const fetched = server.paths.slice(1, 19).filter((path) => !isMetadata(path));
	expect(fetched.length).toBeGreaterThan(2);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths.filter((path) => fetched.includes(path))).toEqual([]);
});

test("what an interrupted run has left is not used if it was damaged since", async () => {
	server.always("media/sounds/boom.mp3", { status: 500 });
	await failureOf(mirrorTo(dir, server.origin));
	const left = filesIn(`${dir}.releases/unfinished`);
	expect(left.length).toBeGreaterThan(10);
	for (const { path } of left) corrupt(`${dir}.releases/unfinished`, path);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
});
