/** A later crawl keeps what has not changed, and records removals. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { textOf } from "../fixtures/tree-files.ts";
import { crawledRecords, liveApi } from "./live-api.ts";
import { corrupt, failureOf, findings, INTACT, mirrorTo, rewrite } from "./mirror-run.ts";
import { newPlace, sound } from "./releases.ts";

const api = await liveApi();
const { server } = api;
const { origin } = server;
const TODAY = new Date().toISOString().slice(0, 10);
let dir: string;

beforeEach(() => {
	api.reset();
	dir = join(newPlace(), "mirror");
});

describe("a later crawl", () => {
	const slugs = async () => (await crawledRecords(dir)).map(({ slug, removed }) => [slug, removed]);

	beforeEach(async () => {
		// Enough clips that the loss of one is not refused.
		for (let i = 5; i < 12; i++) api.add();
		await mirrorTo(dir, origin);
		server.reset();
	});

	test("of an unchanged source changes nothing and fetches no media", async () => {
		const { sound } = api.rows[0] as { sound: string };
		api.change(0, { views: 1, sound: `${sound}?signature=1` });
		await mirrorTo(dir, origin);
		api.change(0, { views: 2, sound: `${sound}?signature=2` });
		const outcome = await mirrorTo(dir, origin);
		expect(outcome).toMatchObject({ status: "unchanged", fetched: 0, kept: 13 });
	});

	test("names a damaged record of the crawl before", async () => {
		rewrite(dir, "data/clips.ndjson", (text) => text.split("\n").with(2, "\0").join("\n"));
		const { message } = await failureOf(mirrorTo(dir, origin));
		expect(message).toMatch(
			/clips\.ndjson:3: is not what a mirror writes; restore the file, or put DIR\.previous /,
		);
	});

	test("records a removal in the place of the clip, with the day of the run", async () => {
		const [gone] = api.rows.splice(1, 1);
		api.rows.shift();
		await mirrorTo(dir, origin, { allow: ["shrink"] });
		const removed = [
			["clip-0", TODAY],
			["clip-1", TODAY],
		];
		expect((await slugs()).slice(0, 3)).toEqual([...removed, ["clip-2", undefined]]);
		api.add();
		await mirrorTo(dir, origin);
		expect((await slugs()).slice(0, 3)).toEqual([...removed, ["clip-2", undefined]]);
		api.rows.splice(1, 0, gone);
		await mirrorTo(dir, origin);
		expect((await slugs()).slice(0, 3)).toEqual([
			removed[0],
			["clip-2", undefined],
			["clip-1", undefined],
		]);
	});

	test("keeps a record that has become unusable at the source", async () => {
		api.change(1, { name: "", sound: null });
		const { status } = await mirrorTo(dir, origin);
		expect(status).toBe("partial");
		expect((await crawledRecords(dir))[1]).toMatchObject({ name: 'Clip "clip-1"' });
		expect(existsSync(join(dir, "data/media/sounds/clip-1 é.mp3"))).toBe(true);
	});

	test("without media has none, and the next one fetches them", async () => {
		expect(await mirrorTo(dir, origin, { media: false })).toMatchObject({ status: "mirrored" });
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", fetched: 13 });
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("keeps a sound that the source has lost, and with --recheck says so", async () => {
		api.media.delete("media/sounds/clip-1 é.mp3");
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", notes: [] });
		const { notes } = await mirrorTo(dir, origin, { recheck: true });
		expect(notes).toEqual([expect.stringMatching(/404; the file of an earlier run stays$/)]);
		expect((await crawledRecords(dir))[1]).toMatchObject({ sound: "/media/sounds/clip-1 é.mp3" });
	});

	test("fetches a sound that has changed with --recheck, and a damaged one", async () => {
		api.media.set("media/sounds/clip-1 é.mp3", sound("changed"));
		api.change(1, { sound: `${origin}/media/sounds/clip-1%20%C3%A9.mp3?v=2` });
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", fetched: 0 });
		const recheck = { recheck: true };
		expect(await mirrorTo(dir, origin, recheck)).toMatchObject({ status: "mirrored", fetched: 13 });
		corrupt(dir, "data/media/sounds/clip-2 é.mp3");
		await mirrorTo(dir, origin, recheck);
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("with --recheck keeps a sound that has become a page at the source", async () => {
		const path = "media/sounds/clip-1 é.mp3";
		const [before] = [textOf(dir, `data/${path}`)];
		api.media.set(path, "<!doctype html>");
		const { notes, status } = await mirrorTo(dir, origin, { recheck: true });
		expect({ notes, status }).toEqual({
			notes: [expect.stringMatching(/is not an MP3.*; the file of an earlier run stays$/)],
			status: "unchanged",
		});
		expect(textOf(dir, `data/${path}`)).toBe(before);
	});

	test("refuses a source whose sounds are one, before any is asked for", async () => {
		for (const i of api.rows.keys()) api.change(i, { sound: `${origin}/media/sounds/one.mp3` });
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin));
		expect(message).toMatch(/has 2 media, and .* had 13; .* --allow shrink/);
		expect(exitCode).toBe(8);
		expect(api.mediaRequests).toEqual([]);
		expect(await mirrorTo(dir, origin, { allow: ["shrink"] })).toMatchObject({ status: "partial" });
	});
});

test("the run after a killed one does not fetch media again", async () => {
	const stop = new AbortController();
	server.before = () => api.mediaRequests.length === 4 && stop.abort(new Error("killed"));
	const killed = mirrorTo(dir, origin, { concurrency: 1, signal: stop.signal });
	expect((await failureOf(killed)).message).toBe("killed");
	server.reset();
	expect(await mirrorTo(dir, origin)).toMatchObject({ fetched: 3, kept: 3 });
});
