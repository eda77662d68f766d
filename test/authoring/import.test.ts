/** An import adds each new sound once and overwrites nothing, or it changes nothing at all. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importCatalogue, importFolders } from "../../scripts/authoring/clip-import.ts";
import { removeClips } from "../../scripts/authoring/removal.ts";
import {
	clip,
	type Files,
	folderWith,
	ndjson,
	problemLines,
	readRecords,
	slugsOf,
} from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const BANG = taggedMp3({ title: "Bang!", picture: PNG });

const data = (files: Files = {}): string => folderWith(files);
const linesIn = (folder: string): unknown[] =>
	readFileSync(join(folder, "clips.ndjson"), "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

test("sounds are copied and get records, with what their tags say", async () => {
	const catalogue = data();
	const sounds = folderWith({
		"deep/er/01 - air_horn.mp3": MP3,
		"bang.mp3": BANG,
		"loud.mp3": readFileSync("data/media/sounds/bonk.mp3"),
		"cover.jpg": "not a sound",
		".hidden.mp3": "not looked at",
	});
	const { additions } = await importFolders(catalogue, [sounds]);
	const bang = {
		name: "Bang!",
		slug: "bang",
		sound: "bang.mp3",
		color: "E53935",
		image: "bang.png",
	};
	const horn = { name: "air horn", slug: "air-horn", sound: "air-horn.mp3", color: "1E88E5" };
	// Silence has no gain.
	const duration = 0.104;
	expect(linesIn(catalogue)).toEqual([
		{ ...bang, duration },
		{ ...horn, duration },
		expect.objectContaining({ slug: "bonk", duration: 0.216, gain: expect.any(Number) }),
	]);
	expect(additions.map(({ from }) => from)).toEqual([
		join(sounds, "bang.mp3"),
		join(sounds, "deep/er/01 - air_horn.mp3"),
		join(sounds, "loud.mp3"),
	]);
	expect(readFileSync(join(catalogue, "media/sounds/bang.mp3"))).toEqual(BANG);
	expect(readFileSync(join(catalogue, "media/instants_images/bang.png"))).toEqual(PNG);
	expect(await problemLines(catalogue, "local")).toEqual([]);
});

test.each([
	[[], [undefined, undefined]],
	[["folder"], ["drums short", "loud"]],
	[["genre"], [undefined, "Noise & more"]],
	[
		["folder", "genre"],
		["drums short", "loud, Noise & more"],
	],
] as const)("clips get tags from %j if asked", async (tags, expected) => {
	const catalogue = data();
	const sounds = folderWith({
		"drums, short/a.mp3": MP3,
		"loud/b.mp3": taggedMp3({ genre: "Noise\n& more" }),
	});
	const { additions } = await importFolders(catalogue, [sounds], { tags });
	expect(additions).toHaveLength(2);
	const records = linesIn(catalogue) as { tags?: string }[];
	expect(records.map((record) => record.tags)).toEqual(expected);
	expect(await problemLines(catalogue, "local")).toEqual([]);
});

test("sounds come in the order in which people number them", async () => {
	const names = ["1/2.mp3", "1/10.mp3", "2/1.mp3", "10.mp3", "10/1.mp3"];
	const sound = (i: number): Buffer => taggedMp3({ picture: Buffer.from(`${i}`) });
	const sounds = folderWith(Object.fromEntries(names.map((name, i) => [name, sound(i)])));
	const { additions } = await importFolders(data(), [sounds]);
	expect(additions.map(({ from }) => from)).toEqual(names.map((name) => join(sounds, name)));
});

test("a sound of Freesound says whom to credit", async () => {
	const { additions } = await importFolders(data(), [folderWith({ "1__ann__a-bell.mp3": MP3 })]);
	const description = "By ann, https://freesound.org/s/1/";
	expect(additions).toMatchObject([{ record: { name: "a-bell", description } }]);
});

test.each([
	["a line", "z.ndjson", JSON.stringify(clip()), "{OLD}\n{NEW}\n"],
	["lines", "clips/a.jsonl", ndjson(clip()), "{OLD}\n{NEW}\n"],
	["a pretty array", "z.json", `[\n\t${JSON.stringify(clip())}\n]\n`, "[\n\t{OLD},\n\t{NEW}\n]\n"],
	["an array in a line", "z.json", `\ufeff[${JSON.stringify(clip())}]`, "\ufeff[{OLD},{NEW}]"],
	["an empty array", "z.json", "[]", "[\n{NEW}\n]"],
	["one record", "z.json", `${JSON.stringify(clip({ name: "[é]" }))}\n`, "[\n{OLD},\n{NEW}\n]\n"],
])(
	"records are added at the end of the last file, so that no other clip moves: %s",
	async (...row) => {
		const [, name, before, after] = row;
		const first = JSON.stringify(clip({ slug: "first" }));
		const catalogue = data({ "a.ndjson": first, [name]: before });
		const { file, additions } = await importFolders(catalogue, [folderWith({ "new.mp3": MP3 })]);
		expect(file).toBe(join(catalogue, name));
		const old = /\{.*\}/.exec(before)?.[0] ?? "";
		const added = JSON.stringify(additions[0]?.record);
		expect(readFileSync(file, "utf8")).toBe(after.replace("{OLD}", old).replace("{NEW}", added));
		expect(slugsOf(await readRecords(catalogue, "remote")).at(-1)).toBe("new");
		expect(readFileSync(join(catalogue, "a.ndjson"), "utf8")).toBe(first);
	},
);

test("records are appended, and names that are taken get a number", async () => {
	const before = `${JSON.stringify(clip({ slug: "bang" }))}\n{"slug":"bang-2","removed":"2026-11-21"}`;
	const catalogue = data({
		"clips.ndjson": before,
		"media/sounds/Bang-3.mp3": "somebody else's",
		"media/sounds/boom.mp3": MP3,
	});
	await importFolders(catalogue, [folderWith({ "a.mp3": BANG })]);
	const text = readFileSync(join(catalogue, "clips.ndjson"), "utf8");
	expect(text.startsWith(`${before}\n`)).toBe(true);
	expect(linesIn(catalogue)[2]).toMatchObject({ slug: "bang-3", sound: "bang-3-2.mp3" });
	expect(readFileSync(join(catalogue, "media/sounds/Bang-3.mp3"), "utf8")).toBe("somebody else's");
});

test("the same sound is added once, under any name, and one picture is stored for all", async () => {
	const catalogue = data();
	const other = taggedMp3({ title: "Other", picture: PNG });
	const sounds = folderWith({ "a.mp3": BANG, "b/copy.mp3": BANG, "c.mp3": other });
	const { additions, known } = await importFolders(catalogue, [sounds]);
	expect([additions.length, known]).toEqual([
		2,
		[{ from: join(sounds, "b/copy.mp3"), clip: additions[0]?.record.slug }],
	]);
	expect(linesIn(catalogue)).toMatchObject([{ image: "bang.png" }, { image: "bang.png" }]);
	const before = filesIn(catalogue);
	const again = await importFolders(catalogue, [sounds, join(sounds, "c.mp3")]);
	expect([again.additions.length, again.known.length]).toEqual([0, 3]);
	expect(filesIn(catalogue)).toEqual(before);
});

test("sounds that a killed import copied are taken as they are, and removed clips do not return", async () => {
	const catalogue = data({ "media/sounds/bang.mp3": BANG, "media/sounds/x.mp3": MP3 });
	const sounds = folderWith({ "a.mp3": BANG });
	await importFolders(catalogue, [sounds]);
	expect(linesIn(catalogue)).toMatchObject([{ slug: "bang", sound: "bang.mp3" }]);
	await removeClips(catalogue, ["bang"], { date: "2026-11-21" });
	const before = filesIn(catalogue);
	const { additions, removed } = await importFolders(catalogue, [sounds]);
	expect({ additions, removed }).toEqual({ additions: [], removed: [join(sounds, "a.mp3")] });
	expect(filesIn(catalogue)).toEqual(before);
	await importFolders(catalogue, [join(catalogue, "media/sounds")]);
	expect(linesIn(catalogue)).toMatchObject([{ slug: "bang" }, { slug: "x", sound: "x.mp3" }]);
});

test("a removed clip does not return when its file is deleted, until its record forgets the sound", async () => {
	const catalogue = data();
	const sounds = folderWith({ "a.mp3": BANG });
	await importFolders(catalogue, [sounds]);
	const source = folderWith({
		"a.ndjson": ndjson(clip({ slug: "bang" }), clip({ slug: "other" }), clip({ slug: "new" })),
		"media/sounds/boom.mp3": BANG,
	});
	await removeClips(catalogue, ["bang"], { date: "2026-11-21" });
	rmSync(join(catalogue, "media"), { recursive: true });
	const before = filesIn(catalogue);
	for (const plan of [
		await importFolders(catalogue, [sounds]),
		await importCatalogue(catalogue, source),
	]) {
		expect([plan.additions, plan.known]).toEqual([[], []]);
		expect(plan.removed).not.toEqual([]);
	}
	expect(filesIn(catalogue)).toEqual(before);
	const records = join(catalogue, "clips.ndjson");
	writeFileSync(records, readFileSync(records, "utf8").replace(/,"sha256":"\w+"/, ""));
	const { additions } = await importFolders(catalogue, [sounds]);
	expect(additions).toMatchObject([{ record: { slug: "bang-2" } }]);
});

test("another sound under the slug of a removed clip is a new clip", async () => {
	const catalogue = data({
		"clips.ndjson": ndjson({ slug: "boom", removed: "2026-11-21", sha256: "0".repeat(64) }),
	});
	const source = folderWith({ "a.ndjson": ndjson(clip()), "media/sounds/boom.mp3": BANG });
	const { additions } = await importCatalogue(catalogue, source);
	expect(additions).toMatchObject([{ record: { slug: "boom-2" } }]);
});

test("a name without words leaves the slug to the file", async () => {
	const catalogue = data();
	await importFolders(catalogue, [folderWith({ "02 Party.mp3": taggedMp3({ title: "🎉!" }) })]);
	expect(linesIn(catalogue)).toMatchObject([{ name: "🎉!", slug: "02-party" }]);
});

test("names of files may hold anything", async () => {
	const catalogue = data();
	const names = [
		"con.mp3",
		"a\nb\u0007.mp3",
		"日本語.mp3",
		"-rf $(x) 'y'.mp3",
		`${"x".repeat(240)}.MP3`,
	];
	const sound = (i: number): Buffer => taggedMp3({ picture: Buffer.from(`${i}`) });
	const sounds = folderWith(Object.fromEntries(names.map((name, i) => [name, sound(i)])));
	await importFolders(catalogue, [sounds]);
	expect(linesIn(catalogue)).toMatchObject([
		{ name: "-rf $(x) 'y'", slug: "rf-x-y" },
		{ name: "a b", slug: "a-b" },
		{ name: "con", slug: "con-clip", sound: "con-clip.mp3" },
		{ name: "x".repeat(240), slug: "x".repeat(80) },
		{ name: "日本語", slug: "ri-ben-yu" },
	]);
	expect(await problemLines(catalogue, "local")).toEqual([]);
});
