/** The same catalogue gives the same bytes on every machine, whatever its clock, time zone and language. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FileEntry } from "../../scripts/tree/manifest.ts";
import { clip, type Files, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { named } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { expectWhole, filesIn } from "../fixtures/tree-files.ts";
import { BUILDING_NODES, nodeBinary, skipping } from "../hosts/tools.ts";

/** Names whose order and upper case depend on the language, and whose words depend on the version of Unicode. */
const NAMES = [
	..."ıI Zebra äpfel Ångström öl chata cukr ﬁn 日本語 🎉 ♪♪ ☭ 👍🏽 \u{1cce0}\u{16ea0}".split(" "),
	"İi ss ß",
];

const DATA: Files = {
	"data/z.ndjson": ndjson(
		...NAMES.map((name, i) => clip({ name, slug: `name-${i}`, sound: i % 2 ? "ä.mp3" : "Z.mp3" })),
	),
	"data/ä.json": JSON.stringify([clip({ slug: "a-umlaut" })]),
	"data/I.json": JSON.stringify([clip({ slug: "capital-i", image: "i.png" })]),
	"data/hundreds.ndjson": ndjson(
		...named(generatedNames(500)).map((record) => ({ ...record, sound: "boom.mp3" })),
	),
	"data/media/sounds/boom.mp3": MP3,
	"data/media/sounds/ä.mp3": MP3,
	"data/media/sounds/Z.mp3": MP3,
	"data/media/instants_images/i.png": PNG,
};

async function treeBuilt(
	files: Files,
	mtime: number,
	env: Record<string, string>,
	node = process.execPath,
): Promise<FileEntry[]> {
	const cwd = folderWith(files);
	for (const path of Object.keys(files)) utimesSync(join(cwd, path), mtime, mtime);
	const ended = await run("build", ["--base-url", "https://h.test"], { cwd, env, node });
	expect(ended).toMatchObject({ code: 0, stderr: "" });
	expect((await expectWhole(join(cwd, "dist"))).count).toBe(517);
	return filesIn(join(cwd, "dist"));
}

const here = treeBuilt(DATA, 1e9, { TZ: "Pacific/Kiritimati", LANG: "C", LC_ALL: "C" });

const TURKISH = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
const ELSEWHERE = { TZ: "America/St_Johns", ...TURKISH };

/** Builds as if on another machine, with the files in a different order. */
function builtElsewhere(node: string): Promise<FileEntry[]> {
	const backwards = Object.fromEntries(Object.entries(DATA).reverse());
	return treeBuilt(backwards, 1.7e9, ELSEWHERE, node);
}

const NODES = BUILDING_NODES.map((engine) => ({ ...skipping(engine), node: nodeBinary(engine) }));
// If no other Node is installed, this one stands in for them.
const isAlone = NODES.every(({ skip }) => skip);
const THIS_NODE = { skip: !isAlone, title: "this Node", node: process.execPath };

for (const { skip, title, node } of [THIS_NODE, ...NODES]) {
	test.skipIf(skip)(`another machine with ${title} builds the same tree`, async () => {
		expect(await builtElsewhere(node)).toEqual(await here);
	});
}
