/** So that a server whose answers do not agree, or are wrong, is told of it and nothing false is written. */
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { expectTaken } from "./crawled.ts";
import { faultyServer } from "./faulty-server.ts";
import { addClip, type LiveApi, liveApi } from "./live-api.ts";
import { failureOf, mirrorTo } from "./mirroring.ts";

const parent = temporaryFolder();
const server = await faultyServer();
const API = "api/v1/instants/";
let api: LiveApi;
let dir: string;

beforeEach(() => {
	server.reset();
	api = liveApi(server, 7);
	dir = join(mkdtempSync(join(parent, "place-")), "data");
});

const pagesAsked = (): string[] => server.paths.filter((path) => path.startsWith(API));
const mediaAsked = (): string[] => server.paths.filter((path) => path.startsWith("media/"));

describe("a catalogue that changes under way is noticed, said, and read again:", () => {
	/** Changes the catalogue once, before page 3 is answered; gives what is said of it. */
	async function changed(change: () => void): Promise<string[]> {
		let isChanged = false;
		server.before = ({ path }) => {
			if (isChanged || path !== `${API}?page=3`) return;
			isChanged = true;
			change();
		};
		const { events } = await mirrorTo(dir, server.origin);
		await expectTaken(dir, api);
		return events.flatMap((event) => (event.event === "note" ? [event.message] : []));
	}

	test("the count moved", async () => {
		expect(await changed(() => addClip(api, server.origin, "new"))).toEqual([
			'the catalogue changed under way: "count" was 7 on page 1 and is 8 on page 3',
		]);
	});

	test("a clip twice", async () => {
		const swap = (): void => {
			const [first] = api.rows.splice(1, 1);
			api.rows.splice(4, 0, first ?? {});
		};
		expect(await changed(swap)).toEqual([
			'the catalogue changed under way: the clip "clip-1" is on page 1 and again on page 3',
		]);
	});

	test("a clip skipped", async () => {
		const replace = (): void => {
			api.rows.splice(0, 1);
			api.media.delete("media/sounds/clip-0 é.mp3");
			addClip(api, server.origin, "new");
		};
		expect(await changed(replace)).toEqual([
			"the catalogue changed under way: page 1 is not what it was when the pass began",
		]);
	});

	test("it became shorter than the pages that link on", async () => {
		const shorten = (): void => {
			for (const { slug } of api.rows.splice(3)) api.media.delete(`media/sounds/${slug} é.mp3`);
		};
		const [said] = await changed(shorten);
		expect(said).toMatch(
			/\?page=3 is answered with status 404, though the page before links to it$/,
		);
	});

	test("again and again: it is given up, and what was here stays", async () => {
		await mirrorTo(dir, server.origin);
		const before = filesIn(dir);
		let added = 0;
		server.before = ({ path }) => {
			if (path === `${API}?page=3`) addClip(api, server.origin, `more-${added++}`);
		};
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/the catalogue changed in each of 3 passes; what is here is untouched/);
		expect(message.split("\n").slice(1)).toEqual([
			'  pass 1: "count" was 7 on page 1 and is 8 on page 3',
			'  pass 2: "count" was 8 on page 1 and is 9 on page 3',
			'  pass 3: "count" was 9 on page 1 and is 10 on page 3',
		]);
		expect(filesIn(dir)).toEqual(before);
	});
});

describe("a source that contradicts itself is not said to change:", () => {
	test("a clip twice on one page", async () => {
		api.rows[3] = { ...api.rows[2] };
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${server.origin}/${API}?page=2: has the clip "clip-2" twice`,
		);
		expect(pagesAsked()).toHaveLength(2);
	});

	test("a count that is never right", async () => {
		const { serves } = server;
		server.serves = (path) => {
			const answer = typeof serves === "function" ? serves(path) : undefined;
			const text = answer?.body.toString().replace('"count":7', '"count":8');
			return path.startsWith(API) && text !== undefined ? { body: Buffer.from(text) } : answer;
		};
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${server.origin}/${API}: the source contradicts itself, the same way in each of 3 passes: the pages have 7 clips, and the count says 8; what is here is untouched`,
		);
	});
});

test("everything that is wrong with the clips is said, and nothing is written", async () => {
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
	expect(mediaAsked()).toEqual([]);
});

describe("what is no page of the API is said:", () => {
	const envelope = { count: 1, next: null, previous: null, results: [] };
	test.for<readonly [string, object, RegExp]>([
		["no count", { ...envelope, count: "7" }, /is no page of this API: count /],
		["no results", { ...envelope, results: null }, /is no page of this API: results /],
		[
			"a next that is no URL",
			{ ...envelope, next: "http://[" },
			/"next" is "http:\/\/\[", which is no URL/,
		],
		[
			"a circle",
			{ ...envelope, count: 9, next: `/${API}`, results: [{}] },
			/leads back to .*, in a circle/,
		],
		["an empty page that goes on", { ...envelope, next: "?page=2" }, /it would never end/],
	])("%s", async ([, body, said]) => {
		server.always(API, { body: JSON.stringify(body) });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(said);
		expect(existsSync(dir)).toBe(false);
	});

	test("neither a tree nor an API", async () => {
		server.serves = () => ({ body: Buffer.from("<!doctype html>") });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/\/latest\.json is no pointer of a published tree; it begins with "<!doctype html>"; and there is no such API either: .*\/api\/v1\/instants\/ is not JSON .*; what is in .* is untouched$/,
		);
	});
});
