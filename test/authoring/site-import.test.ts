/**
 * An import from another site adds everything that a build accepts, resumes where the last one ended, and
 * changes no existing clip.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { removeClips } from "../../scripts/authoring/removal.ts";
import { importSite, type SiteRequest } from "../../scripts/authoring/site-import.ts";
import { INSTANT_FIELDS, type Instant } from "../../scripts/contract/instant.ts";
import { clip, folderWith, ndjson, readRecords, writeFiles } from "../fixtures/data-folder.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { failureOf } from "../mirror/mirror-run.ts";
import { image, release, sound } from "../mirror/releases.ts";
import { API, liveApi } from "./live-api.ts";

const api = await liveApi();
const { media, server } = api;
const { origin } = server;
const ALL = ["clip-0", "clip-1", "clip-2", "clip-3", "clip-4"];
const OTHERS = ALL.toSpliced(1, 1);
const SOUND = "media/sounds/clip-1 é.mp3";
const ENCODED = "/media/sounds/clip-1%20%C3%A9.mp3";
const IMAGE = "media/instants_images/a ü#1.png";
/** A different origin of the same server. */
const FOREIGN = origin.replace("localhost", "127.0.0.1");
const DEAD = "http://127.0.0.1:1";
const TOO_LONG = `media/sounds/${"long/".repeat(1000)}a.mp3`;
/** The pages of the listing, with two clips each. */
const PAGES = ["", "?page=2", "?page=3"].map((query) => API + query);
let data: string;

beforeEach(() => {
	api.reset();
	data = folderWith({});
});

/** Imports from the server, with hardly any delays. Also returns the media that were requested. */
async function take(options: Partial<SiteRequest> = {}) {
	const notes: string[] = [];
	server.requests = [];
	const result = await importSite(data, {
		...{ url: origin, maxGigabytes: 0.1, delay: 1 },
		signal: new AbortController().signal,
		report: { show: () => {}, note: (message) => void notes.push(message) },
		...options,
	});
	return { ...result, notes, asked: api.mediaRequests };
}

/** The catalogue's records, as written. Expects them to be valid. */
async function records(): Promise<Record<string, unknown>[]> {
	await readRecords(data, "local");
	if (!existsSync(join(data, "clips.ndjson"))) return [];
	const lines = textOf(data, "clips.ndjson").split("\n").slice(0, -1);
	return lines.map((line) => JSON.parse(line));
}

const slugs = async () => (await records()).map(({ slug }) => slug);
const soundOf = (slug: string) => `media/sounds/${slug} é.mp3`;

interface Expected {
	/** The slugs in the catalogue; by default, those of all clips. */
	readonly slugs?: readonly string[];
	/** What the source lacks; by default, nothing. */
	readonly lacking?: Partial<Record<"clips" | "images" | "others", RegExp>>;
	/** The sound of the second clip; by default, unchanged. */
	readonly sound?: string;
	readonly image?: string | undefined;
}

/** Changes the second clip. */
const change = (changes: object) => () => api.change(1, changes);
/** Moves the second clip's sound to a different path at the source. */
const moveTo = (path: string, encoded = path) => {
	return () => {
		api.change(1, { sound: `${origin}/${encoded}` });
		media.set(path, media.get(SOUND) ?? "");
	};
};
const leftOut = (clips: RegExp): Expected => ({ slugs: OTHERS, lacking: { clips } });
const RENAMED = { sound: "clip-1.mp3" };

