/** A published tree is copied byte for byte, and kept up to date with few requests. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { fetchedPaths, newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const blue = await release(["boom", "drum roll", "gong"]);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

test("a new mirror holds the release, and DIR is a link to it", async () => {
	const { status, fetched, made, kept, requests } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(await findings(dir)).toEqual(INTACT);
	expect(lstatSync(dir).isSymbolicLink()).toBe(true);
	expect({ status, kept }).toEqual({ status: "mirrored", kept: 0 });
	expect(server.paths.toSorted()).toEqual(fetchedPaths(red));
	expect(fetched + made + 1).toBe(red.files.length);
	expect(requests).toBe(server.requests.length);
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
		expect(server.paths).not.toContain("index.html");
		expect(lstatSync(join(dir, "index.html")).nlink).toBe(2);
		expect(readdirSync(`${dir}.releases`)).toHaveLength(2);
	});
});
