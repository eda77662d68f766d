/** The catalogue of a live server is mirrored in a consistent state, and builds into the same API. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { readRecords, writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { expectMirrored, writtenClips } from "./crawled.ts";
import { faultyServer } from "./faulty-server.ts";
import { addClip, type LiveApi, liveApi } from "./live-api.ts";
import { beside, failureOf, mirrorTo } from "./mirror-run.ts";
import { catalogueFolder, newPlace, release, releaseOf } from "./releases.ts";

const server = await faultyServer();
const API = "api/v1/instants/";
let api: LiveApi;
let dir: string;

beforeEach(() => {
	server.reset();
	api = liveApi(server, 7);
	dir = join(newPlace(), "data");
});

const pageRequests = (): string[] => server.paths.filter((path) => path.startsWith(API));
const mediaRequests = (): string[] => server.paths.filter((path) => path.startsWith("media/"));

test("a crawl requests every page in turn, then page 1 again, then each media file once", async () => {
	expect(await mirrorTo(dir, server.origin)).toMatchObject({
		kind: "catalogue",
		count: 7,
		fetched: 8,
	});
	await expectMirrored(dir, api);
	expect(server.paths[0]).toBe("latest.json");
	expect(pageRequests()).toEqual([API, `${API}?page=2`, `${API}?page=3`, `${API}?page=4`, API]);
	expect(mediaRequests().toSorted()).toEqual([...api.media.keys()].toSorted());
});

test("pages are requested one at a time", async () => {
	let busiest = 0;
	server.before = ({ path }) => {
		if (path.startsWith(API)) busiest = Math.max(busiest, server.busiest);
		server.busiest = 0;
	};
	await mirrorTo(dir, server.origin, { concurrency: 8, media: false });
	expect(busiest).toBe(1);
});

test("the source may be the URL of the API itself", async () => {
	await mirrorTo(dir, `${server.origin}/api/v1/instants`);
	await expectMirrored(dir, api);
});

test("a crawled catalogue builds into the same tree", async () => {
	const data = catalogueFolder(["boom", "bang", "gong", "café", "12:30"]);
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

	test("of an unchanged server fetches no media", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", fetched: 0 });
		expect(mediaRequests()).toHaveLength(8);
		const conditions = server.requests.filter(({ headers }) => headers["if-none-match"]);
		expect(conditions).toHaveLength(8);
		await expectMirrored(dir, api);
	});

	test("fetches what has changed, and deletes what is gone", async () => {
		api.rows.shift();
		api.media.delete("media/sounds/clip-0 é.mp3");
		addClip(api, server.origin, "new");
		api.media.set("media/sounds/clip-3 é.mp3", api.media.get("media/sounds/clip-4 é.mp3") ?? "");
		expect(await mirrorTo(dir, server.origin)).toMatchObject({
			status: "mirrored",
			fetched: 2,
			deleted: ["media/sounds/clip-0 é.mp3"],
		});
		await expectMirrored(dir, api);
	});

	test("repairs corrupt files", async () => {
		writeFiles(dir, { "media/sounds/clip-1 é.mp3": "corrupt", "instants.ndjson": "" });
		await mirrorTo(dir, server.origin);
		await expectMirrored(dir, api);
	});

	test("keeps a sound that the server has lost, with a warning", async () => {
		server.always("media/sounds/clip-1 é.mp3", { status: 404 });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings).toEqual([
			"media/sounds/clip-1 é.mp3 was answered with status 404; the file from an earlier run is kept",
		]);
		await expectMirrored(dir, api);
	});
});

test("with --no-media, clips keep their complete URLs, in later runs too", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	expect(readdirSync(dir)).toEqual(["instants.ndjson"]);
	expect(writtenClips(dir)).toEqual(api.rows);
	expect(mediaRequests()).toEqual([]);
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", media: false });
	expect((await readRecords(dir, "remote")).records).toHaveLength(7);
});

test("media paths are resolved against the server", async () => {
	for (const row of api.rows) row.sound = String(row.sound).slice(server.origin.length);
	await mirrorTo(dir, server.origin);
	await expectMirrored(dir, api);
});

describe("the next run after a failure resumes with", () => {
	test("the pages", async () => {
		server.always(`${API}?page=4`, { status: 503 });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/\?page=4 was answered with status 503/,
		);
		expect(existsSync(dir)).toBe(false);
		server.reset();
		await mirrorTo(dir, server.origin);
		expect(pageRequests()).toEqual([API, `${API}?page=4`, API]);
		await expectMirrored(dir, api);
	});

	test("page 1 if the catalogue has changed", async () => {
		server.always(`${API}?page=4`, { status: 503 });
		await failureOf(mirrorTo(dir, server.origin));
		server.reset();
		addClip(api, server.origin, "new", 0);
		await mirrorTo(dir, server.origin);
		expect(pageRequests()).toHaveLength(5);
		await expectMirrored(dir, api);
	});

	test("the media", async () => {
		server.always("media/sounds/clip-5 é.mp3", "truncated");
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/^1 file could not be fetched; .*\n {2}"media\/sounds\/clip-5 é\.mp3" the response broke off/,
		);
		server.reset();
		await mirrorTo(dir, server.origin);
		expect(mediaRequests()).toEqual(["media/sounds/clip-5 é.mp3"]);
		await expectMirrored(dir, api);
		expect(readdirSync(beside(dir))).toEqual(["held.json"]);
	});
});

test("a mirrored catalogue is not replaced by a published tree", async () => {
	await mirrorTo(dir, server.origin);
	const tree = await release(["boom"]);
	const before = filesIn(dir);
	server.serves = tree.folder;
	expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
		`${dir}: contains the catalogue of a live server, but ${server.origin}/ is a published tree; name another folder`,
	);
	expect(filesIn(dir)).toEqual(before);
});

test("a mirrored tree is not replaced by a catalogue, and the message explains why", async () => {
	const tree = await release(["boom"]);
	expect(await failureOf(mirrorTo(tree.folder, server.origin))).toBe(
		`${tree.folder}: contains a published tree, but ${server.origin}/ is the catalogue of a live server (${server.origin}/latest.json is not the pointer of a published tree: it was answered with status 404); name another folder`,
	);
	expect(filesIn(tree.folder)).toEqual(tree.files);
});

test("a dry run reads the pages and writes nothing", async () => {
	expect(await mirrorTo(dir, server.origin, { dryRun: true })).toMatchObject({
		status: "dry run",
		count: 7,
		fetched: 8,
	});
	expect(mediaRequests()).toEqual([]);
	expect(readdirSync(join(dir, ".."))).toEqual([]);
});