const SOURCES: readonly (readonly [name: string, make: () => unknown, Expected?])[] = [
	["nothing wrong", () => {}],
	["a blank name", change({ name: " " }), leftOut(/^page 1 clip 2 "clip-1": name " ": must not/)],
	["no sound", change({ sound: null }), leftOut(/"clip-1": sound null: is required/)],
	["no object", () => api.rows.splice(1, 1, null), leftOut(/^page 1 clip 2 null: must be a JSON/)],
	[
		"a slug twice",
		change({ slug: "clip-0" }),
		{
			slugs: OTHERS,
			lacking: { others: /: reports 5 clips, but its pages list 4 different slugs/ },
		},
	],
	["an unknown field", change({ author: "Ada" })],
	["fields left out or null", change({ description: null, tags: undefined })],
	["no file for a sound", () => media.delete(SOUND), leftOut(/^clip-1: http\S+mp3: .* status 404/)],
	[
		"a page for a sound",
		() => media.set(SOUND, "<!doctype html>Not found"),
		leftOut(/^clip-1: http.* is not an MP3 but looks like/),
	],
	[
		"a sound at another origin",
		change({ sound: FOREIGN + ENCODED }),
		leftOut(/is not on http.* --follow-origin http:\/\/127/),
	],
	["a sound on a dead host", change({ sound: DEAD + ENCODED }), leftOut(/: incomplete response/)],
	["a password in a sound", change({ sound: origin.replace("://", "://me:secret@") + ENCODED })],
	["a path as a sound", change({ sound: ENCODED })],
	["a sound behind two slashes", moveTo(`/${SOUND}`, ENCODED)],
	["a sound whose name Windows cannot store", moveTo("media/sounds/12:30.mp3"), RENAMED],
	["a sound whose path no disk can store", moveTo(TOO_LONG), RENAMED],
	["a sound in another folder", moveTo("files/boom.mp3"), RENAMED],
	[
		"a sound whose path leads out of its folder",
		change({ sound: `${origin}/media/sounds/../../boom.mp3` }),
		leftOut(/^clip-1: http\S+\/boom\.mp3: was .* status 404/),
	],
	[
		"a sound with the name of another",
		moveTo("old/media/sounds/clip-0 é.mp3"),
		{ sound: "clip-0 é-2.mp3" },
	],
	[
		"a picture that a build refuses",
		() => {
			api.change(1, { image: "/media/instants_images/a.svg" });
			media.set("media/instants_images/a.svg", "<svg/>");
		},
		{ lacking: { images: /^clip-1: http\S+a\.svg: .* does not end in .png/ }, image: undefined },
	],
	[
		"links to another origin",
		() => {
			api.sent = (text) => text.replace(`"next":"${origin}`, '"next":"http://inner:80');
		},
	],
	[
		"a field that is nested 20,000 deep",
		() => {
			api.change(1, { name: "DEEP" });
			api.sent = (text) => text.replace('"DEEP"', "[".repeat(20_000) + "]".repeat(20_000));
		},
		leftOut(/"clip-1": name a value that is nested too deeply to print: must/),
	],
];

test.for(SOURCES)(
	"from a source with %s, everything valid is added",
	async ([, make, expected]) => {
		make();
		const { lacking, additions, asked } = await take({ followOrigin: [DEAD] });
		const { slugs = ALL, lacking: lacks = {}, sound = "clip-1 é.mp3" } = expected ?? {};
		for (const what of ["clips", "images", "others"] as const) {
			const line = lacks[what];
			expect(lacking[what]).toEqual(line ? [expect.stringMatching(line)] : []);
		}
		const all = await records();
		expect(all.map(({ slug }) => slug)).toEqual(slugs);
		expect(additions.map(({ record }) => record)).toEqual(all);
		expect(new Set(asked).size).toBe(asked.length);
		const second = all.find(({ slug }) => slug === "clip-1");
		if (second === undefined) return;
		const picture = expected && "image" in expected ? expected.image : "a ü#1.png";
		expect(second).toMatchObject({ sound, ...(picture && { image: picture }) });
		expect(second.image).toBe(picture);
		expect(textOf(data, `media/sounds/${second.sound}`)).toMatch(/clip-1$/);
	},
);

test.for<readonly [string, () => unknown, string[], lacking?: RegExp]>([
	["added", () => api.add(0), ALL],
	[
		"removed",
		() => api.rows.shift(),
		ALL.toSpliced(2, 1),
		/: reports 5 clips, but its pages list 4/,
	],
])("if a clip is %s meanwhile, no other clip is silently left to the next run", async (row) => {
	const [, change, taken, lacking] = row;
	server.before = ({ path }) => {
		if (path === PAGES[1]) change();
	};
	const { others } = (await take()).lacking;
	expect(others).toEqual(lacking ? [expect.stringMatching(lacking)] : []);
	expect(await slugs()).toEqual(taken);
	server.reset();
	await take();
	const there = api.rows.map((row) => Object(row).slug);
	expect(await slugs()).toEqual([...taken, ...there.filter((slug) => !taken.includes(slug))]);
});

