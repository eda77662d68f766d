/** A release that is here is neither made nor fetched again, and a run that is refused leaves what it found. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Pool } from "../../scripts/mirror/pool.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { run } from "../fixtures/script-run.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { failureOf, findings, INTACT, mirrorTo, releaseNames, rewrite } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
const first = await release(["boom"]);
const second = await release(["boom", "drum roll"]);
const fourth = await release(["boom", "drum roll", "gong", "horn"]);
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = first.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

describe.for(["a tree", "a crawl"])("a mirror of %s", (kind) => {
	const url = (): string => (kind === "a tree" ? server : live.server).origin;

	beforeEach(async () => {
		live.reset();
		await mirrorTo(dir, url());
	});

	test("whose link was removed gets it back, and no further release", async () => {
		rmSync(dir);
		expect(await mirrorTo(dir, url(), { dryRun: true })).toMatchObject({ status: "dry run" });
		expect(existsSync(dir)).toBe(false);
		expect(await mirrorTo(dir, url())).toMatchObject({ status: "mirrored", fetched: 0 });
		expect(releaseNames(dir)).toHaveLength(1);
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("that went back to an older release leaves it for the last one, which is here", async () => {
		server.serves = second.folder;
		live.add();
		await mirrorTo(dir, url());
		const [older = "", last = ""] = releaseNames(dir);
		await run("mirror", ["checkout", dir, older], { cwd: place });
		expect(await mirrorTo(dir, url())).toMatchObject({ release: last, fetched: 0 });
		expect(releaseNames(dir)).toEqual([older, last]);
	});

	test("whose pool is lost takes what it needs from its releases", async () => {
		rmSync(`${dir}.releases/objects`, { recursive: true });
		server.serves = second.folder;
		live.add();
		const { release, kept } = await mirrorTo(dir, url());
		expect(release).toMatch(/^0002-/);
		expect(kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
	});
});

test("a refused run takes out of the pool what it added, and nothing that was there", async () => {
	server.serves = fourth.folder;
	await mirrorTo(dir, server.origin);
	const objects = (): string[] => readdirSync(`${dir}.releases/objects`);
	const left = await new Pool({
		...{ objects: `${dir}.releases/objects`, target: `${dir}.releases/objects` },
		...{ drafts: place, held: [], recheck: false },
	}).save(["what a killed run has left"]);
	const before = objects();
	expect(before).toContain(left);
	server.serves = first.folder;
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatchObject({ exitCode: 8 });
	const body = await pointerJson({ ...JSON.parse(textOf(second.folder, "latest.json")), count: 4 });
	server.serves = second.folder;
	server.always("latest.json", { body });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatchObject({ exitCode: 8 });
	expect(objects()).toEqual(before);
});

describe.for(["SHA256SUMS", "provenance.json"])("a damaged %s", (file) => {
	const inFirst = (): string => join(`${dir}.releases`, releaseNames(dir)[0] ?? "");

	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.serves = second.folder;
		await mirrorTo(dir, server.origin);
		rewrite(inFirst(), file, () => "junk\n");
	});

	test.for([false, true])("of an old release blocks no run, --recheck: %s", async (recheck) => {
		expect(await mirrorTo(dir, server.origin, { recheck })).toMatchObject({ status: "unchanged" });
		server.serves = fourth.folder;
		const { kept } = await mirrorTo(dir, server.origin, { recheck });
		expect(kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
		await mirrorTo(dir, server.origin, { recheck, keep: 2 });
		expect(releaseNames(dir).map((name) => name.slice(0, 4))).toEqual(["0002", "0003"]);
	});

	test("of an old release is named before anything is purged", async () => {
		const { code, stderr } = await run("mirror", ["purge", dir, "clip-0"], { cwd: place });
		expect({ code, stderr }).toEqual({
			code: 1,
			stderr: expect.stringContaining(join(inFirst(), file)),
		});
	});
});

test("a damaged SHA256SUMS of the last release is put right with --recheck", async () => {
	await mirrorTo(dir, server.origin);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	expect(await mirrorTo(dir, server.origin, { recheck: true })).toMatchObject({ fetched: 0 });
	expect(await findings(dir)).toEqual(INTACT);
});
