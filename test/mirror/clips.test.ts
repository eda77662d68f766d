/** What changed between two releases is said, and a clip that its source has removed can be taken out of all. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { findings, INTACT, mirrorTo, releaseNames } from "./mirror-run.ts";
import { image, newPlace, parent, releaseOf, sound } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
let dir: string;

/** Publishes clips of these names, each with a sound of its own, and one image for all. */
async function tree(names: Readonly<Record<string, string | undefined>>): Promise<string> {
	const slugs = Object.keys(names);
	const records = slugs.map((slug) =>
		names[slug] === undefined
			? { slug, removed: "2026-11-21" }
			: clip({ name: names[slug], slug, sound: `${slug}.mp3`, image: "a.png" }),
	);
	const sounds = slugs.map((slug) => [`media/sounds/${slug}.mp3`, sound(`the sound of ${slug}`)]);
	const data = folderWith({
		"clips.ndjson": ndjson(...records),
		"media/instants_images/a.png": image("one for all"),
		...Object.fromEntries(sounds),
	});
	return (await releaseOf(data, { maxFiles: 300 })).folder;
}

const before = await tree({ boom: "Boom", gong: "Gong", horn: "Horn", zoom: "Zoom" });
const after = await tree({
	boom: "Boom!",
	gong: undefined,
	horn: "Horn",
	zoom: "Zoom",
	bang: "Bang",
});

beforeEach(() => {
	server.reset();
	live.reset();
	dir = join(newPlace(), "mirror");
});

const mirror = async (...args: string[]) => await run("mirror", args, { cwd: parent });

/** A mirror of both releases of a tree. */
async function mirrorOfTree(): Promise<void> {
	for (const folder of [before, after]) {
		server.serves = folder;
		await mirrorTo(dir, server.origin, { allowShrink: true, pages: true });
	}
}

/** A mirror of a server, before and after a clip was edited, removed and added. */
async function mirrorOfServer(): Promise<void> {
	await mirrorTo(dir, live.server.origin);
	live.change(0, { name: "Boom!" });
	live.rows.splice(1, 1);
	live.add();
	await mirrorTo(dir, live.server.origin);
}

describe("diff", () => {
	test.for([
		[
			"a tree",
			mirrorOfTree,
			{ added: ["bang"], edited: [{ slug: "boom", fields: ["name"] }], removed: ["gong"] },
		],
		[
			"a crawl",
			mirrorOfServer,
			{ added: ["clip-5"], edited: [{ slug: "clip-0", fields: ["name"] }], removed: ["clip-1"] },
		],
	] as const)("says what changed in %s", async ([, make, changes]) => {
		await make();
		const { code, stdout } = await mirror("diff", dir, "0001", "0002", "--json");
		expect({ code, changes: JSON.parse(stdout) }).toEqual({ code: 0, changes });
		const [added, removed] = [changes.added[0], changes.removed[0]];
		expect((await mirror("diff", dir, "0001", "0002")).stdout).toBe(
			`  added      1\n    ${added}\n  edited     1\n    ${changes.edited[0].slug}: name\n  removed    1\n    ${removed}\n`,
		);
		expect((await mirror("diff", dir, "0002", "0002")).stdout).toMatch(/removed {4}0\n$/);
	});
});

describe("purge", () => {
	/** The files below the folder of all releases that hold a text. */
	const filesWith = (text: string | Buffer): string[] =>
		filesIn(`${dir}.releases`)
			.map(({ path }) => path)
			.filter((path) => readFileSync(join(`${dir}.releases`, path)).includes(text));

	test.for([
		["a tree", mirrorOfTree, "gong", ['"slug":"gong"', "the sound of gong"]],
		["a crawl", mirrorOfServer, "clip-1", ['"slug":"clip-1","sound"', sound("clip-1")]],
	] as const)(
		"takes a clip out of %s, and leaves all else whole",
		async ([, make, slug, texts]) => {
			await make();
			const current = filesIn(dir);
			for (const text of texts) expect(filesWith(text).length, String(text)).toBeGreaterThan(0);
			const { code, stdout } = await mirror("purge", dir, slug);
			expect({ code, stdout }).toEqual({
				code: 0,
				stdout: expect.stringMatching(/^Took \S+ out of 1 releases\n/),
			});
			for (const text of texts) expect(filesWith(text), String(text)).toEqual([]);
			expect(filesIn(dir)).toEqual(current);
			expect(releaseNames(dir).map((name) => name.slice(0, 4))).toEqual(["0001", "0002"]);
			for (const name of releaseNames(dir)) {
				expect(await findings(join(`${dir}.releases`, name))).toEqual(INTACT);
			}
			expect(filesWith("one for all").length).toBeGreaterThan(1);
			expect((await mirror("purge", dir, slug)).stdout).toBe(`Took ${slug} out of 0 releases\n`);
		},
	);

	test("refuses a clip that is not gone yet", async () => {
		await mirrorOfTree();
		const all = filesIn(`${dir}.releases`);
		const { code, stderr } = await mirror("purge", dir, "horn");
		expect(code).toBe(8);
		expect(stderr).toMatch(
			/^instants: refused: horn: is still in 0002-\w+; remove it at the source/,
		);
		expect(filesIn(`${dir}.releases`)).toEqual(all);
	});

	test("leaves a release that diff says is no longer all there", async () => {
		await mirrorOfTree();
		await mirror("purge", dir, "gong");
		const { code, stderr } = await mirror("diff", dir, "0001", "0002");
		expect(code).toBe(1);
		expect(stderr).toMatch(/^instants: failed: 0001-\w+: a clip was purged from it/);
	});
});
