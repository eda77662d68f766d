/** A mirror is an exact copy of the published tree, for as few requests as possible. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, mirrorTo } from "./mirror-run.ts";
import { fetchedPaths, isMetadata, newPlace, type PublishedRelease, release } from "./releases.ts";

const server = await faultyServer();
let dir: string;

const red = await release(["boom", "bang", "café"]);
const blue = await release(["boom", "bang", "zoom & co"], { version: "2" });

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** The paths to fetch for one release when another is here. */
function newIn(now: PublishedRelease, before: PublishedRelease): string[] {
	const held = new Set(before.files.map(({ sha256 }) => sha256));
	const isNew = new Set(
		now.files.filter(({ sha256 }) => !held.has(sha256)).map(({ path }) => path),
	);
	return fetchedPaths(now).filter((path) => isNew.has(path));
}

test("each file is requested once, the pointer first, and at most four at a time", async () => {
	const { fetched, requests } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths[0]).toBe("latest.json");
	expect(server.paths.toSorted()).toEqual(fetchedPaths(red).toSorted());
	expect({ fetched: fetched + 1, requests }).toEqual({
		fetched: server.paths.length,
		requests: server.paths.length,
	});
	expect(server.busiest).toBeLessThanOrEqual(4);
	for (const { path, headers } of server.requests) {
		expect(headers["user-agent"]).toMatch(/^instants-mirror\//);
		expect(headers["accept-encoding"]).toBe(path.endsWith(".gz") ? "identity" : "gzip, br");
	}
});

test("an unchanged source takes one request", async () => {
	await mirrorTo(dir, server.origin);
	server.requests = [];
	const { status, requests } = await mirrorTo(dir, server.origin);
	expect({ status, requests }).toEqual({ status: "unchanged", requests: 1 });
	expect(server.paths).toEqual(["latest.json"]);
	expectRelease(dir, red);
});

test("only the new files of a release are fetched, and dropped ones are deleted", async () => {
	await mirrorTo(dir, server.origin);
	server.reset();
	server.serves = blue.folder;
	const { deleted } = await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.toSorted()).toEqual(newIn(blue, red).toSorted());
	expect(deleted).toContain("media/sounds/café.mp3");
});

test("only files that are missing or have the wrong size are fetched again", async () => {
	await mirrorTo(dir, server.origin);
	server.reset();
	const pack = red.files.find(({ path }) => path.includes("/packs/"))?.path ?? "";
	for (const path of [pack, "index.html"]) rmSync(join(dir, path));
	writeFileSync(join(dir, "media/sounds/boom.mp3"), "short");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths.toSorted()).toEqual(
		["index.html", "latest.json", "media/sounds/boom.mp3", pack].toSorted(),
	);
});

test("content that is already here is not fetched again", async () => {
	await mirrorTo(dir, server.origin);
	const before = await release(["boom", "bang"]);
	server.serves = before.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, before);
	server.reset();
	const renamed = await release(["boom"]);
	server.serves = renamed.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, renamed);
	expect(server.paths.filter((path) => path.startsWith("media/"))).toEqual([]);
});

test("an unchanged run clears what a killed run left", async () => {
	await mirrorTo(dir, server.origin);
	writeFiles(beside(dir), { "staging/a": "", "content/b": "", "pages.ndjson": "{}\n" });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged" });
	expect(readdirSync(beside(dir))).toEqual(["held.json"]);
});

test("a mirror is a published tree, which can be served and mirrored in turn", async () => {
	await mirrorTo(dir, server.origin);
	server.stop();
	const preview = await startPreview(dir, 0);
	try {
		const answer = await fetch(`${preview.origin}/api/v1/instants/?name=boom`);
		expect(await answer.json()).toMatchObject({
			results: [{ sound: `${preview.origin}/media/sounds/boom.mp3` }],
		});
		await mirrorTo(`${dir}-2`, preview.origin);
	} finally {
		await preview.stop();
		await server.start();
	}
	expectRelease(`${dir}-2`, red);
});

test("the source may be below a path", async () => {
	server.serves = (path) => {
		const inside = /^some dir\/(.*)$/.exec(path)?.[1];
		const file = inside && join(red.folder, inside);
		return file && existsSync(file) ? { body: readFileSync(file) } : undefined;
	};
	await mirrorTo(dir, `${server.origin}/some%20dir`);
	expectRelease(dir, red);
});

describe("with --no-media", () => {
	const isMedia = ({ path }: { path: string }) => path.startsWith("media/");

	test("neither this nor later runs fetch them, until --media", async () => {
		await mirrorTo(dir, server.origin, { media: false });
		expect(filesIn(dir)).toEqual(red.files.filter((file) => !isMedia(file)));
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", media: false });
		server.serves = blue.folder;
		await mirrorTo(dir, server.origin);
		expect(filesIn(dir)).toEqual(blue.files.filter((file) => !isMedia(file)));
		await mirrorTo(dir, server.origin, { media: true });
		expectRelease(dir, blue);
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", media: true });
	});
});

describe("a dry run", () => {
	test("reports what would be done and writes nothing", async () => {
		const outcome = await mirrorTo(dir, server.origin, { dryRun: true });
		expect(outcome).toMatchObject({ status: "dry run", fetched: fetchedPaths(red).length - 1 });
		expect(server.paths.filter((path) => path !== "latest.json" && !isMetadata(path))).toEqual([]);
		expect(readdirSync(join(dir, ".."))).toEqual([]);
	});

	test("predicts the numbers of the real run", async () => {
		await mirrorTo(dir, server.origin);
		server.serves = blue.folder;
		const before = filesIn(join(dir, ".."));
		const dry = await mirrorTo(dir, server.origin, { dryRun: true });
		expect(filesIn(join(dir, ".."))).toEqual(before);
		const real = await mirrorTo(dir, server.origin);
		const facts = ({ fetched, made, kept, deleted }: typeof dry) => {
			return { fetched, made, kept, deleted };
		};
		expect(facts(dry)).toEqual(facts(real));
		// The sizes of store files are not known beforehand.
		expect(Math.abs(dry.bytes - real.bytes)).toBeLessThan(real.bytes / 10);
	});
});
