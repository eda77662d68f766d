/** A crawl of a live server makes a catalogue of everything that a build accepts, and reports the rest; a later one keeps what has not changed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { API, crawledRecords, liveApi } from "./live-api.ts";
import { corrupt, failureOf, findings, INTACT, mirrorTo, rewrite } from "./mirror-run.ts";
import { catalogueFolder, newPlace, release, releaseOf, sound } from "./releases.ts";

const api = await liveApi();
const { media, server } = api;
const { origin } = server;
const ALL = ["clip-0", "clip-1", "clip-2", "clip-3", "clip-4"];
const OTHERS = ALL.toSpliced(1, 1);
const SOUND = "media/sounds/clip-1 é.mp3";
const ENCODED = "/media/sounds/clip-1%20%C3%A9.mp3";
/** Another origin, at which the same server answers. */
const FOREIGN = origin.replace("localhost", "127.0.0.1");
const DEAD = "http://127.0.0.1:1";
const TOO_LONG = `media/sounds/${"long/".repeat(1000)}a.mp3`;
const HASHED = /^\/media\/sounds\/[0-9a-f]{24}\.mp3$/;
let dir: string;

beforeEach(() => {
	api.reset();
	dir = join(newPlace(), "mirror");
});

interface Expected {
	/** The slugs in `data/`; all clips unless given. */
	readonly slugs?: readonly string[];
	/** The first reported failure; none unless given. */
	readonly failed?: RegExp;
	/** Of the second clip in `data/`; unchanged unless given. */
	readonly sound?: string | RegExp;
	readonly image?: string;
}

/** Changes the second clip. */
const change = (changes: object) => () => api.change(1, changes);
/** Moves its sound to another path at the source. */
const moveTo = (path: string, encoded = path) => {
	return () => {
		api.change(1, { sound: `${origin}/${encoded}` });
		media.set(path, media.get(SOUND) ?? "");
	};
};
const leftOut = (failed: RegExp): Expected => ({ slugs: OTHERS, failed });
/** Where the sound cannot be had, a clip keeps its URL. */
const kept = (sound: string, failed: RegExp): Expected => ({ sound, failed });

