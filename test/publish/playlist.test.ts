/** The list of all sounds, for players. */
import { expect, test } from "vitest";
import { clip } from "../fixtures/data-folder.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

test("every sound is in it with its name on one line, in the order of the catalogue", async () => {
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

test("a list of more than two megabytes is left out", async () => {
	const names = Array.from({ length: 2000 }, (_, i) => `${i} ${"x".repeat(990)}`);
	const { folder, published } = await publishRecords(named(names), { pages: "none" });
	expect(published.leftOut).toEqual(["/v1/instants/all.m3u8"]);
	expect(filesIn(folder).filter(({ path }) => path.endsWith(".m3u8"))).toEqual([]);
});
