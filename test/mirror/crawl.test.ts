/** A crawl of a live server keeps whatever can be kept, says what cannot, and makes a catalogue of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { ALL, api, DEAD, FAULTS, SOUND } from "./crawl-faults.ts";
import { API, crawledRecords } from "./live-api.ts";
import { findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { catalogueFolder, newPlace, releaseOf } from "./releases.ts";

const { server } = api;
const { origin } = server;
let dir: string;

beforeEach(() => {
	api.reset();
	dir = join(newPlace(), "mirror");
});

describe("of a source with", () => {
	test.for(Object.entries(FAULTS))("%s, everything else is kept", async ([, fault]) => {
		const { make, slugs = ALL, failed, noted = /^/, sound = `/${SOUND}`, image } = fault;
		make();
		const outcome = await mirrorTo(dir, origin, { followOrigin: [DEAD] });
		const reasons = outcome.failed.map(({ what, reason }) => `${what}: ${reason}`);
		expect(outcome.status).toBe(failed === undefined ? "mirrored" : "partial");
		expect(reasons.slice(0, 1)).toEqual(
			failed === undefined ? [] : [expect.stringMatching(failed)],
		);
		expect(outcome.notes.join()).toMatch(noted);
		const records = await crawledRecords(dir);
		expect(records.map(({ slug }) => slug)).toEqual(slugs);
		const second = records.find(({ slug }) => slug === "clip-1");
		if (second !== undefined) {
			const picture = image ?? "/media/instants_images/a ü#1.png";
			expect(second).toMatchObject({ sound: expect.stringMatching(sound), image: picture });
			if (String(second.sound).startsWith("/")) {
				const stored = readFileSync(join(dir, "data", String(second.sound)), "latin1");
				expect(stored.endsWith("clip-1")).toBe(true);
			}
		}
		expect(new Set(api.mediaRequests).size).toBe(api.mediaRequests.length);
		expect(JSON.parse(textOf(dir, "crawl/pages/000001.json"))).toMatchObject({
			results: JSON.parse(JSON.stringify(api.rows.slice(0, 2))),
		});
		expect(JSON.parse(textOf(dir, "provenance.json"))).toMatchObject({ failed: outcome.failed });
		expect(await findings(dir)).toEqual(INTACT);
	});
});

test("a row that is nested too deeply to be written is left out", async () => {
	const deep = "[".repeat(20_000) + "]".repeat(20_000);
	const body = `{"count":1,"next":null,"results":[{"slug":"deep","name":${deep}}]}`;
	server.always(API, { body });
	const { failed } = await mirrorTo(dir, origin);
	expect(failed[0]?.what).toBe('page 1 clip 1 "deep" name (nested too deeply to show)');
});

test("a crawled catalogue builds into the tree that it was crawled from", async () => {
	const data = catalogueFolder(["boom", "bang", "gong", "café", "12:30"]);
	const tree = await releaseOf(data);
	const preview = await startPreview(tree.folder, 0);
	try {
		await mirrorTo(dir, `${preview.origin}/api/v1/instants`, { crawl: true });
	} finally {
		await preview.stop();
	}
	expect((await releaseOf(join(dir, "data"))).files).toEqual(tree.files);
});