const FAULTS: readonly (readonly [name: string, make: () => unknown, Expected?])[] = [
	["nothing wrong", () => {}],
	["a blank name", change({ name: " " }), leftOut(/"clip-1": name " ": must not be/)],
	["no sound", change({ sound: null }), leftOut(/"clip-1": sound null: is missing/)],
	["no object", () => api.rows.splice(1, 1, null), leftOut(/^page 1 clip 2 null: must be a JSON/)],
	["a slug twice", change({ slug: "clip-0" }), leftOut(/: counts 5 clips, but its pages have 4/)],
	["an unknown field", change({ author: "Ada" })],
	["fields left out or null", change({ description: null, tags: undefined })],
	["no file for a sound", () => media.delete(SOUND), kept(origin + ENCODED, /mp3: .* status 404/)],
	[
		"a page for a sound",
		() => media.set(SOUND, "<!doctype html>Not found"),
		kept(origin + ENCODED, /is not an MP3 but looks like/),
	],
	[
		"a sound at another origin",
		change({ sound: FOREIGN + ENCODED }),
		kept(FOREIGN + ENCODED, /is not at http.* --follow-origin http:\/\/127/),
	],
	[
		"a sound on a dead host",
		change({ sound: DEAD + ENCODED }),
		kept(DEAD + ENCODED, /127\.0\.0\.1:1\/.*: no whole answer/),
	],
	["a password in a sound", change({ sound: origin.replace("://", "://me:secret@") + ENCODED })],
	["a path as a sound", change({ sound: ENCODED })],
	["a sound behind two slashes", moveTo(`/${SOUND}`, ENCODED)],
	["a sound whose name no Windows takes", moveTo("media/sounds/12:30.mp3"), { sound: HASHED }],
	[
		"a sound whose path no disk takes",
		moveTo(TOO_LONG),
		leftOut(/"clip-1": sound "\S+ \(\d+ characters\): has \d+ characters, and at most 2000/),
	],
	["a sound in another folder", moveTo("files/boom.mp3"), { sound: HASHED }],
	[
		"no file for a sound in another folder",
		change({ sound: `${origin}/files/boom.mp3` }),
		leftOut(/"clip-1": sound "http\S+\/files\/boom\.mp3": was .* status 404, and a record cannot/),
	],
	[
		"a sound whose path leads out of its folder",
		change({ sound: `${origin}/media/sounds/../../boom.mp3` }),
		leftOut(/"clip-1": sound "http\S+\.\.\/boom\.mp3": was .* status 404, and a record cannot/),
	],
	["a sound with the name of another", moveTo("old/media/sounds/clip-0 é.mp3"), { sound: HASHED }],
	[
		"a picture that a build refuses",
		() => {
			api.change(1, { image: "/media/instants_images/a.svg" });
			media.set("media/instants_images/a.svg", "<svg/>");
		},
		{ failed: /a\.svg: .* does not end in .png/, image: `${origin}/media/instants_images/a.svg` },
	],
	[
		"links to another origin",
		() => {
			api.sent = (text) => text.replace(`"next":"${origin}`, '"next":"http://inner:80');
		},
	],
];

test.for(FAULTS)(
	"of a source with %s, everything else is kept",
	async ([, make, expected = {}]) => {
		make();
		const { slugs = ALL, failed, image = "/media/instants_images/a ü#1.png" } = expected;
		const options = { followOrigin: [DEAD] };
		const outcome = await mirrorTo(dir, origin, options);
		expect(outcome.status).toBe(failed === undefined ? "mirrored" : "partial");
		const reasons = outcome.failed.map(({ what, reason }) => `${what}: ${reason}`);
		expect(reasons.slice(0, 1)).toEqual(failed ? [expect.stringMatching(failed)] : []);
		const records = await crawledRecords(dir);
		expect(records.map(({ slug }) => slug)).toEqual(slugs);
		const second = records.find(({ slug }) => slug === "clip-1");
		if (second !== undefined) {
			const matching = expect.stringMatching(expected.sound ?? `/${SOUND}`);
			expect(second).toMatchObject({ sound: matching, image });
			const path = String(second.sound);
			if (path.startsWith("/")) expect(textOf(dir, `data${path}`)).toMatch(/clip-1$/);
		}
		expect(new Set(api.mediaRequests).size).toBe(api.mediaRequests.length);
		expect(JSON.parse(textOf(dir, "crawl/pages/000001.json"))).toMatchObject({
			results: JSON.parse(JSON.stringify(api.rows.slice(0, 2))),
		});
		expect(JSON.parse(textOf(dir, "provenance.json"))).toMatchObject({ failed: outcome.failed });
		expect(await findings(dir)).toEqual(INTACT);
		server.requests = [];
		expect(await mirrorTo(dir, origin, options)).toMatchObject({
			status: failed === undefined ? "unchanged" : "partial",
			failed: outcome.failed,
			fetched: 0,
		});
		expect(existsSync(`${dir}.previous`)).toBe(false);
	},
);

/** Changes before the second page is read, before the third, and so on. */
test.for<readonly [string, readonly (() => unknown)[], readonly string[]]>([
	["an addition at the front", [() => api.add(0)], []],
	["a removal", [() => api.rows.shift()], ["clip-0"]],
	["fewer pages", [() => api.rows.splice(2)], []],
	// As many clips are read as are counted, but for the second page, and clip-2 is not among them.
	["a removal, and then an addition", [() => api.rows.shift(), () => api.add()], ["clip-0"]],
])("of a source with %s meanwhile, no clip is missed", async ([, changes, gone]) => {
	api.add();
	api.add();
	const left = [...changes];
	server.before = ({ path }) => {
		const page = Number(new RegExp(`^${API}\\?page=(\\d)$`).exec(path)?.[1]);
		if (page === changes.length - left.length + 2) left.shift()?.();
	};
	const { failed, notes, status } = await mirrorTo(dir, origin);
	expect({ failed, status }).toEqual({ failed: [], status: "mirrored" });
	const slugs = (await crawledRecords(dir)).map(({ slug }) => slug);
	const there = api.rows.map((row) => (row as { slug: string }).slug);
	expect(slugs.toSorted()).toEqual([...there, ...gone].sort());
	expect(notes).toEqual(
		gone.map(() => expect.stringMatching(/so it was read twice; 1 clips that only the first/)),
	);
	expect(filesIn(join(dir, "crawl/pages"))).toHaveLength(Math.ceil(there.length / 2));
});

const page = { count: 1, next: null, results: [] as unknown[] };
const answer = (body: object | string | Buffer): void =>
	server.always(API, {
		body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
	});
const latin = JSON.stringify({ ...page, results: [{ name: "caf\u00e9" }] });

/** Lists new clips on each page. */
function endless(count: (clips: number) => number): void {
	let clips = 0;
	server.before = ({ path }) => {
		if (!path.startsWith(API)) return;
		const results = Array.from({ length: 400 }, () => ({ slug: `fresh-${clips++}` }));
		const next = `/${API}?page=${clips}`;
		server.always(path, { body: JSON.stringify({ count: count(clips), next, results }) });
	};
}

test.for<readonly [string, () => unknown, RegExp]>([
	["no clips", () => api.rows.splice(0), /^http\S+: has no clips to take; check the address$/],
	[
		"no clip that a build accepts",
		() => api.rows.splice(0, 5, null),
		/: has no clips to take; check the address\n {4}page 1 clip 1 null: must be a JSON/,
	],
	["a page of HTML", () => answer("<!doctype html>"), /is not a page of this API: .*object/],
	[
		"a page in Latin-1",
		() => answer(Buffer.from(latin, "latin1")),
		/is not a page of this API: .*object/,
	],
	[
		"a listing with cursors",
		() => answer({ next: null, results: [] }),
		/is not a page of this API: "count" must be the number of all clips; ask its owner for numbered pages$/,
	],
	[
		"new clips for ever",
		() => endless(() => 5),
		/instants\/: looks endless: it counts 5 clips, and has listed 1200; ask its owner$/,
	],
	[
		"new clips for ever, all of them counted",
		() => endless((clips) => clips + 5),
		/looks endless: it counts 1205 clips, and has listed 1200;/,
	],
	[
		"a next that is no URL",
		() => answer({ ...page, next: "http://[", results: [{}] }),
		/which is not a URL/,
	],
	[
		"a next that leads to nothing",
		() => answer({ count: 2, next: `/${API}?page=9`, results: [{}] }),
		/page=9: was answered with status 404/,
	],
])("a source with %s makes no mirror", async ([, make, said]) => {
	make();
	const failure = await failureOf(mirrorTo(dir, origin));
	expect(failure).toMatchObject({ message: expect.stringMatching(said), exitCode: 1 });
	expect(existsSync(dir)).toBe(false);
});

test("a clip with a field that is nested 20,000 deep is left out", async () => {
	api.change(1, { name: "DEEP" });
	api.sent = (text) => text.replace('"DEEP"', "[".repeat(20_000) + "]".repeat(20_000));
	const reason = expect.stringMatching(/^name a value that is nested too deeply to print: must/);
	const failed = [{ what: 'page 1 clip 2 "clip-1"', reason }];
	expect(await mirrorTo(dir, origin)).toMatchObject({ failed, count: 4 });
});

test("a crawled catalogue builds into the tree that it was crawled from", async () => {
	const data = catalogueFolder(["boom", "bang", "café", "12.30"]);
	const tree = await releaseOf(data);
	const preview = await startPreview(tree.folder, 0);
	try {
		await mirrorTo(dir, `${preview.origin}/api/v1/instants`, { crawl: true });
	} finally {
		await preview.stop();
	}
	expect((await releaseOf(join(dir, "data"))).files).toEqual(tree.files);
});

test("a crawl that is built leaves media that are not here at the source", async () => {
	media.delete("media/sounds/clip-0 é.mp3");
	await mirrorTo(dir, origin);
	const { folder } = await releaseOf(join(dir, "data"), { base: "https://mirror.test" });
	const rows = textOf(folder, "v1/instants/all.ndjson").split("\n").slice(0, 2);
	expect(rows.map((row) => JSON.parse(row).sound)).toEqual([
		`${origin}/media/sounds/clip-0%20%C3%A9.mp3`,
		`https://mirror.test${ENCODED}`,
	]);
	expect(textOf(folder, "index.html")).toContain(`media-src &#39;self&#39; ${origin};`);
});

test("a crawl ends at --max-gigabytes, and the next one goes on with what was fetched", async () => {
	media.set(SOUND, Buffer.concat([sound("clip-1"), Buffer.alloc(1e6)]));
	const failure = await failureOf(mirrorTo(dir, origin, { maxGigabytes: 5e-4, concurrency: 1 }));
	expect(failure).toMatchObject({
		message: expect.stringMatching(
			/clip-1\S+: this run has fetched more than 500000 bytes; .* --max-gigabytes N$/,
		),
		exitCode: 8,
	});
	expect(existsSync(dir)).toBe(false);
	expect(await mirrorTo(dir, origin)).toMatchObject({ kept: 2, fetched: 4 });
});

test("a host that does not answer five times in a row is not asked again", async () => {
	for (let i = 5; i < 12; i++) api.add();
	for (const path of media.keys()) server.always(path, { status: 503 });
	const { failed } = await mirrorTo(dir, origin, { concurrency: 1 });
	expect(failed).toHaveLength(13);
	expect(failed.filter(({ reason }) => reason.startsWith("was not requested"))).toHaveLength(8);
});

describe("the kind of the source", () => {
	test.for([404, 500])(
		"is found out for a new mirror, and remembered, if it answers with %i where it has no pointer",
		async (status) => {
			server.always("latest.json", { status });
			expect(await mirrorTo(dir, origin)).toMatchObject({ kind: "crawl" });
			const before = filesIn(dir);
			server.reset((await release(["boom"])).folder);
			expect((await failureOf(mirrorTo(dir, origin))).message).toMatch(/with status 404/);
			expect(filesIn(dir)).toEqual(before);
		},
	);

	test("must be a tree where a key is given", async () => {
		const { message } = await failureOf(mirrorTo(dir, origin, { key: "RW" }));
		expect(message).toMatch(/latest.json: is not the pointer of a published tree; ask/);
	});
});

describe("a later crawl keeps what has not changed:", () => {
	const TODAY = new Date().toISOString().slice(0, 10);
	const recheck = { recheck: true };

	beforeEach(async () => {
		// Enough clips that the loss of one is not refused.
		for (let i = 5; i < 12; i++) api.add();
		await mirrorTo(dir, origin);
		server.reset();
	});

	/** The first clips in `data/`, and when they were removed. */
	async function firstClips(): Promise<unknown[]> {
		return (await crawledRecords(dir)).slice(0, 3).map(({ slug, removed }) => [slug, removed]);
	}

	test("media are not fetched again for another query in their URLs", async () => {
		api.change(0, { sound: `${origin}/media/sounds/clip-0%20%C3%A9.mp3?signature=1` });
		expect(await mirrorTo(dir, origin)).toMatchObject({ fetched: 0, kept: 13 });
	});

	test("a removal is recorded in the place of the clip, with the day of the run", async () => {
		const [gone] = api.rows.splice(1, 1);
		api.rows.shift();
		await mirrorTo(dir, origin, { allow: ["shrink"] });
		const removed = [
			["clip-0", TODAY],
			["clip-1", TODAY],
		];
		expect(await firstClips()).toEqual([...removed, ["clip-2", undefined]]);
		api.add();
		await mirrorTo(dir, origin);
		expect(await firstClips()).toEqual([...removed, ["clip-2", undefined]]);
		api.rows.splice(1, 0, gone);
		await mirrorTo(dir, origin);
		expect(await firstClips()).toEqual([removed[0], ["clip-2", undefined], ["clip-1", undefined]]);
	});

	test("a clip that a build would now refuse stays as it was, with its sound, until it is right again", async () => {
		api.change(1, { name: "", sound: null });
		for (const status of ["partial", "partial"]) {
			const { failed, ...outcome } = await mirrorTo(dir, origin);
			expect(outcome).toMatchObject({ status, count: 12, fetched: 0 });
			expect(failed.map(({ reason }) => reason)).toEqual([
				expect.stringMatching(/^name "": .*; the record of an earlier run stays$/),
			]);
			expect((await crawledRecords(dir))[1]).toMatchObject({ name: 'Clip "clip-1"' });
			expect(textOf(dir, `data/${SOUND}`)).toMatch(/clip-1$/);
			expect(await findings(dir)).toEqual(INTACT);
		}
		corrupt(dir, `data/${SOUND}`);
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "partial", count: 11 });
		expect((await firstClips())[1]).toEqual(["clip-1", TODAY]);
		api.change(1, { name: "Clip", sound: `/${SOUND}` });
		expect(await mirrorTo(dir, origin)).toMatchObject({
			status: "mirrored",
			count: 12,
			fetched: 1,
		});
		expect((await firstClips())[1]).toEqual(["clip-1", undefined]);
	});

	test("a crawl without media has none, and the next one fetches them", async () => {
		expect(await mirrorTo(dir, origin, { media: false })).toMatchObject({ status: "mirrored" });
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "mirrored", fetched: 13 });
		expect(await findings(dir)).toEqual(INTACT);
	});

	test.for<readonly [string, () => unknown, RegExp]>([
		["is gone", () => api.media.delete(SOUND), /404; the file of an earlier run stays$/],
		[
			"is a page",
			() => api.media.set(SOUND, "<!doctype html>"),
			/is not an MP3.*earlier run stays$/,
		],
	])("where a sound %s at the source, the one that is here is kept", async ([, change, said]) => {
		const before = textOf(dir, `data/${SOUND}`);
		change();
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", notes: [] });
		expect(await mirrorTo(dir, origin, recheck)).toMatchObject({
			status: "unchanged",
			notes: [expect.stringMatching(said)],
		});
		expect(textOf(dir, `data/${SOUND}`)).toBe(before);
	});

	test("--recheck fetches a sound that has changed, and a damaged one", async () => {
		api.media.set(SOUND, sound("changed"));
		expect(await mirrorTo(dir, origin)).toMatchObject({ status: "unchanged", fetched: 0 });
		expect(await mirrorTo(dir, origin, recheck)).toMatchObject({ status: "mirrored", fetched: 13 });
		corrupt(dir, "data/media/sounds/clip-2 é.mp3");
		await mirrorTo(dir, origin, recheck);
		expect(await findings(dir)).toEqual(INTACT);
	});

	test("a damaged record of the crawl before is named", async () => {
		rewrite(dir, "data/clips.ndjson", (text) => text.split("\n").with(2, "\0").join("\n"));
		const { message } = await failureOf(mirrorTo(dir, origin));
		expect(message).toMatch(/clips\.ndjson:3: is not what a mirror writes; restore the file, or/);
	});

	test("a source that has lost its clips is refused, even if no sounds are lost", async () => {
		const outcome = () => failureOf(mirrorTo(dir, origin));
		for (const i of api.rows.keys()) api.change(i, { sound: `/${SOUND}` });
		await mirrorTo(dir, origin, { allow: ["shrink"] });
		api.rows.splice(6);
		expect((await outcome()).message).toMatch(/has 6 clips, and .* had 12; .* --allow shrink$/);
		api.rows.splice(0);
		expect(await outcome()).toMatchObject({
			exitCode: 8,
			message: expect.stringMatching(/ has 0 media, /),
		});
		expect(await crawledRecords(dir)).toHaveLength(12);
	});

	test("a source whose sounds are one is refused before any is asked for", async () => {
		for (const i of api.rows.keys()) api.change(i, { sound: `${origin}/media/sounds/one.mp3` });
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin));
		expect(message).toMatch(/has 2 media, and .* had 13; .* --allow shrink/);
		expect(exitCode).toBe(8);
		expect(api.mediaRequests).toEqual([]);
		expect(await mirrorTo(dir, origin, { allow: ["shrink"] })).toMatchObject({ status: "partial" });
	});
});
