/** So that the catalogue of a live server comes over as one state of it, and builds into the same API. */
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import { startPreview } from "../../scripts/preview/server.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { expectTaken } from "./crawled.ts";
import { faultyServer } from "./faulty-server.ts";
import { addClip, type LiveApi, liveApi } from "./live-api.ts";
import { beside, failureOf, mirrorTo } from "./mirroring.ts";
import { catalogueFolder, release, releaseOf } from "./releases.ts";

const parent = temporaryFolder();
const server = await faultyServer();
const API = "api/v1/instants/";
let api: LiveApi;
let dir: string;

beforeEach(() => {
	server.reset();
	api = liveApi(server, 7);
	dir = join(mkdtempSync(join(parent, "place-")), "data");
});

const pagesAsked = (): string[] => server.paths.filter((path) => path.startsWith(API));
const mediaAsked = (): string[] => server.paths.filter((path) => path.startsWith("media/"));

/** Records as they were written. */
function written(): Record<string, unknown>[] {
	const lines = textOf(dir, "instants.ndjson").trim().split("\n");
	return lines.map((line) => JSON.parse(line));
}

test("every page is asked for in turn, then page 1 again, then each file of media once", async () => {
	expect(await mirrorTo(dir, server.origin)).toMatchObject({
		kind: "catalogue",
		count: 7,
		fetched: 8,
	});
	await expectTaken(dir, api);
	expect(server.paths[0]).toBe("latest.json");
	expect(pagesAsked()).toEqual([API, `${API}?page=2`, `${API}?page=3`, `${API}?page=4`, API]);
	expect(mediaAsked().toSorted()).toEqual([...api.media.keys()].toSorted());
});

test("the pages are asked for one at a time", async () => {
	let busiest = 0;
	server.before = ({ path }) => {
		if (path.startsWith(API)) busiest = Math.max(busiest, server.busiest);
		server.busiest = 0;
	};
	await mirrorTo(dir, server.origin, { concurrency: 8, media: false });
	expect(busiest).toBe(1);
});

test("the API itself may be named", async () => {
	await mirrorTo(dir, `${server.origin}/api/v1/instants`);
	await expectTaken(dir, api);
});

test("what is crawled builds into the very tree that was crawled", async () => {
	const data = catalogueFolder(parent, ["boom", "bang", "gong", "café", "12:30"]);
	const tree = await releaseOf(data);
	const preview = await startPreview(tree.folder, 0);
	try {
		await mirrorTo(dir, `${preview.origin}/api/v1/instants`);
	} finally {
		await preview.stop();
	}
	expect((await releaseOf(dir)).files).toEqual(tree.files);
});

describe("a second run", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		server.requests = [];
	});

	test("on an unchanged server fetches no media", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", fetched: 0 });
		expect(mediaAsked()).toHaveLength(8);
		const conditions = server.requests.filter(({ headers }) => headers["if-none-match"]);
		expect(conditions).toHaveLength(8);
		await expectTaken(dir, api);
	});

	test("takes what changed, and drops what is gone", async () => {
		api.rows.shift();
		api.media.delete("media/sounds/clip-0 é.mp3");
		addClip(api, server.origin, "new");
		api.media.set("media/sounds/clip-3 é.mp3", api.media.get("media/sounds/clip-4 é.mp3") ?? "");
		expect(await mirrorTo(dir, server.origin)).toMatchObject({
			status: "mirrored",
			fetched: 2,
			deleted: ["media/sounds/clip-0 é.mp3"],
		});
		await expectTaken(dir, api);
	});

	test("mends what was spoilt here", async () => {
		writeFiles(dir, { "media/sounds/clip-1 é.mp3": "spoilt", "instants.ndjson": "" });
		await mirrorTo(dir, server.origin);
		await expectTaken(dir, api);
	});

	test("keeps a sound that the server has lost, and says so", async () => {
		server.always("media/sounds/clip-1 é.mp3", { status: 404 });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings).toEqual([
			"media/sounds/clip-1 é.mp3 is answered with status 404; the file held before is kept",
		]);
		await expectTaken(dir, api);
	});
});

describe("other origins", () => {
	test("in next are not asked without --follow", async () => {
		api.nextOrigin = server.origin.replace("localhost", "127.0.0.1");
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${api.nextOrigin}/${API}?page=2 ("next" of ${server.origin}/${API}): is not at ${server.origin}; give the URL there, or allow it with --follow`,
		);
		await mirrorTo(dir, server.origin, { follow: true });
		await expectTaken(dir, api);
	});

	test("in media are counted, and both ways out are named", async () => {
		for (const row of api.rows) row.image = "http://cdn.example/media/instants_images/x.png";
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`1 of 8 media files are not at ${server.origin} (http://cdn.example/media/instants_images/x.png); fetch them too with --follow, or leave media out with --no-media`,
		);
		await mirrorTo(dir, server.origin, { media: false });
		expect(written()[0]).toMatchObject({ image: "http://cdn.example/media/instants_images/x.png" });
	});
});

