/** A crawl of a live server makes a catalogue of everything that a build accepts, and reports the rest. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { CHANGES, REFUSALS } from "./crawl-changes.ts";
import { ALL, api, DEAD, FAULTS, SOUND } from "./crawl-faults.ts";
import { crawledRecords } from "./live-api.ts";
import { failureOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { catalogueFolder, newPlace, release, releaseOf, sound } from "./releases.ts";

const { server } = api;
const { origin } = server;
let dir: string;

beforeEach(() => {
	api.reset();
	dir = join(newPlace(), "mirror");
});

describe("of a source with", () => {
	test.for(Object.entries(FAULTS))("%s, everything else is kept", async ([, fault]) => {
		const { make, slugs = ALL, failed, noted = /^/, image } = fault;
		make();
		const outcome = await mirrorTo(dir, origin, { followOrigin: [DEAD] });
		const reasons = outcome.failed.map(({ what, reason }) => `${what}: ${reason}`);
		expect(outcome.status).toBe(failed === undefined ? "mirrored" : "partial");
		expect(reasons.slice(0, 1)).toEqual(
			failed === undefined ? [] : [expect.stringMatching(failed)],
		);
		expect(outcome.notes.join()).toMatch(noted);
		const records = await crawledRecords(dir);
		expect(records.map(({ slug }) => slug)).toEqual(slugs);
		const second = records.find(({ slug }) => slug === "clip-1");
		if (second !== undefined) {
			const picture = image ?? "/media/instants_images/a ü#1.png";
			expect(second).toMatchObject({
				sound: expect.stringMatching(fault.sound ?? `/${SOUND}`),
				image: picture,
			});
			if (String(second.sound).startsWith("/")) {
				const stored = readFileSync(join(dir, "data", String(second.sound)), "latin1");
				expect(stored.endsWith("clip-1")).toBe(true);
			}
		}
		expect(new Set(api.mediaRequests).size).toBe(api.mediaRequests.length);
		expect(JSON.parse(textOf(dir, "crawl/pages/000001.json"))).toMatchObject({
			results: JSON.parse(JSON.stringify(api.rows.slice(0, 2))),
		});
		expect(JSON.parse(textOf(dir, "provenance.json"))).toMatchObject({ failed: outcome.failed });
		expect(await findings(dir)).toEqual(INTACT);
		server.requests = [];
		const again = await mirrorTo(dir, origin, { followOrigin: [DEAD] });
		expect(again).toMatchObject({
			status: failed === undefined ? "unchanged" : "partial",
			failed: outcome.failed,
		});
		expect(existsSync(`${dir}.previous`)).toBe(false);
		const isRefused = (path: string): boolean =>
			/is not an MP3/.test(String(failed)) && path === SOUND;
		expect(api.mediaRequests.filter((path) => api.media.has(path) && !isRefused(path))).toEqual([]);
	});
});

describe("of a source with", () => {
	test.for(Object.entries(CHANGES))(
		"%s meanwhile, no clip is missed",
		async ([, [change, gone]]) => {
			change();
			const { failed, notes, status } = await mirrorTo(dir, origin);
			expect({ failed, status }).toEqual({ failed: [], status: "mirrored" });
			const [records, pages] = [await crawledRecords(dir), filesIn(join(dir, "crawl/pages"))];
			const slugs = records.map(({ slug }) => slug).toSorted();
			const there = api.rows.map((row) => (row as { slug: string }).slug);
			expect(slugs).toEqual(expect.arrayContaining(gone === undefined ? ALL : there));
			expect(slugs.filter((slug) => !there.includes(slug))).toEqual(gone ?? []);
			expect(notes).toEqual(
				gone?.length
					? [expect.stringMatching(/so it was read twice; 1 clips that only the first/)]
					: [],
			);
			expect(pages).toHaveLength(Math.ceil(there.length / 2));
		},
	);

	test.for(Object.entries(REFUSALS))("%s, nothing is replaced", async ([, [make, said]]) => {
		await mirrorTo(dir, origin);
		const before = filesIn(dir);
		server.requests = [];
		make();
		const failure = await failureOf(mirrorTo(dir, origin));
		expect(failure).toMatchObject({ message: expect.stringMatching(said), exitCode: 1 });
		expect(filesIn(dir)).toEqual(before);
	});
});

test("a clip with a field that is nested 20,000 deep is left out", async () => {
	const { serves } = server;
	api.change(1, { name: "DEEP" });
	const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
	server.serves = (path) => {
		const answer = typeof serves === "string" ? undefined : serves(path);
		const body = String(answer?.body).replace('"DEEP"', deep);
		return body.includes(deep) ? { body: Buffer.from(body) } : answer;
	};
	const { failed, count } = await mirrorTo(dir, origin);
	const reason = expect.stringMatching(/^must be/);
	const what = 'page 1 clip 2 "clip-1" name a value that is nested too deeply to print';
	expect({ failed, count }).toMatchObject({ failed: [{ what, reason }], count: 4 });
});

test("a crawled catalogue builds into the tree that it was crawled from", async () => {
	const data = catalogueFolder(["boom", "bang", "gong", "café", "12.30"]);
	const tree = await releaseOf(data);
	const preview = await startPreview(tree.folder, 0);
	try {
		await mirrorTo(dir, `${preview.origin}/api/v1/instants`, { crawl: true });
	} finally {
		await preview.stop();
	}
	expect((await releaseOf(join(dir, "data"))).files).toEqual(tree.files);
});

test("a crawl that is built serves every medium that is here, and leaves all others at the source", async () => {
	const [gone, svg] = ["clip-0 é.mp3", "a.svg"];
	api.media.delete(`media/sounds/${gone}`);
	api.media.set(`media/instants_images/${svg}`, "<svg/>");
	api.change(1, { sound: `${DEAD}/media/sounds/boom.mp3`, image: `/media/instants_images/${svg}` });
	api.change(2, { sound: `${origin}/files/boom.mp3` });
	api.media.set("files/boom.mp3", sound("boom"));
	await mirrorTo(dir, origin, { followOrigin: [DEAD] });
	const { folder } = await releaseOf(join(dir, "data"), { base: "https://mirror.test" });
	const links = textOf(folder, "v1/instants/all.ndjson")
		.split("\n")
		.slice(0, -1)
		.flatMap((row) => [JSON.parse(row).sound, JSON.parse(row).image] as string[]);
	const elsewhere = links.filter((url) => !url.startsWith("https://mirror.test/media/"));
	expect(elsewhere).toEqual([
		`${origin}/media/sounds/${encodeURIComponent(gone)}`,
		`${DEAD}/media/sounds/boom.mp3`,
		`${origin}/media/instants_images/${svg}`,
	]);
	const here = links.filter((url) => !elsewhere.includes(url));
	expect(here).toHaveLength(7);
	for (const url of here) {
		expect(existsSync(join(folder, decodeURIComponent(new URL(url).pathname))), url).toBe(true);
	}
	expect(textOf(folder, "index.html")).toContain(`media-src &#39;self&#39; ${origin} ${DEAD};`);
});

describe("a crawl refuses", () => {
	test("a listing without clips", async () => {
		api.rows = [];
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin, { allow: ["shrink"] }));
		expect(message).toMatch(/\/api\/v1\/instants\/: has no clips, so there is nothing to mirror/);
		expect({ exitCode, isThere: existsSync(dir) }).toEqual({ exitCode: 8, isThere: false });
	});

	test("a listing without a clip that a build accepts", async () => {
		for (const row of api.rows) Object.assign(row as object, { color: "red" });
		expect(await failureOf(mirrorTo(dir, origin))).toMatchObject({
			message: expect.stringMatching(
				/has no clips that a build takes \(page 1 clip 1 "clip-0" color "red": must be six .*nothing to mirror/,
			),
			exitCode: 8,
		});
		expect(existsSync(dir)).toBe(false);
	});

	test("more pages and media than any catalogue has", async () => {
		const { message, exitCode } = await failureOf(mirrorTo(dir, origin, { maxFiles: 8 }));
		expect(message).toMatch(
			/has more than 8 pages and media, which is more than a mirror takes; ask/,
		);
		expect(exitCode).toBe(8);
		expect(api.mediaRequests).toEqual([]);
	});
});

test("a crawl ends at --max-gigabytes, and the next one goes on with what was fetched", async () => {
	api.media.set(SOUND, Buffer.concat([sound("clip-1"), Buffer.alloc(1e6)]));
	const failure = await failureOf(mirrorTo(dir, origin, { maxGigabytes: 5e-4, concurrency: 1 }));
	expect(failure).toMatchObject({
		message: expect.stringMatching(
			/clip-1\S+: this run has fetched more than 500000 bytes; .* --max-gigabytes N$/,
		),
		exitCode: 8,
	});
	expect(api.mediaRequests).toHaveLength(3);
	expect(existsSync(dir)).toBe(false);
	expect(await mirrorTo(dir, origin)).toMatchObject({ kept: 2, fetched: 4 });
});

test("after five failures in a row, a host is not asked again", async () => {
	for (let i = 5; i < 12; i++) api.add();
	for (const path of api.media.keys()) server.always(path, { status: 503 });
	const { failed } = await mirrorTo(dir, origin, { concurrency: 1 });
	expect(failed).toHaveLength(13);
	expect(failed.filter(({ reason }) => reason.startsWith("was not requested"))).toHaveLength(8);
});

describe("the kind of the source", () => {
	test("is detected for a new mirror, and remembered", async () => {
		expect(await mirrorTo(dir, origin)).toMatchObject({ kind: "crawl" });
		const before = filesIn(dir);
		server.serves = (await release(["boom"])).folder;
		expect((await failureOf(mirrorTo(dir, origin))).message).toMatch(
			/was answered with status 404/,
		);
		expect(filesIn(dir)).toEqual(before);
	});

	test("must be given for a live server that answers with 500 where it has no pointer", async () => {
		server.always("latest.json", { status: 500 });
		expect((await failureOf(mirrorTo(dir, origin))).message).toBe(
			`${origin}/latest.json: was answered with status 500; if it is a live server, crawl it with --crawl`,
		);
		expect(await mirrorTo(dir, origin, { crawl: true })).toMatchObject({ status: "mirrored" });
		const other = join(newPlace(), "mirror");
		expect(await mirrorTo(other, origin, { asData: true })).toMatchObject({ kind: "crawl" });
	});

	test("must be a tree where a key is given", async () => {
		const { message } = await failureOf(mirrorTo(dir, origin, { key: "RW" }));
		expect(message).toMatch(/latest.json: is not the pointer of a published tree; ask/);
	});
});
