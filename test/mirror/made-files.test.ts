/** What can be made from the clips is made, not fetched, and is right or is fetched after all. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { sha256 } from "../../scripts/mirror/file-content.ts";
import { isMakeable } from "../../scripts/mirror/made-files.ts";
import { wordKey, wordOf } from "../../scripts/tree/paths.ts";
import { type Pointer, pointerJson } from "../../scripts/tree/pointer.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { corrupt, mirrorTo } from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
let dir: string;

beforeEach(() => {
	server.reset();
	dir = join(newPlace(), "mirror");
});

const NAMES = Array.from(
	{ length: 45 },
	(_, i) => `café ${["boom", "Ünal 🎉", "12:30"][i % 3]} ${i}`,
);

test.for([
	["with queries in the links", {}],
	["with files in the links", { links: "path" }],
	["with the newest clip first", { order: "newest" }],
] as const)("all pages and all.ndjson of a tree %s are made", async ([, how]) => {
	const removed = { slug: "gone", removed: "2026-11-21" };
	const { folder } = await publishRecords([...named(NAMES), removed], { parent, ...how });
	server.serves = folder;
	const { made } = await mirrorTo(dir, server.origin);
	const files = filesIn(folder);
	expect(filesIn(dir)).toEqual(files);
	const makeable = files.filter(isMakeable);
	expect(makeable.map(({ path }) => path)).toEqual(
		expect.arrayContaining([
			"v1/instants/all.ndjson",
			"v1/instants/page/5.json",
			`v1/instants/name/${wordKey("🎉")}/2.json`,
		]),
	);
	expect(
		makeable.some(({ path }) => path.includes(wordKey("ünal")) || path.includes(wordKey("unal"))),
	).toBe(true);
	expect(made).toBe(new Set(makeable.map(({ sha256 }) => sha256)).size);
	expect(server.paths.filter((path) => isMakeable({ path, sha256: "" }))).toEqual([]);
});

/** Gives a listed file of a published tree other content, as if another version of the build had written it. */
async function replaceListed(folder: string, path: string, content: string): Promise<void> {
	const pointer: Pointer = JSON.parse(textOf(folder, "latest.json"));
	const part = (name: string): string => join(folder, `manifest/${name}.json`);
	const save = (text: string): string => {
		const name = sha256(text).slice(0, 24);
		writeFileSync(part(name), text);
		return name;
	};
	const node = JSON.parse(readFileSync(part(pointer.manifest), "utf8"));
	for (const entry of node.entries) {
		const files = JSON.parse(readFileSync(part(entry[1]), "utf8"));
		if (!(path in files)) continue;
		files[path] = [Buffer.byteLength(content), sha256(content)];
		rmSync(part(entry[1]));
		entry[1] = save(JSON.stringify(files));
	}
	rmSync(part(pointer.manifest));
	const manifest = save(JSON.stringify(node));
	writeFileSync(join(folder, path), content);
	writeFileSync(join(folder, "latest.json"), await pointerJson({ ...pointer, manifest }));
}

test("a page that is another than the one that can be made is fetched", async () => {
	const { folder } = await publishRecords(named(NAMES), { parent });
	await replaceListed(folder, "v1/instants/page/2.json", '{"count":0}');
	server.serves = folder;
	await mirrorTo(dir, server.origin);
	expect(filesIn(dir)).toEqual(filesIn(folder));
	expect(server.paths.filter((path) => isMakeable({ path, sha256: "" }))).toEqual([
		"v1/instants/page/2.json",
	]);
});

test("a mirror with a damaged pack fetches what it cannot make", async () => {
	const red = await release(["boom", "bang"]);
	server.serves = red.folder;
	await mirrorTo(dir, server.origin);
	const pack = red.files.find(({ path }) => path.endsWith(".ndjson") && path.includes("/packs/"));
	corrupt(dir, pack?.path ?? "");
	writeFileSync(join(dir, "v1/instants/all.ndjson"), "short");
	server.reset();
	await mirrorTo(dir, server.origin);
	expect(server.paths).toEqual(["latest.json", "v1/instants/all.ndjson"]);
});

test("the folder name of a word says which word it is", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (word) => {
			expect(wordOf(wordKey(word))).toBe(word);
		}),
	);
	for (const key of ["w-_6f", "w-_ff", "w-A", "w-_", "x-a", "w-%41"]) {
		expect(wordOf(key)).toBeUndefined();
	}
});
