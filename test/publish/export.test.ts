/** The exports have the clips of the listing, without those that were removed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, test } from "vitest";
import { searchOptions } from "../../scripts/search/minisearch.ts";
import { clip } from "../fixtures/data-folder.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { textOf } from "../fixtures/tree-files.ts";

const CAFE = clip({
	name: "Café \u2028\u{1f389}",
	slug: "cafe",
	sound: "loud/café 1.mp3",
	image: "a.png",
	description: 'one\r\ntwo "quoted"',
	tags: "coffee",
});

const BOOMS = Array.from({ length: 14 }, (_, i) =>
	[0, 5, 9].includes(i) ? undefined : `Boom ${i}`,
);

let out: string;
beforeAll(async () => {
	const records = [...named(BOOMS), CAFE];
	out = (await publishRecords(records, { parent: temporaryFolder() })).folder;
});

/** The rows of a page, as text. */
function rowsText(path: string): string {
	const body = textOf(out, path);
	const mark = '"results":[';
	return body.slice(body.indexOf(mark) + mark.length, -"]}".length);
}

describe("the whole catalogue as one file", () => {
	test("has the rows of the listing, in order", () => {
		const rows = `${rowsText("v1/instants/page/1.json")},${rowsText("v1/instants/page/2.json")}`;
		const lines = textOf(out, "v1/instants/all.ndjson").trimEnd().split("\n");
		expect(lines).toHaveLength(12);
		expect(lines.join(",")).toBe(rows);
		expect(lines.at(-1)).toBe(
			'{"name":"Café \\u2028\u{1f389}","slug":"cafe","sound":"http://oracle.test/media/sounds/loud/caf%C3%A9%201.mp3","color":"FF8800","image":"http://oracle.test/media/instants_images/a.png","description":"one\\r\\ntwo \\"quoted\\"","tags":"coffee"}',
		);
	});

	test("equals its gzip, which has no time stamp", () => {
		const packed = readFileSync(join(out, "v1/instants/all.ndjson.gz"));
		// https://www.rfc-editor.org/rfc/rfc1952#page-6
		const modificationTime = packed.readUInt32LE(4);
		expect(modificationTime).toBe(0);
		expect(gunzipSync(packed)).toEqual(readFileSync(join(out, "v1/instants/all.ndjson")));
	});
});

test("the ids of the search index are lines of all.ndjson, even if clips were removed", () => {
	const json = textOf(out, "v1/instants/minisearch/index.json");
	const index = MiniSearch.loadJSON(json, searchOptions);
	const lines = textOf(out, "v1/instants/all.ndjson").trimEnd().split("\n");
	expect(index.documentCount).toBe(lines.length);
	for (const [line, row] of lines.entries()) {
		const { name } = JSON.parse(row) as { name: string };
		expect(index.search(name)[0], name).toMatchObject({ id: line, name });
	}
	const found = index.search("BOO").map(({ id }) => id as number);
	expect(found.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
