/** What changed between two releases is said, and a clip that its source has removed can be taken out of all. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { changesBetween } from "../../scripts/mirror/clips.ts";
import type { HeldRelease } from "../../scripts/mirror/place.ts";
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
async function tree(
	names: Readonly<Record<string, string | undefined>>,
	base?: string,
): Promise<string> {
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
	return (await releaseOf(data, { maxFiles: 300, base })).folder;
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

test("diff says of no clip that it was edited where the site only has another address", async () => {
	for (const base of ["https://a.test", "https://b.test/sub"]) {
		server.serves = await tree({ boom: "Boom", gong: "Gong" }, base);
		await mirrorTo(dir, server.origin);
	}
	const { stdout } = await mirror("diff", dir, "0001", "0002", "--json");
	expect(JSON.parse(stdout)).toEqual({ added: [], edited: [], removed: [] });
});

test("diff compares whatever a source has published", () => {
	const held = [7, "https://a.test/media/sounds/%ZZ.mp3", null].map((value) => {
		const folder = folderWith({
			"latest.json": '{"base_url":"https://a.test"}',
			SHA256SUMS: `${"0".repeat(64)}  v1/instants/packs/a.ndjson\n`,
			"v1/instants/packs/a.ndjson": ndjson({ slug: "__proto__", sound: value }),
		});
		return { folder, provenance: { kind: "tree" } } as HeldRelease;
	});
	const edited = [{ slug: "__proto__", fields: ["sound"] }];
	for (const [i, release] of held.entries()) {
		const changes = changesBetween(held[(i + 1) % 3] as HeldRelease, release);
		expect(changes).toEqual({ added: [], edited, removed: [] });
	}
});

test.each([["log"], ["diff", "1", "2"], ["checkout", "1"], ["purge", "gong"]])(
	"%s prints its result, or why it failed, as JSON",
	async (command, ...rest) => {
		const failed = await mirror(command ?? "", dir, ...rest, "--json");
		expect({ code: failed.code, ...JSON.parse(failed.stdout) }).toEqual({
			...{ code: 1, status: "failed" },
			message: `${dir}: holds no releases; name a mirror`,
		});
		await mirrorOfTree();
		const given = rest.map((one) => one.replace(/^\d$/, "000$&"));
		const { code, stdout } = await mirror(command ?? "", dir, ...given, "--json");
		expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: expect.any(Object) });
	},
);

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
			const again = await mirror("purge", dir, slug, "--json");
			expect({ code: again.code, ...JSON.parse(again.stdout) }).toEqual({
				...{ code: 1, status: "failed" },
				message: expect.stringMatching(/: is in none of the releases in .*, and none .* diff/),
			});
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

	test("takes out a second clip of the same pack, and diff still knows all others", async () => {
		await mirrorOfTree();
		server.serves = await tree({ boom: "Boom!", horn: undefined, bang: "Bang", zoom: "Zoom" });
		await mirrorTo(dir, server.origin, { allowShrink: true, pages: true });
		for (const slug of ["gong", "horn"]) {
			expect(await mirror("purge", dir, slug)).toMatchObject({ code: 0 });
			expect(filesWith(`"slug":"${slug}"`)).toEqual([]);
			expect(filesWith(`the sound of ${slug}`)).toEqual([]);
			for (const name of releaseNames(dir)) {
				expect(await findings(join(`${dir}.releases`, name))).toEqual(INTACT);
			}
		}
		const { stdout } = await mirror("diff", dir, "0001", "0003", "--json");
		expect(JSON.parse(stdout)).toEqual({
			...{ added: ["bang"], edited: [{ slug: "boom", fields: ["name"] }], removed: [] },
		});
	});

	test("finds the media of a site whose address itself holds /media/", async () => {
		const base = "https://x.test/media/site";
		for (const folder of [
			await tree({ boom: "Boom", gong: "Gong" }, base),
			await tree({ boom: "Boom", gong: undefined }, base),
		]) {
			server.serves = folder;
			await mirrorTo(dir, server.origin, { allowShrink: true });
		}
		expect(await mirror("purge", dir, "gong")).toMatchObject({ code: 0 });
		expect(filesWith("the sound of gong")).toEqual([]);
		expect(filesWith("the sound of boom").length).toBeGreaterThan(1);
	});

	test("takes media that a build refuses, and rows that were left out, out of a crawl", async () => {
		const svg = "<svg>of clip-1</svg>";
		live.media.set("media/instants_images/a.svg", svg);
		live.media.set("files/get.svg", "<svg>of clip-2</svg>");
		live.change(1, { image: "/media/instants_images/a.svg?v=1" });
		live.change(2, { color: "", image: "/files/get.svg" });
		await mirrorTo(dir, live.server.origin);
		live.rows.splice(1, 2);
		await mirrorTo(dir, live.server.origin, { allowShrink: true });
		for (const slug of ["clip-1", "clip-2"]) {
			const texts = [`<svg>of ${slug}</svg>`, sound(slug), `"slug":"${slug}","sound"`];
			for (const text of texts) expect(filesWith(text).length, String(text)).toBeGreaterThan(0);
			expect(await mirror("purge", dir, slug)).toMatchObject({ code: 0 });
			for (const text of texts) expect(filesWith(text), String(text)).toEqual([]);
		}
		expect(filesWith('"slug":"clip-0","sound"').length).toBeGreaterThan(2);
		for (const name of releaseNames(dir)) {
			expect(await findings(join(`${dir}.releases`, name))).toEqual(INTACT);
		}
	});

	test("refuses a row that a crawl left out and the source still has", async () => {
		live.change(1, { color: "" });
		await mirrorTo(dir, live.server.origin);
		expect(await mirror("purge", dir, "clip-1")).toMatchObject({ code: 8 });
	});
});
