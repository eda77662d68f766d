/** Media of a live server that are elsewhere or unusable do not end up in the catalogue. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readRecords } from "../fixtures/data-folder.ts";
import { expectMirrored, writtenClips } from "./crawled.ts";
import { faultyServer } from "./faulty-server.ts";
import { type LiveApi, liveApi } from "./live-api.ts";
import { failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace } from "./releases.ts";

const server = await faultyServer();
const API = "api/v1/instants/";
let api: LiveApi;
let dir: string;

beforeEach(() => {
	server.reset();
	api = liveApi(server, 7);
	dir = join(newPlace(), "data");
});

describe("other origins", () => {
	test("in next are only requested with --follow", async () => {
		api.nextOrigin = server.origin.replace("localhost", "127.0.0.1");
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${api.nextOrigin}/${API}?page=2 ("next" of ${server.origin}/${API}): is not at ${server.origin}; use the URL there, or allow it with --follow`,
		);
		await mirrorTo(dir, server.origin, { follow: true });
		await expectMirrored(dir, api);
	});

	test("of media are refused with a message that gives both ways out", async () => {
		for (const row of api.rows) row.image = "http://cdn.example/media/instants_images/x.png";
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`1 of 8 media files are not at ${server.origin} (http://cdn.example/media/instants_images/x.png); fetch them too with --follow, or leave media out with --no-media`,
		);
		await mirrorTo(dir, server.origin, { media: false });
		expect(writtenClips(dir)[0]).toMatchObject({
			image: "http://cdn.example/media/instants_images/x.png",
		});
	});
});

describe("unusable media", () => {
	test("are left out with a warning, and the clip keeps its URL", async () => {
		server.always("media/sounds/clip-1 é.mp3", { status: 404 });
		server.always("media/sounds/clip-2 é.mp3", { body: "<!doctype html>Not found" });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings.toSorted()).toEqual([
			"media/sounds/clip-1 é.mp3 was answered with status 404; the clip keeps its URL",
			"media/sounds/clip-2 é.mp3 is not an MP3 (it looks like no known type); the clip keeps its URL",
		]);
		expect(writtenClips(dir)[1]?.sound).toBe(api.rows[1]?.sound);
		const { records, warnings: buildWarnings } = await readRecords(dir, "local");
		expect({ records: records.length, warnings: buildWarnings.length }).toEqual({
			records: 7,
			warnings: 2,
		});
	});

	test("may be pictures too", async () => {
		const picture = "media/instants_images/a ü#1.png";
		server.always(picture, { body: "\n<!DOCTYPE html><p>Not found" });
		const { warnings } = await mirrorTo(dir, server.origin);
		expect(warnings).toEqual([
			`${picture} is not a picture (it looks like no known type); the clip keeps its URL`,
		]);
		expect(writtenClips(dir)[0]?.image).toBe(api.rows[0]?.image);
	});

	test("include two files of the same name, which are refused", async () => {
		const sound = `${server.origin}/other/media/sounds/clip-0%20%C3%A9.mp3`;
		Object.assign(api.rows[1] ?? {}, { sound });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`clip clip-1 sound "${sound}": would be stored as media/sounds/clip-0 é.mp3, like ${api.rows[0]?.sound}; leave media out with --no-media`,
		);
		expect(await mirrorTo(dir, server.origin, { media: false })).toMatchObject({ count: 7 });
	});
});
