/** If the pages of a live server are wrong or contradict each other, the run says so and writes nothing wrong. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { expectMirrored } from "./crawled.ts";
import { faultyServer } from "./faulty-server.ts";
import { addClip, type LiveApi, liveApi } from "./live-api.ts";
import { failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace } from "./releases.ts";

const server = await faultyServer();
const API = "api/v1/instants/";
let api: LiveApi;
let dir: string;

beforeEach(() => {
	server.reset();
	api = liveApi(server, 7);
	dir = join(newPlace(), "data");
});

const pageRequests = (): string[] => server.paths.filter((path) => path.startsWith(API));
const mediaRequests = (): string[] => server.paths.filter((path) => path.startsWith("media/"));

describe("a catalogue that changes during the crawl is reported and read again:", () => {
	/** Changes the catalogue once, before page 3 is served. Returns the notes of the run. */
	async function changed(change: () => void): Promise<string[]> {
		let isChanged = false;
		server.before = ({ path }) => {
			if (isChanged || path !== `${API}?page=3`) return;
			isChanged = true;
			change();
		};
		const { events } = await mirrorTo(dir, server.origin);
		await expectMirrored(dir, api);
		return events.flatMap((event) => (event.event === "note" ? [event.message] : []));
	}

	test("the count changes", async () => {
		expect(await changed(() => addClip(api, server.origin, "new"))).toEqual([
			'the catalogue changed while it was read: "count" was 7 on page 1 and is 8 on page 3',
		]);
	});

	test("a clip moves to a later page", async () => {
		const swap = (): void => {
			const [first] = api.rows.splice(1, 1);
			api.rows.splice(4, 0, first ?? {});
		};
		expect(await changed(swap)).toEqual([
			'the catalogue changed while it was read: the clip "clip-1" is on page 1 and again on page 3',
		]);
	});

	test("a clip is skipped", async () => {
		const replace = (): void => {
			api.rows.splice(0, 1);
			api.media.delete("media/sounds/clip-0 é.mp3");
			addClip(api, server.origin, "new");
		};
		expect(await changed(replace)).toEqual([
			"the catalogue changed while it was read: page 1 is different from when the pass began",
		]);
	});

	test("the last pages disappear", async () => {
		const shorten = (): void => {
			for (const { slug } of api.rows.splice(3)) api.media.delete(`media/sounds/${slug} é.mp3`);
		};
		const [note] = await changed(shorten);
		expect(note).toMatch(
			/\?page=3 was answered with status 404, although the page before links to it$/,
		);
	});

	test("after three passes the run gives up, and the files here stay", async () => {
		await mirrorTo(dir, server.origin);
		const before = filesIn(dir);
		let added = 0;
		server.before = ({ path }) => {
			if (path === `${API}?page=3`) addClip(api, server.origin, `more-${added++}`);
		};
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(
			/the catalogue changed in each of 3 passes; the files here are unchanged/,
		);
		expect(message.split("\n").slice(1)).toEqual([
			'  pass 1: "count" was 7 on page 1 and is 8 on page 3',
			'  pass 2: "count" was 8 on page 1 and is 9 on page 3',
			'  pass 3: "count" was 9 on page 1 and is 10 on page 3',
		]);
		expect(filesIn(dir)).toEqual(before);
	});
});

describe("a contradiction in the source is not called a change:", () => {
	test("a clip twice on one page", async () => {
		api.rows[3] = { ...api.rows[2] };
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${server.origin}/${API}?page=2: lists the clip "clip-2" twice`,
		);
		expect(pageRequests()).toHaveLength(2);
	});

	test("a count that is always wrong", async () => {
		const { serves } = server;
		server.serves = (path) => {
			const answer = typeof serves === "function" ? serves(path) : undefined;
			const text = answer?.body.toString().replace('"count":7', '"count":8');
			return path.startsWith(API) && text !== undefined ? { body: Buffer.from(text) } : answer;
		};
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${server.origin}/${API}: the source contradicts itself, in the same way in each of 3 passes: the pages have 7 clips, but the count is 8; the files here are unchanged`,
		);
	});
});

test("all problems of the clips are listed, and nothing is written", async () => {
	const { origin } = server;
	Object.assign(api.rows[1] ?? {}, { color: "#fff", extra: 1 });
	Object.assign(api.rows[4] ?? {}, { name: " ", sound: `${origin}/media/sounds/../x.mp3` });
	delete api.rows[6]?.sound;
	const message = await failureOf(mirrorTo(dir, origin));
	expect(message.split("\n").map((line) => line.slice(0, line.indexOf(": ")))).toEqual([
		`${origin}/${API} result 2 color "#fff"`,
		`${origin}/${API} result 2 extra`,
		`${origin}/${API}?page=3 result 1 name " "`,
		`${origin}/${API}?page=3 result 1 sound "${origin}/media/sounds/../x.mp3"`,
		`${origin}/${API}?page=4 result 1 sound`,
	]);
	expect(existsSync(dir)).toBe(false);
	expect(mediaRequests()).toEqual([]);
});

describe("a response that is not a page of the API is reported:", () => {
	const envelope = { count: 1, next: null, previous: null, results: [] };
	test.for<readonly [string, object, RegExp]>([
		["no count", { ...envelope, count: "7" }, /is not a page of this API: count /],
		["no results", { ...envelope, results: null }, /is not a page of this API: results /],
		[
			"a next that is not a URL",
			{ ...envelope, next: "http://[" },
			/"next" is "http:\/\/\[", which is not a URL/,
		],
		[
			"a circle",
			{ ...envelope, count: 9, next: `/${API}`, results: [{}] },
			/leads back to .*, in a circle/,
		],
		["an empty page with a next", { ...envelope, next: "?page=2" }, /it might never end/],
	])("%s", async ([, body, expected]) => {
		server.always(API, { body: JSON.stringify(body) });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(expected);
		expect(existsSync(dir)).toBe(false);
	});

	test("neither a tree nor an API", async () => {
		server.serves = () => ({ body: Buffer.from("<!doctype html>") });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/\/latest\.json is not the pointer of a published tree: it begins with "<!doctype html>", and there is no API either: .*\/api\/v1\/instants\/ is not JSON .*; .* is unchanged$/,
		);
	});
});
