/** The files of a published tree agree with each other, and with the catalogue. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { searchOptions } from "../../scripts/search/minisearch.ts";
import type { IndexNode } from "../../scripts/tree/index-node.ts";
import { listingPage } from "../../scripts/tree/page-index.ts";
import { listingPath } from "../../scripts/tree/paths.ts";
import { readTree } from "../../scripts/tree/reading.ts";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";
import {
	BASE,
	named,
	publishData,
	publishRecords,
	temporaryFolder,
} from "../fixtures/published.ts";
import { expectWhole, filesIn, filesOfTree, storeText, textOf } from "../fixtures/tree-files.ts";

const BOOMS = Array.from({ length: 11 }, (_, i) => clip({ name: `Boom ${i}`, slug: `boom-${i}` }));
const REMOVED = { slug: "withdrawn-1", removed: "2026-11-20", reason: "a reason" };
const ALSO_REMOVED = { slug: "withdrawn-2", removed: "2026-11-21" };
const CAFE = clip({
	name: "Café \u2028\u{1f389}",
	slug: "cafe",
	sound: "loud/café 1.mp3",
	image: "a.png",
	description: 'one\r\ntwo "quoted"',
	tags: "coffee",
});

/** Too long to be read in one chunk. */
const LONG_MP3 = Buffer.concat(Array.from({ length: 200 }, () => MP3));

const out = join(temporaryFolder(), "dist");
const dataDir = folderWith({
	"a.ndjson": ndjson(REMOVED, ...BOOMS.slice(0, 4), ALSO_REMOVED, ...BOOMS.slice(4), CAFE),
	"media/sounds/boom.mp3": MP3,
	"media/sounds/loud/café 1.mp3": LONG_MP3,
	"media/instants_images/a.png": PNG,
});
const published = await publishData(dataDir, out);

/** The rows of a page, as text. */
function rowsText(path: string): string {
	const body = textOf(out, path);
	const mark = '"results":[';
	return body.slice(body.indexOf(mark) + mark.length, -"]}".length);
}

test("the manifest, the pointer and the build report are correct", async () => {
	const pointer = await expectWhole(out);
	expect(pointer).toEqual(published.pointer);
	expect(pointer).toMatchObject({ version: 1, base_url: BASE, media: "local" });
	expect(pointer).toMatchObject({ count: 12, positions: 14 });
	expect(published.files).toEqual(filesIn(out));
	const words = { wordPages: 18, words: 18 };
	expect(published.precomputed).toMatchObject({ listingPages: 2, clipPages: 0, ...words });
});

test("media are copied exactly", () => {
	expect(readFileSync(join(out, "media/sounds/loud/café 1.mp3"))).toEqual(LONG_MP3);
	expect(readFileSync(join(out, "media/instants_images/a.png"))).toEqual(PNG);
});

test("only the slug of a removed clip and the reason are published", async () => {
	const { pointer, store } = await readTree(folderAsset(out));
	const root: IndexNode = JSON.parse(await storeText(store, "slugs", pointer.slugs));
	const [, name = ""] = root.entries[0] ?? [];
	const slugs = JSON.parse(await storeText(store, "slugs", name));
	expect(slugs).toMatchObject({
		"withdrawn-1": "a reason",
		"boom-3": 4,
		"withdrawn-2": null,
		cafe: 13,
	});
	const naming = filesIn(out).filter(({ path }) =>
		/withdrawn-[12]|a reason/.test(textOf(out, path)),
	);
	expect(naming.map(({ path }) => path.replace(/\w{64}/, "NAME"))).toEqual([
		"v1/instants/slugs/NAME.json",
	]);
});

/** The lines of the catalogue file. */
const exported = (): string[] => textOf(out, "v1/instants/all.ndjson").trimEnd().split("\n");

test("the catalogue file has the rows of the listing, in order", () => {
	const rows = `${rowsText("v1/instants/page/1.json")},${rowsText("v1/instants/page/2.json")}`;
	expect(exported()).toHaveLength(12);
	expect(exported().join(",")).toBe(rows);
	expect(exported().at(-1)).toBe(
		'{"name":"Café \\u2028\u{1f389}","slug":"cafe","sound":"http://oracle.test/media/sounds/loud/caf%C3%A9%201.mp3","color":"FF8800","image":"http://oracle.test/media/instants_images/a.png","description":"one\\r\\ntwo \\"quoted\\"","tags":"coffee"}',
	);
});

