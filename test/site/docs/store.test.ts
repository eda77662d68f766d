/** The example files in the documentation are those that a build writes. */
import { expect, test } from "vitest";
import { folderAsset } from "../../../scripts/hosts/server/folder-asset.ts";
import { readTree } from "../../../scripts/tree/reading.ts";
import { publishRecords } from "../../fixtures/published.ts";
import { filesOfTree, textOf } from "../../fixtures/tree-files.ts";

const RECORDS = [
	...["Boom", "Boom boom", "Big boom"].map((name) => {
		const slug = name.toLowerCase().replace(" ", "-");
		return { name, slug, sound: `${slug}.mp3`, color: "FF8800" };
	}),
	{ slug: "sad-trombone", removed: "2026-11-21" },
];

test("the example shows every file of the store of its catalogue", async () => {
	const { folder } = await publishRecords(RECORDS, { base: "https://clips.example" });
	const tree = await readTree(folderAsset(folder));
	const paths = ["latest.json"];
	for (const part of ["packs", "slugs", "search"] as const) {
		for (const { path } of await filesOfTree(tree, [part])) paths.push(path);
	}
	const shown = paths.map((path) => `${path}\n${textOf(folder, path)}`).join("\n");
	// These depend on all other files of the tree, the docs page among them.
	const { build, templates, manifest, listing = "", words = "" } = tree.pointer;
	const others = [build, templates, manifest, listing, words];
	const text = others.reduce((all, name) => all.replaceAll(name, "…"), shown);
	await expect(text).toMatchFileSnapshot("../../../scripts/site/docs/store-example.txt");
});