test("without media, clips keep their complete URLs, now and later", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	expect(readdirSync(dir)).toEqual(["instants.ndjson"]);
	expect(written()).toEqual(api.rows);
	expect(mediaAsked()).toEqual([]);
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", media: false });
	expect((await readCatalogue(dir, { media: "remote" })).instants).toHaveLength(7);
});

test("paths of the server's own are taken for URLs there", async () => {
	for (const row of api.rows) row.sound = String(row.sound).slice(server.origin.length);
	await mirrorTo(dir, server.origin);
	await expectTaken(dir, api);
});

describe("media that are not what they should be", () => {
	test("leave the clip its URL, so that a build accepts it, and are said", async () => {
		server.always("media/sounds/clip-1 é.mp3", { status: 404 });
		server.always("media/sounds/clip-2 é.mp3", { body: "<!doctype html>Not found" });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings.toSorted()).toEqual([
			"media/sounds/clip-1 é.mp3 is answered with status 404; the clip keeps its URL",
			'media/sounds/clip-2 é.mp3 is not an MP3 (it looks like "nothing known"); the clip keeps its URL',
		]);
		expect(written()[1]?.sound).toBe(api.rows[1]?.sound);
		const { instants, warnings: said } = await readCatalogue(dir, { media: "local" });
		expect({ instants: instants.length, warnings: said.length }).toEqual({
			instants: 7,
			warnings: 2,
		});
	});

	test("are pictures too", async () => {
		const picture = "media/instants_images/a ü#1.svg";
		server.always(picture, { body: "\n<!DOCTYPE html><p>Not found" });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings).toEqual([
			`${picture} is no picture (it looks like "nothing known"); the clip keeps its URL`,
		]);
		expect(written()[0]?.image).toBe(api.rows[0]?.image);
	});

	test("two files of one name are said", async () => {
		const sound = `${server.origin}/other/media/sounds/clip-0%20%C3%A9.mp3`;
		Object.assign(api.rows[1] ?? {}, { sound });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`clip clip-1 sound "${sound}": would be media/sounds/clip-0 é.mp3, as ${api.rows[0]?.sound} would; leave media out with --no-media`,
		);
		expect(await mirrorTo(dir, server.origin, { media: false })).toMatchObject({ count: 7 });
	});
});

describe("a run that failed or was stopped is taken up where it ended:", () => {
	test("pages", async () => {
		server.always(`${API}?page=4`, { status: 503 });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/\?page=4 is answered with status 503/,
		);
		expect(existsSync(dir)).toBe(false);
		server.reset();
		await mirrorTo(dir, server.origin);
		expect(pagesAsked()).toEqual([API, `${API}?page=4`, API]);
		await expectTaken(dir, api);
	});

	test("pages, unless the catalogue changed meanwhile", async () => {
		server.always(`${API}?page=4`, { status: 503 });
		await failureOf(mirrorTo(dir, server.origin));
		server.reset();
		addClip(api, server.origin, "new", 0);
		await mirrorTo(dir, server.origin);
		expect(pagesAsked()).toHaveLength(5);
		await expectTaken(dir, api);
	});

	test("media", async () => {
		server.always("media/sounds/clip-5 é.mp3", "truncated");
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/^1 file could not be fetched; .*\n {2}"media\/sounds\/clip-5 é\.mp3" the answer broke off/,
		);
		server.reset();
		await mirrorTo(dir, server.origin);
		expect(mediaAsked()).toEqual(["media/sounds/clip-5 é.mp3"]);
		await expectTaken(dir, api);
		expect(readdirSync(beside(dir))).toEqual(["held.json"]);
	});
});

test("a folder of the other kind is left alone", async () => {
	await mirrorTo(dir, server.origin);
	const tree = await release(parent, ["boom"]);
	const before = filesIn(dir);
	server.serves = tree.folder;
	expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
		`${dir}: holds the catalogue of a live server, but at ${server.origin}/ there is a published tree; name another folder`,
	);
	expect(filesIn(dir)).toEqual(before);
});

test("a mirror of a tree is not exchanged for a catalogue, and why it would be is said", async () => {
	const tree = await release(parent, ["boom"]);
	expect(await failureOf(mirrorTo(tree.folder, server.origin))).toBe(
		`${tree.folder}: holds a published tree, but at ${server.origin}/ there is the catalogue of a live server (${server.origin}/latest.json is no pointer of a published tree; it is answered with status 404); name another folder`,
	);
	expect(filesIn(tree.folder)).toEqual(tree.files);
});

test("a data folder of the user's own is left alone", async () => {
	const mine = catalogueFolder(parent, ["boom"]);
	const before = filesIn(mine);
	expect(await failureOf(mirrorTo(mine, server.origin))).toContain("holds files, but no release");
	expect(filesIn(mine)).toEqual(before);
});

test("a dry run reads the pages, and leaves no trace", async () => {
	expect(await mirrorTo(dir, server.origin, { dryRun: true })).toMatchObject({
		status: "dry run",
		count: 7,
		fetched: 8,
	});
	expect(mediaAsked()).toEqual([]);
	expect(readdirSync(join(dir, ".."))).toEqual([]);
});