test("the gzipped catalogue file has the same content, and no timestamp", () => {
	const packed = readFileSync(join(out, "v1/instants/all.ndjson.gz"));
	// https://www.rfc-editor.org/rfc/rfc1952#page-6
	const modificationTime = packed.readUInt32LE(4);
	expect(modificationTime).toBe(0);
	expect(gunzipSync(packed)).toEqual(readFileSync(join(out, "v1/instants/all.ndjson")));
});

test("the ids of the search index are lines of all.ndjson, even if clips were removed", () => {
	const json = textOf(out, "v1/instants/minisearch/index.json");
	const index = MiniSearch.loadJSON(json, searchOptions);
	expect(index.documentCount).toBe(exported().length);
	for (const [line, row] of exported().entries()) {
		const { name } = JSON.parse(row) as { name: string };
		expect(index.search(name)[0], name).toMatchObject({ id: line, name });
	}
	const found = index.search("BOO").map(({ id }) => id as number);
	expect(found.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("files that an answer has read into memory are listed too", async () => {
	const { folder } = await publishRecords(named(["Boom"]));
	const tree = await readTree(folderAsset(folder));
	expect(await listingPage(tree, 1)).toContain("Boom");
	const listed = await filesOfTree(tree);
	expect(listed.map(({ path }) => `/${path}`)).toContain(listingPath(1));
});

test("an empty catalogue has empty exports", async () => {
	const { folder } = await publishRecords([]);
	expect((await expectWhole(folder)).count).toBe(0);
	expect(textOf(folder, "v1/instants/all.ndjson")).toBe("");
	expect(textOf(folder, "v1/instants/all.m3u8")).toBe("#EXTM3U\n");
	expect(gunzipSync(readFileSync(join(folder, "v1/instants/all.ndjson.gz")))).toHaveLength(0);
});

test("tags are offered even without precomputed pages", async () => {
	const tagged = { ...named(["Boom"])[0], tags: "loud" };
	const { folder } = await publishRecords([tagged], { pages: "none" });
	expect(textOf(folder, "index.html")).toContain('data-tag="loud"');
});

test("remote media are linked, not published", async () => {
	const folder = temporaryFolder();
	const dataDir = folderWith({ "a.ndjson": ndjson(CAFE) });
	await publishData(dataDir, folder, { mediaUrl: "https://cdn.test/files" });
	expect((await expectWhole(folder)).media).toBe("remote");
	expect(JSON.parse(textOf(folder, "v1/instants/all.ndjson"))).toMatchObject({
		sound: "https://cdn.test/files/sounds/loud/caf%C3%A9%201.mp3",
		image: "https://cdn.test/files/instants_images/a.png",
	});
	expect(filesIn(folder).filter(({ path }) => path.startsWith("media/"))).toEqual([]);
});

test("every sound is in the playlist with its name on one line, in the order of the catalogue", async () => {
	const { folder } = await publishRecords([
		clip({ name: "Boom, and\r\n#EXTINF:3,bang", slug: "boom" }),
		{ slug: "gone", removed: "2026-11-21" },
		clip({ name: "Café 🎉", slug: "cafe", sound: "loud/café 1.mp3", duration: 2.5 }),
	]);
	expect(textOf(folder, "v1/instants/all.m3u8").split("\n")).toEqual([
		"#EXTM3U",
		"#EXTINF:-1,Boom, and #EXTINF:3,bang",
		`${BASE}/media/sounds/boom.mp3`,
		"#EXTINF:2.5,Café 🎉",
		`${BASE}/media/sounds/loud/caf%C3%A9%201.mp3`,
		"",
	]);
});

test("a playlist of more than two megabytes is left out", async () => {
	const names = Array.from({ length: 2000 }, (_, i) => `${i} ${"x".repeat(990)}`);
	const { folder, published } = await publishRecords(named(names), { pages: "none" });
	expect(published.leftOut).toEqual(["/v1/instants/all.m3u8"]);
	expect(filesIn(folder).filter(({ path }) => path.endsWith(".m3u8"))).toEqual([]);
});
