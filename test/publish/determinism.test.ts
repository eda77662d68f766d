/** The same catalogue gives the same bytes on every machine, whatever its clock, time zone and language. */
import { mkdtempSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clip, type Files, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { PNG } from "../fixtures/png.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { thousandsOfClips } from "../fixtures/thousands.ts";
import { expectWhole, filesIn } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();

/** Names whose order and upper case depend on the language. */
const NAMES = [
	"ıI İi",
	"Zebra",
	"äpfel",
	"Ångström",
	"öl",
	"chata",
	"cukr",
	"ﬁn",
	"ss ß",
	"日本語",
	"🎉",
];

const DATA: Files = {
	"data/z.ndjson": ndjson(
		...NAMES.map((name, i) => clip({ name, slug: `name-${i}`, sound: i % 2 ? "ä.mp3" : "Z.mp3" })),
	),
	"data/ä.json": JSON.stringify([clip({ slug: "a-umlaut" })]),
	"data/I.json": JSON.stringify([clip({ slug: "capital-i", image: "i.png" })]),
	"data/thousands.ndjson": thousandsOfClips(500, "n").replace(/"\d+\.mp3"/g, '"boom.mp3"'),
	"data/media/sounds/boom.mp3": MP3,
	"data/media/sounds/ä.mp3": MP3,
	"data/media/sounds/Z.mp3": MP3,
	"data/media/instants_images/i.png": PNG,
};

async function treeBuilt(files: Files, mtime: number, env: Record<string, string>) {
	const cwd = mkdtempSync(join(parent, "machine-"));
	writeFiles(cwd, files);
	for (const path of Object.keys(files)) utimesSync(join(cwd, path), mtime, mtime);
	const ended = await run("build", ["--base-url", "https://h.test"], { cwd, env });
	expect(ended).toMatchObject({ code: 0, stderr: "" });
	expect((await expectWhole(join(cwd, "dist"))).count).toBe(513);
	return filesIn(join(cwd, "dist"));
}

test("two machines build the same tree", async () => {
	const backwards = Object.fromEntries(Object.entries(DATA).reverse());
	const [here, there] = await Promise.all([
		treeBuilt(DATA, 1e9, { TZ: "Pacific/Kiritimati", LANG: "C", LC_ALL: "C" }),
		treeBuilt(backwards, 1.7e9, {
			TZ: "America/St_Johns",
			LANG: "tr_TR.UTF-8",
			LC_ALL: "tr_TR.UTF-8",
		}),
	]);
	expect(there).toEqual(here);
});