const page = { count: 1, next: null, results: [] as unknown[] };
const answer = (body: object | string | Buffer): void =>
	server.always(API, {
		body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
	});
const latin = JSON.stringify({ ...page, results: [{ name: "caf\u00e9" }] });

/** Makes the server list new clips on every page, without end. */
function endless(): void {
	let clips = 0;
	server.before = ({ path }) => {
		if (!path.startsWith(API)) return;
		const results = Array.from({ length: 400 }, () => ({ slug: `fresh-${clips++}` }));
		const next = `/${API}?page=${clips}`;
		server.always(path, { body: JSON.stringify({ count: 5, next, results }) });
	};
}

test.for<readonly [string, () => unknown, RegExp]>([
	["no clips", () => api.rows.splice(0), /^http\S+: has no clips; check the address$/],
	["a page of HTML", () => answer("<!doctype html>"), /is not a page of this API: .*object/],
	[
		"a page in Latin-1",
		() => answer(Buffer.from(latin, "latin1")),
		/is not a page of this API: .*object/,
	],
	[
		"a listing with cursors",
		() => answer({ next: null, results: [] }),
		/is not a page of this API: "count" must be the total number of clips; ask the site's owner for numbered pages$/,
	],
	[
		"new clips for ever",
		() => endless(),
		/: pagination never ends: count says 5, but 1051 clips were listed; tell the site's owner$/,
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
	[
		"a damaged pointer",
		() => server.always("latest.json", { body: '{"build":"x","version":1}' }),
		/: latest\.json is damaged: .*; run this again, and if that does not help, tell the publisher$/,
	],
])("a source with %s is refused", async ([, make, said]) => {
	make();
	const failure = await failureOf(take());
	expect(failure).toMatchObject({ message: expect.stringMatching(said), exitCode: 1 });
	expect(filesIn(data)).toEqual([]);
});

test("a host that fails to answer five times in a row gets no more requests", async () => {
	for (let i = 5; i < 12; i++) api.add();
	for (const path of media.keys()) server.always(path, { status: 503 });
	const { clips } = (await take({ concurrency: 1 })).lacking;
	expect(clips).toHaveLength(12);
	expect(clips.filter((line) => line.includes(": was not requested"))).toHaveLength(8);
});

describe("a second run resumes after", () => {
	/** Expects the first run to fail with this message, and the second to request only the sounds of these clips. */
	async function goesOn(first: Promise<unknown>, said: RegExp, missing: readonly string[]) {
		expect((await failureOf(first)).message).toMatch(said);
		expect(await slugs()).toEqual(ALL.filter((slug) => !missing.includes(slug)));
		server.reset();
		const { asked, additions, known } = await take();
		expect(asked.filter((path) => path !== IMAGE)).toEqual(missing.map(soundOf));
		expect([additions.length, known.length]).toEqual([missing.length, 5 - missing.length]);
		expect(await slugs()).toEqual(ALL);
	}

	test("a stop midway", async () => {
		const stop = new AbortController();
		server.before = ({ path }) => {
			if (path === soundOf("clip-3")) stop.abort(new Error("stopped"));
		};
		const notes: string[] = [];
		const report = { show: () => {}, note: (text: string) => void notes.push(text) };
		const first = take({ signal: stop.signal, concurrency: 1, report });
		await goesOn(first, /^stopped$/, ["clip-3", "clip-4"]);
		expect(notes).toEqual([
			expect.stringMatching(
				/^3 clips added to .*clips\.ndjson before this; run the import again to resume$/,
			),
		]);
	});

	test("a page that cannot be read", async () => {
		server.always(PAGES[2] ?? "", { status: 503 });
		await goesOn(take(), /page=3: was answered with status 503/, ["clip-4"]);
	});

	test("more bytes than are allowed", async () => {
		media.set(soundOf("clip-2"), Buffer.concat([sound("clip-2"), Buffer.alloc(1e6)]));
		const first = take({ maxGigabytes: 5e-4, concurrency: 1 });
		const said = /clip-2\S+: this run has fetched more than 500000 bytes; .* --max-gigabytes N$/;
		await goesOn(first, said, ["clip-2", "clip-3", "clip-4"]);
	});
});

test("a request that fails once is repeated, and a sound that fails five times is fetched by the next run", async () => {
	server.fault(soundOf("clip-1"), { status: 503 }, { status: 503 });
	server.fault(PAGES[1] ?? "", "hangs up");
	server.always(soundOf("clip-3"), { status: 503 });
	const { lacking } = await take();
	expect(lacking.clips).toEqual([expect.stringMatching(/^clip-3: http.* status 503$/)]);
	expect(await slugs()).toEqual(ALL.toSpliced(3, 1));
	server.reset();
	const { asked } = await take();
	expect(asked.toSorted()).toEqual([IMAGE, soundOf("clip-3")]);
	expect(await slugs()).toEqual([...ALL.toSpliced(3, 1), "clip-3"]);
});

test("a dry run requests everything, and writes nothing", async () => {
	expect((await take({ dryRun: true })).additions).toHaveLength(5);
	expect(filesIn(data)).toEqual([]);
});

describe("a later run", () => {
	beforeEach(async () => {
		await take();
		expect(await slugs()).toEqual(ALL);
	});

	test("requests only the listing if nothing is new, and otherwise also the new clip", async () => {
		const before = filesIn(data);
		await take();
		expect(server.paths).toEqual(["latest.json", ...PAGES]);
		expect(filesIn(data)).toEqual(before);
		api.add(0);
		api.change(0, { image: null });
		await take();
		expect(server.paths.toSorted()).toEqual(
			["latest.json", ...PAGES, soundOf("clip-5")].toSorted(),
		);
		expect(await slugs()).toEqual([...ALL, "clip-5"]);
	});

	test("requests no sound of a removed clip, even if it has changed", async () => {
		await removeClips(data, ["clip-1"], { date: "2026-11-21" });
		media.set(SOUND, sound("another"));
		const { removed, asked } = await take();
		expect({ removed, asked }).toEqual({ removed: ["clip-1"], asked: [] });
		expect(await slugs()).toEqual(ALL);
	});

	test("compares the sounds of clips that have the same slug and different names", async () => {
		api.change(1, { name: "Another name" });
		api.change(2, { name: "Another clip" });
		media.set(soundOf("clip-2"), sound("another sound"));
		const { additions, asked, differing } = await take();
		expect(asked.toSorted()).toEqual([IMAGE, SOUND, soundOf("clip-2")]);
		expect(additions).toMatchObject([
			{ record: { slug: "clip-2-2", name: "Another clip", sound: "clip-2 é-2.mp3" } },
		]);
		const changes = [{ field: "name", from: "Another name", to: 'Clip "clip-1"' }];
		expect(differing).toEqual([{ slug: "clip-1", changes }]);
	});

	test("lists the clips in its data file that the source lacks, and keeps them", async () => {
		writeFiles(data, { "a.ndjson": ndjson(clip({ sound: "clip-0 é.mp3" })) });
		api.rows.splice(1, 2);
		const before = filesIn(data);
		expect(await take()).toMatchObject({ unlisted: ["clip-1", "clip-2"], asked: [] });
		expect(filesIn(data)).toEqual(before);
		api.change(0, { name: "" });
		expect(await take()).toMatchObject({ unlisted: ["clip-1", "clip-2"] });
	});
});

test("free paths and existing measures are kept, and each change is reported", async () => {
	writeFiles(data, {
		"clips.ndjson": ndjson(clip({ slug: "b" })),
		"media/sounds/boom.mp3": sound("mine"),
		"media/sounds/B.MP3": sound("mine too"),
	});
	const url = (path: string) => `${origin}/${path}`;
	for (const path of ["deep/a", "copy", "b"]) {
		media.set(`media/sounds/${path}.mp3`, sound(path === "copy" ? "deep/a" : path));
	}
	media.set("media/instants_images/y.png", "no picture");
	const measured = { duration: 9, gain: -1.5 };
	api.rows = [
		clip({ slug: "a", sound: url("media/sounds/deep/a.mp3"), ...measured }),
		clip({ slug: "shared", sound: url("media/sounds/deep/a.mp3") }),
		clip({ slug: "copy", sound: url("media/sounds/copy.mp3"), gain: 3 }),
		clip({
			slug: "b",
			name: "B",
			sound: url("media/sounds/b.mp3"),
			image: url("media/instants_images/y.png"),
		}),
	];
	const { additions } = await take();
	expect((await records()).slice(1)).toEqual([
		clip({ slug: "a", sound: "deep/a.mp3", ...measured }),
		clip({ slug: "shared", sound: "deep/a.mp3", duration: 0.104 }),
		clip({ slug: "copy", sound: "copy.mp3", duration: 0.104, gain: 3 }),
		clip({ slug: "b-2", name: "B", sound: "b-2.mp3", duration: 0.104 }),
	]);
	expect(additions.map(({ changes }) => changes)).toEqual([
		[],
		[],
		[],
		[
			{ field: "slug", from: "b", to: "b-2" },
			{ field: "sound", from: "b.mp3", to: "b-2.mp3" },
			{ field: "image", from: "y.png", to: undefined },
		],
	]);
	expect(await take()).toMatchObject({
		additions: [],
		asked: ["media/sounds/b.mp3", "media/instants_images/y.png"],
	});
});

describe("every field of the contract", () => {
	const FULL: Required<Instant> = {
		...{ name: "Full", slug: "full", sound: `${origin}/media/sounds/deep/a.mp3`, color: "aBcDeF" },
		...{ image: `${origin}/media/instants_images/x.png`, description: "Line\nend", tags: "a, b" },
		...{ duration: 9, gain: 0 },
	};
	const OTHER: Required<Instant> = {
		...{ name: "Other", slug: "full", sound: `${origin}/media/sounds/b.mp3`, color: "000000" },
		...{ image: null, description: "", tags: "c", duration: 8, gain: -1.5 },
	};
	/** A value as it is written in a record. */
	const written = (value: unknown) =>
		typeof value === "string" ? value.replace(/^http.*\/media\/[^/]*\//, "") : value;

	beforeEach(() => {
		api.rows = [{ ...FULL }];
		media.set("media/sounds/deep/a.mp3", sound("full"));
		media.set("media/instants_images/x.png", image("full"));
	});

	test.for(INSTANT_FIELDS)("%s is added", async (field) => {
		await take();
		expect((await records())[0]).toHaveProperty(field, written(FULL[field]));
	});

	test.for(INSTANT_FIELDS.filter((field) => field !== "slug"))(
		"%s is compared with the source, and kept",
		async (field) => {
			await take();
			const before = filesIn(data);
			api.change(0, { [field]: OTHER[field] });
			const changes = [{ field, from: written(OTHER[field]), to: written(FULL[field]) }];
			expect((await take()).differing).toEqual([{ slug: "full", changes }]);
			expect(filesIn(data)).toEqual(before);
		},
	);
});

test("a published tree is read from its store, and a damaged store file ends the run", async () => {
	const names = ["boom", "gong", "horn"];
	const { folder, files } = await release(names, { base: "https://elsewhere.test" });
	server.serves = folder;
	const packs = files.filter(({ path }) => /\/packs\/.*\.ndjson$/.test(path));
	const [pack] = packs;
	server.always(pack?.path ?? "", { body: "{}\n".repeat(25) });
	expect((await failureOf(take())).message).toMatch(/packs\/\S+ is damaged; run this again, and/);
	server.reset();
	const { additions, lacking } = await take();
	expect(additions.map(({ record }) => record.name)).toEqual(names);
	expect(lacking).toEqual({ clips: [], images: [], others: [] });
	expect(server.paths.filter((path) => path.startsWith("api/"))).toEqual([]);
	expect(await take()).toMatchObject({ asked: [], additions: [], differing: [] });
});
