/** A release that is here is neither made nor fetched again. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { findings, INTACT, mirrorTo, releaseNames, rewrite } from "./mirror-run.ts";
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
		expect(await mirrorTo(dir, url())).toMatchObject({ status: "mirrored", fetched: 0 });
		expect(releaseNames(dir)).toHaveLength(1);
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("takes what it needs from its releases", async () => {
		server.serves = second.folder;
		live.add();
		const { release, kept } = await mirrorTo(dir, url());
		expect(release).toMatch(/^0002-/);
		expect(kept).toBeGreaterThan(5);
		expect(await findings(dir)).toEqual(INTACT);
	});
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
});

test("a damaged SHA256SUMS of the last release is put right with --recheck", async () => {
	await mirrorTo(dir, server.origin);
	rewrite(dir, "SHA256SUMS", () => "junk\n");
	expect(await mirrorTo(dir, server.origin, { recheck: true })).toMatchObject({
		status: "mirrored",
	});
	expect(await findings(dir)).toEqual(INTACT);
});
