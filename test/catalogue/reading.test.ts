/** How a valid catalogue is read, and which folders can hold it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRecord } from "../../scripts/catalogue/record-schema.ts";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";
import { DEFAULT_SITE } from "../../scripts/contract/site.ts";
import {
	clip,
	folderWith,
	ndjson,
	readRecords,
	slugsOf,
	writeFiles,
} from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";

test("text is kept exactly, however media are written", async () => {
	const description = 'one\r\ntwo "quoted"\tthree \\ <b>é</b> \u2028 \ud83d\ude00 e\u0301 ';
	const records = [
		clip({ slug: "a", description, sound: "x y.mp3", name: "  Boom  ", color: "aBcDeF" }),
		clip({ slug: "b", tags: description, sound: "/media/sounds/x y.mp3" }),
		clip({ slug: "c", sound: "https://h.test/media/sounds/x%20y.mp3" }),
	];
	const folder = folderWith({ "a.ndjson": ndjson(...records).replaceAll("\n", "\r\n") });
	const read = await readRecords(folder, "remote");
	const blank = { image: null, description: "", tags: "" };
	expect(read.records).toEqual([
		{ ...records[0], ...blank, description, sound: { path: "x y.mp3" } },
		{ ...records[1], ...blank, tags: description, sound: { path: "x y.mp3" } },
		{ ...records[2], ...blank, sound: { path: "x y.mp3", url: records[2]?.sound } },
	]);
});

test("a clip has its fields in the order of the contract, whatever their order in its record", () => {
	const record = clip({ image: "a.png", description: "", tags: "", duration: 1, gain: -1 });
	fc.assert(
		fc.property(fc.shuffledSubarray(Object.entries(record), { minLength: 9 }), (entries) => {
			const { data = {} } = checkRecord(Object.fromEntries(entries));
			expect(Object.keys(data)).toEqual(INSTANT_FIELDS);
		}),
	);
});

test.each([
	["{}", {}],
	[
		'{"title":"Klänge <3","description":"Drück drauf","language":"de-CH","accent":"00aAFF"}',
		{ title: "Klänge <3", description: "Drück drauf", language: "de-CH", accent: "00aAFF" },
	],
	['\ufeff{"title":"One"}', { title: "One" }],
])("%s names the site", async (text, named) => {
	const folder = folderWith({ "clips.ndjson": ndjson(clip()), "site.json": text });
	const { site, records } = await readRecords(folder, "remote");
	expect(site).toEqual({ ...DEFAULT_SITE, ...named });
	expect(records).toHaveLength(1);
});

test.for(["back\\slash", "[a]*{b,c}(d)?!"])("a data folder may be named %s", async (name) => {
	const folder = join(folderWith({}), name);
	mkdirSync(folder);
	writeFiles(folder, {
		"x\\y.ndjson": ndjson(clip({ slug: "one" }), clip({ slug: "two" })),
		"media/sounds/boom.mp3": MP3,
	});
	expect(slugsOf(await readRecords(folder, "local"))).toEqual(["one", "two"]);
});
