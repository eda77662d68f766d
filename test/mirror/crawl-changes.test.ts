/** A source that changes, during a crawl or between two, loses no clip in silence. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { API, crawledRecords, liveApi } from "./live-api.ts";
import { failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const api = await liveApi();
const { server } = api;
const { origin } = server;
let dir: string;

beforeEach(() => {
	api.reset();
	dir = join(newPlace(), "mirror");
});

/** Does something before each request of a page, in the given passes alone. */
function beforePage(page: number, change: () => void, passes: readonly number[] = [1]): void {
	const wanted = page === 1 ? API : `${API}?page=${page}`;
	server.before = ({ path }) => {
		const pass = server.paths.filter((one) => one === wanted).length;
		if (path === wanted && passes.includes(pass)) change();
	};
}

const ALWAYS = [1, 2, 3, 4];
const replace = (): void => {
	api.rows.shift();
	api.add();
};

describe("a source that changes during a crawl", () => {
	test.for<readonly [string, number, () => void]>([
		["by an addition at the end", 2, () => api.add()],
		["by an addition at the front", 2, () => api.add(0)],
		["by a removal", 2, () => api.rows.shift()],
		["by a removal and an addition at the same time", 3, replace],
		["by a move", 2, () => api.rows.push(api.rows.shift())],
		["by an edit of what was read", 2, () => api.change(0, { name: "Edited" })],
		["so that its last pages disappear", 2, () => api.rows.splice(2)],
	])("%s is kept as it is in the end", async ([, page, change]) => {
		beforePage(page, change);
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", failed: [] });
		const records = await crawledRecords(dir);
		const names = (rows: readonly unknown[]) => rows.map((row) => (row as { name: string }).name);
		expect(names(records)).toEqual(names(api.rows));
		const pages = filesIn(dir).filter(({ path }) => path.startsWith("crawl/pages/"));
		expect(pages).toHaveLength(Math.ceil(api.rows.length / 2));
	});

	test("is read twice if nothing changes, one page at a time", async () => {
		let busiest = 0;
		server.before = ({ path }) => {
			if (path.startsWith(API)) busiest = Math.max(busiest, server.busiest);
			server.busiest = 0;
		};
		await mirrorTo(dir, origin, { concurrency: 8 });
		const pass = [API, `${API}?page=2`, `${API}?page=3`];
		expect(api.pageRequests).toEqual([...pass, ...pass]);
		expect(busiest).toBe(1);
	});

	test.for([2, 3])(
		"and only grows is kept as the last pass saw it, page %i first",
		async (page) => {
			beforePage(page, () => api.add(), ALWAYS);
			expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", count: 9 });
			await crawledRecords(dir);
		},
	);

	test("every time is not taken over, and nothing is replaced", async () => {
		await mirrorTo(dir, origin);
		const before = filesIn(dir);
		server.reset();
		beforePage(3, replace, ALWAYS);
		const { message } = await failureOf(mirrorTo(dir, origin));
		expect(message).toBe(
			`${origin}/${API}: was different each of the 4 times it was read, so clips could be missed; ${dir} is unchanged; run this again when the source is quiet`,
		);
		expect(filesIn(dir)).toEqual(before);
	});
});

describe("what is no listing is refused:", () => {
	const page = { count: 1, next: null, results: [] };
	test.for<readonly [string, string, RegExp]>([
		["a page of HTML", "<!doctype html>", /is not a page of this API: Unexpected token/],
		[
			"a page without a count",
			JSON.stringify({ ...page, count: "7" }),
			/is not a page of this API: .*expected number, received string.* at count$/,
		],
		[
			"a circle",
			JSON.stringify({ ...page, next: `/${API}`, results: [{}] }),
			/was different each of the 4 times/,
		],
		["a next that is no URL", JSON.stringify({ ...page, next: "http://[" }), /which is not a URL/],
		[
			"an endless listing",
			JSON.stringify({ ...page, next: "?page=2" }),
			/was different each of the 4 times/,
		],
	])("%s", async ([, body, expected]) => {
		server.always(API, { body });
		expect((await failureOf(mirrorTo(dir, origin))).message).toMatch(expected);
		expect(existsSync(dir)).toBe(false);
	});

	test("a listing without clips", async () => {
		api.rows = [];
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin, { allowShrink: true }));
		expect(message).toMatch(/\/api\/v1\/instants\/: has no clips, so there is nothing to mirror/);
		expect({ exitCode, isThere: existsSync(dir) }).toEqual({ exitCode: 8, isThere: false });
	});

	test.for([2, 8])("pages and media, if the user allows %i", async (maxFiles) => {
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin, { maxFiles }));
		expect(message).toMatch(/has more than \d pages and media; .* --max-files/);
		expect(exitCode).toBe(8);
		expect(api.mediaRequests).toEqual([]);
	});
});

test("after five failures in a row, a host is not asked again", async () => {
	for (let i = 5; i < 12; i++) api.add();
	for (const path of api.media.keys()) server.always(path, { status: 503 });
	const { failed } = await mirrorTo(dir, origin, { concurrency: 1 });
	expect(failed).toHaveLength(13);
	expect(failed.filter(({ reason }) => reason.startsWith("was not asked for"))).toHaveLength(8);
});

test("a dry run reads the pages and writes nothing", async () => {
	expect(await mirrorTo(dir, origin, { dryRun: true })).toMatchObject({ count: 5, fetched: 6 });
	expect(api.mediaRequests).toEqual([]);
	expect(existsSync(dir)).toBe(false);
});

describe("whether the source is a tree or a live server", () => {
	test("is found out for a new mirror, and remembered", async () => {
		expect(await mirrorTo(dir, origin)).toMatchObject({ kind: "crawl" });
		const before = filesIn(dir);
		server.serves = (await release(["boom"])).folder;
		expect((await failureOf(mirrorTo(dir, origin))).message).toMatch(
			/was answered with status 404/,
		);
		expect(filesIn(dir)).toEqual(before);
	});

	test("that was a tree without its pointer is an error", async () => {
		const { serves } = server;
		server.serves = (await release(["boom"])).folder;
		expect(await mirrorTo(dir, origin)).toMatchObject({ kind: "tree" });
		server.serves = serves;
		expect((await failureOf(mirrorTo(dir, origin))).message).toBe(
			`${origin}/latest.json: is not the pointer of a published tree, but ${dir} is the mirror of one; ask its publisher, or crawl it as a live server with --crawl`,
		);
		expect(await mirrorTo(dir, origin, { crawl: true })).toMatchObject({ kind: "crawl" });
	});

	test.for([{ tree: true }, { key: "RW" }])("can be said: %o", async (options) => {
		const { message } = await failureOf(mirrorTo(dir, origin, options));
		expect(message).toMatch(/latest.json: is not the pointer of a published tree; ask/);
	});
});
