/** What transcripts.txt cannot tell of imports: the clips of another catalogue, and what happens meanwhile. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importCatalogue, importFolders } from "../../scripts/authoring/clip-import.ts";
import { removeClips } from "../../scripts/authoring/removal.ts";
import { clip, folderWith, ndjson, problemLines, writeFiles } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const FULL = {
	slug: "full",
	image: "x.png",
	description: "Line\nend",
	tags: "a b",
	color: "abcdef",
};
const source = folderWith({
	"clips.ndjson": ndjson(
		clip({ ...FULL, name: "Full", sound: "a é.mp3" }),
		clip({ slug: "same-sound", sound: "a é.mp3", image: "gone.png" }),
		clip({ slug: "boom-2", sound: "b.mp3" }),
		{ slug: "old", removed: "2026-11-21" },
		clip({ slug: "elsewhere", sound: "https://h.test/media/sounds/none.mp3" }),
	),
	"media/sounds/a é.mp3": MP3,
	"media/sounds/b.mp3": taggedMp3({ title: "not looked at" }),
	"media/instants_images/x.png": PNG,
});

test("clips of another catalogue are added with all their fields, and not a second time", async () => {
	const data = folderWith({
		"clips.ndjson": ndjson(clip(), clip({ slug: "boom-2" })),
		"media/sounds/boom.mp3": taggedMp3({ title: "mine" }),
	});
	const { additions, missing } = await importCatalogue(data, source);
	expect(missing).toEqual([
		{ slug: "same-sound", field: "image", value: "gone.png" },
		{ slug: "elsewhere", field: "sound", value: "https://h.test/media/sounds/none.mp3" },
	]);
	expect(additions.map(({ from, record }) => [from, record.slug])).toEqual([
		["full", "full"],
		["same-sound", "same-sound"],
		["boom-2", "boom-2-2"],
	]);
	const lines = readFileSync(join(data, "clips.ndjson"), "utf8").trim().split("\n");
	expect(lines.slice(2).map((line) => JSON.parse(line))).toEqual([
		{ ...FULL, name: "Full", sound: "a é.mp3", image: "x.png", duration: 0.104 },
		clip({ slug: "same-sound", sound: "a é.mp3", duration: 0.104 }),
		clip({ slug: "boom-2-2", sound: "b.mp3", duration: 0.104 }),
	]);
	expect(await problemLines(data, "local")).toEqual([]);
	const before = filesIn(data);
	expect((await importCatalogue(data, source)).known).toEqual([
		{ from: "full", clip: "full" },
		{ from: "same-sound", clip: "same-sound" },
		{ from: "boom-2", clip: "boom-2-2" },
	]);
	expect(filesIn(data)).toEqual(before);
	await removeClips(data, ["same-sound"], { date: "2026-11-21" });
	const again = await importCatalogue(data, source);
	expect(again).toMatchObject({ additions: [], removed: ["same-sound"] });
});

test("paths stay where they are free, given measures stay, and each change is told", async () => {
	const data = folderWith({
		"clips.ndjson": ndjson(clip()),
		"media/sounds/boom.mp3": taggedMp3({ title: "mine" }),
		"media/sounds/B.MP3": taggedMp3({ title: "mine too" }),
	});
	const made = "0123456789abcdef01234567.mp3";
	const other = folderWith({
		"clips.ndjson": ndjson(
			clip({ slug: "a", sound: "deep/a.mp3", duration: 9, gain: -1.5 }),
			clip({ slug: "copy", sound: "copy.mp3", duration: 8 }),
			clip({ slug: "b", sound: "b.mp3", image: "y.png", gain: 3 }),
			clip({ slug: "named", sound: made }),
			clip({ slug: "asked", sound: "what?.mp3" }),
		),
		"media/sounds/deep/a.mp3": MP3,
		"media/sounds/copy.mp3": MP3,
		"media/sounds/b.mp3": taggedMp3({ title: "b" }),
		[`media/sounds/${made}`]: taggedMp3({ title: "c" }),
		"media/sounds/what?.mp3": taggedMp3({ title: "d" }),
		"media/instants_images/y.png": "no picture",
	});
	const { additions } = await importCatalogue(data, other);
	const records = readFileSync(join(data, "clips.ndjson"), "utf8").trim().split("\n").slice(1);
	expect(records.map((line) => JSON.parse(line))).toEqual([
		clip({ slug: "a", sound: "deep/a.mp3", duration: 9, gain: -1.5 }),
		clip({ slug: "copy", sound: "copy.mp3", duration: 8 }),
		clip({ slug: "b", sound: "b-2.mp3", duration: 0.104, gain: 3 }),
		clip({ slug: "named", sound: "named.mp3", duration: 0.104 }),
		clip({ slug: "asked", sound: "asked.mp3", duration: 0.104 }),
	]);
	expect(additions.map(({ changes }) => changes)).toEqual([
		[],
		[],
		[
			{ field: "sound", from: "b.mp3", to: "b-2.mp3" },
			{ field: "image", from: "y.png", to: "none" },
		],
		[],
		[{ field: "sound", from: "what?.mp3", to: "asked.mp3" }],
	]);
	expect(await importCatalogue(data, other)).toMatchObject({ additions: [] });
});

test("another sound under the slug of a removed clip is a new clip", async () => {
	const catalogue = folderWith({
		"clips.ndjson": ndjson({ slug: "boom", removed: "2026-11-21", sha256: "0".repeat(64) }),
	});
	const source = folderWith({
		"a.ndjson": ndjson(clip()),
		"media/sounds/boom.mp3": taggedMp3({ title: "Bang!" }),
	});
	const { additions } = await importCatalogue(catalogue, source);
	expect(additions).toMatchObject([{ record: { slug: "boom-2" } }]);
});

test("a sound whose name is not UTF-8 is named", async () => {
	const sounds = folderWith({ "a.mp3": MP3 });
	const spoilt = Buffer.concat([Buffer.from(`${sounds}/`), Buffer.of(0xff), Buffer.from(".mp3")]);
	writeFileSync(spoilt, MP3);
	await expect(importFolders(folderWith({}), [sounds])).rejects.toThrow(
		`${sounds}/\ufffd.mp3: is not there, or its name is not UTF-8; correct the name`,
	);
});

test("an import that is stopped on the way changes nothing", async () => {
	const sounds = folderWith({ "a.mp3": MP3, "b.mp3": taggedMp3({ title: "Bang!", picture: PNG }) });
	const catalogue = folderWith({});
	const onProgress = (phase: string, done: number): void => {
		if (phase === "copying" && done === 1) throw new Error("stopped");
	};
	const stopped = importFolders(catalogue, [sounds], { onProgress });
	await expect(stopped).rejects.toThrow("stopped");
	expect(filesIn(catalogue)).toEqual([]);
});

test("a file that appears meanwhile is not overwritten", async () => {
	const catalogue = folderWith({});
	const sounds = folderWith({ "a.mp3": MP3 });
	const path = "media/sounds/a.mp3";
	const onProgress = (phase: string): void => {
		if (phase === "copying") writeFiles(catalogue, { [path]: "somebody else's" });
	};
	await expect(importFolders(catalogue, [sounds], { onProgress })).rejects.toThrow(
		/a\.mp3: EEXIST/,
	);
	expect(readFileSync(join(catalogue, path), "utf8")).toBe("somebody else's");
	expect(filesIn(catalogue)).toHaveLength(1);
});
