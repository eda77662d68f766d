/** A later crawl keeps what has not changed, and records removals. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { textOf } from "../fixtures/tree-files.ts";
import { crawledRecords, liveApi } from "./live-api.ts";
import { corrupt, failureOf, findings, INTACT, mirrorTo, rewrite } from "./mirror-run.ts";
import { newPlace, sound } from "./releases.ts";

const api = await liveApi();
const { server } = api;
const { origin } = server;
const TODAY = new Date().toISOString().slice(0, 10);
const SOUND = "media/sounds/clip-1 é.mp3";
const recheck = { recheck: true };
let dir: string;

beforeEach(async () => {
	api.reset();
	dir = join(newPlace(), "mirror");
	// Enough clips that the loss of one is not refused.
	for (let i = 5; i < 12; i++) api.add();
	await mirrorTo(dir, origin);
	server.reset();
});

/** The first clips in `data/`, and when they were removed. */
async function firstClips(): Promise<unknown[]> {
	return (await crawledRecords(dir)).slice(0, 3).map(({ slug, removed }) => [slug, removed]);
}

test("media are not fetched again for another query in their URLs", async () => {
	api.change(0, { sound: `${origin}/media/sounds/clip-0%20%C3%A9.mp3?signature=1` });
	expect(await mirrorTo(dir, origin)).toMatchObject({ fetched: 0, kept: 13 });
});

test("a removal is recorded in the place of the clip, with the day of the run", async () => {
	const [gone] = api.rows.splice(1, 1);
	api.rows.shift();
	await mirrorTo(dir, origin, { allow: ["shrink"] });
	const removed = [
		["clip-0", TODAY],
		["clip-1", TODAY],
	];
	expect(await firstClips()).toEqual([...removed, ["clip-2", undefined]]);
	api.add();
	await mirrorTo(dir, origin);
	expect(await firstClips()).toEqual([...removed, ["clip-2", undefined]]);
	api.rows.splice(1, 0, gone);
	await mirrorTo(dir, origin);
	expect(await firstClips()).toEqual([removed[0], ["clip-2", undefined], ["clip-1", undefined]]);
});

test("a clip that a build would now refuse stays as it was, with its sound, until it is right again", async () => {
	api.change(1, { name: "", sound: null });
	for (const status of ["partial", "partial"]) {
		const { failed, ...outcome } = await mirrorTo(dir, origin);
		expect(outcome).toMatchObject({ status, count: 12, fetched: 0 });
		expect(failed.map(({ reason }) => reason)).toEqual([
			expect.stringMatching(/^name "": .*; the record of an earlier run stays$/),
		]);
		expect((await crawledRecords(dir))[1]).toMatchObject({ name: 'Clip "clip-1"' });
		expect(textOf(dir, `data/${SOUND}`)).toMatch(/clip-1$/);
		expect(await findings(dir)).toEqual(INTACT);
	}
	corrupt(dir, `data/${SOUND}`);
	expect(await mirrorTo(dir, origin)).toMatchObject({ status: "partial", count: 11 });
	expect((await firstClips())[1]).toEqual(["clip-1", TODAY]);
	api.change(1, { name: "Clip", sound: `/${SOUND}` });
	expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", count: 12, fetched: 1 });
	expect((await firstClips())[1]).toEqual(["clip-1", undefined]);
});

test("a crawl without media has none, and the next one fetches them", async () => {
	expect(await mirrorTo(dir, origin, { media: false })).toMatchObject({ status: "mirrored" });
	expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", fetched: 13 });
	expect(await findings(dir)).toEqual(INTACT);
});

test.for<readonly [string, () => unknown, RegExp]>([
	["is gone", () => api.media.delete(SOUND), /404; the file of an earlier run stays$/],
	["is a page", () => api.media.set(SOUND, "<!doctype html>"), /is not an MP3.*earlier run stays$/],
])("where a sound %s at the source, the one that is here is kept", async ([, change, said]) => {
	const before = textOf(dir, `data/${SOUND}`);
	change();
	expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", notes: [] });
	expect(await mirrorTo(dir, origin, recheck)).toMatchObject({
		status: "unchanged",
		notes: [expect.stringMatching(said)],
	});
	expect(textOf(dir, `data/${SOUND}`)).toBe(before);
});

test("--recheck fetches a sound that has changed, and a damaged one", async () => {
	api.media.set(SOUND, sound("changed"));
	expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", fetched: 0 });
	expect(await mirrorTo(dir, origin, recheck)).toMatchObject({ status: "mirrored", fetched: 13 });
	corrupt(dir, "data/media/sounds/clip-2 é.mp3");
	await mirrorTo(dir, origin, recheck);
	expect(await findings(dir)).toEqual(INTACT);
});

test("a damaged record of the crawl before is named", async () => {
	rewrite(dir, "data/clips.ndjson", (text) => text.split("\n").with(2, "\0").join("\n"));
	const { message } = await failureOf(mirrorTo(dir, origin));
	expect(message).toMatch(/clips\.ndjson:3: is not what a mirror writes; restore the file, or/);
});

test("a source that has lost its clips is refused, even if no sounds are lost", async () => {
	const outcome = () => failureOf(mirrorTo(dir, origin));
	for (const i of api.rows.keys()) api.change(i, { sound: `/${SOUND}` });
	await mirrorTo(dir, origin, { allow: ["shrink"] });
	api.rows.splice(6);
	expect((await outcome()).message).toMatch(/has 6 clips, and .* had 12; .* --allow shrink$/);
	api.rows.splice(0);
	expect(await outcome()).toMatchObject({
		exitCode: 8,
		message: expect.stringMatching(/ has 0 media, /),
	});
	expect(await crawledRecords(dir)).toHaveLength(12);
});

test("a source whose sounds are one is refused before any is asked for", async () => {
	for (const i of api.rows.keys()) api.change(i, { sound: `${origin}/media/sounds/one.mp3` });
	const { message, exitCode } = await failureOf(mirrorTo(dir, origin));
	expect(message).toMatch(/has 2 media, and .* had 13; .* --allow shrink/);
	expect(exitCode).toBe(8);
	expect(api.mediaRequests).toEqual([]);
	expect(await mirrorTo(dir, origin, { allow: ["shrink"] })).toMatchObject({ status: "partial" });
});
