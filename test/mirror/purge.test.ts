/** A clip that its source has removed can be taken out of all releases, wherever they have it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../fixtures/script-run.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { mirrorOfServer, mirrorOfTree, tree } from "./changed-clips.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { findings, INTACT, mirrorTo, releaseNames } from "./mirror-run.ts";
import { newPlace, parent, sound } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
let dir: string;

beforeEach(() => {
	server.reset();
	live.reset();
	dir = join(newPlace(), "mirror");
});

const mirror = async (...args: string[]) => await run("mirror", args, { cwd: parent });

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
			await make({ server, live, dir });
			const current = filesIn(dir);
			for (const text of texts) expect(filesWith(text).length, String(text)).toBeGreaterThan(0);
			const { code, stdout } = await mirror("purge", dir, slug);
			expect({ code, stdout }).toEqual({
				code: 0,
				stdout: expect.stringMatching(/^Took \S+ out of 1 release\n/),
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

	test("leaves gaps that nobody puts down to the source", async () => {
		await mirrorOfTree({ server, live, dir });
		await mirror("purge", dir, "gong");
		const [name = ""] = releaseNames(dir);
		const { stdout } = await mirror("verify", join(`${dir}.releases`, name));
		expect(stdout).toMatch(/ files, without \d+ that provenance\.json lists\n$/);
		expect((await mirror("log", dir)).stdout).toMatch(/ instants, \d+ missing, from /);
	});

	test("refuses a clip that is not gone yet", async () => {
		await mirrorOfTree({ server, live, dir });
		const all = filesIn(`${dir}.releases`);
		const { code, stderr } = await mirror("purge", dir, "horn");
		expect(code).toBe(8);
		expect(stderr).toMatch(
			/^instants: refused: horn: is still in 0002-\w+; remove it at the source/,
		);
		expect(filesIn(`${dir}.releases`)).toEqual(all);
	});

	test("takes out a second clip of the same pack, and diff still knows all others", async () => {
		await mirrorOfTree({ server, live, dir });
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

	test("takes what a crawl says of the clip out of the list of what failed", async () => {
		live.change(1, { color: "a secret", sound: "/media/sounds/own.mp3?v=1" });
		live.change(2, { color: "another secret", sound: "/media/sounds/shared.mp3" });
		live.change(3, { sound: "/media/sounds/shared.mp3" });
		await mirrorTo(dir, live.server.origin);
		live.rows.splice(1, 2);
		await mirrorTo(dir, live.server.origin, { allowShrink: true });
		for (const [slug, gone] of [
			["clip-1", ['"a secret', "own.mp3"]],
			["clip-2", ['"another secret']],
		] as const) {
			for (const text of gone) expect(filesWith(text.slice(1)), text).not.toEqual([]);
			expect(await mirror("purge", dir, slug)).toMatchObject({ code: 0 });
			for (const text of gone) expect(filesWith(text.slice(1)), text).toEqual([]);
		}
		const [first = ""] = releaseNames(dir);
		const { failed } = JSON.parse(textOf(`${dir}.releases/${first}`, "provenance.json"));
		expect(failed.map(({ what }: { what: string }) => what)).toContain(
			`${live.server.origin}/media/sounds/shared.mp3`,
		);
		expect(await findings(join(`${dir}.releases`, first))).toEqual(INTACT);
	});

	test("says to check out the newest release if an older one with the clip is current", async () => {
		await mirrorOfTree({ server, live, dir });
		const [old = "", newest = ""] = releaseNames(dir);
		await mirror("checkout", dir, old);
		const { code, stderr } = await mirror("purge", dir, "gong");
		expect({ code, stderr }).toEqual({
			code: 8,
			stderr: expect.stringMatching(
				RegExp(`gong: is still in ${old}; go back to the newest .* checkout \\S+ ${newest}\n$`),
			),
		});
		expect(await mirror("checkout", dir, newest)).toMatchObject({ code: 0 });
		expect(await mirror("purge", dir, "gong")).toMatchObject({ code: 0 });
	});

	test("refuses a row that a crawl left out and the source still has", async () => {
		live.change(1, { color: "" });
		await mirrorTo(dir, live.server.origin);
		expect(await mirror("purge", dir, "clip-1")).toMatchObject({ code: 8 });
	});
});
