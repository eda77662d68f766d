/** So that a mirror is what was published, to the byte, for as few requests as can be. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { VERCEL } from "../../scripts/hosts/vercel/host.ts";
import { startPreview } from "../../scripts/preview/server.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, failureOf, HASTE, mirrorTo } from "./mirroring.ts";
import { type PublishedRelease, release } from "./releases.ts";

const parent = temporaryFolder();
const server = await faultyServer();
let red: PublishedRelease;
let blue: PublishedRelease;
let dir: string;

beforeAll(async () => {
	red = await release(parent, ["boom", "bang", "café"]);
	blue = await release(parent, ["boom", "bang", "zoom & co"], { version: "2" });
});

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(mkdtempSync(join(parent, "place-")), "mirror");
});

/** Files of one release whose content another does not hold, each content once. */
function newIn(now: PublishedRelease, before: PublishedRelease): string[] {
	const held = new Set(before.files.map(({ sha256 }) => sha256));
	return now.files
		.filter(({ sha256 }) => !held.has(sha256) && held.add(sha256))
		.map(({ path }) => path);
}

test("each file is asked for once, the pointer and the manifest first, and no more than four at a time", async () => {
	const { fetched, requests } = await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths.slice(0, 2)).toEqual(["latest.json", "manifest.json"]);
	expect(server.paths.toSorted()).toEqual(red.files.map(({ path }) => path).toSorted());
	expect({ fetched: fetched + 2, requests }).toEqual({
		fetched: red.files.length,
		requests: red.files.length,
	});
	expect(server.busiest).toBeLessThanOrEqual(4);
	for (const { headers } of server.requests) {
		expect(headers["user-agent"]).toMatch(/^instants-mirror\//);
		expect(headers["accept-encoding"]).toBe("identity");
	}
});

test("an unchanged source costs two requests, both answered with 304", async () => {
	await mirrorTo(dir, server.origin);
	server.requests = [];
	const { status, requests } = await mirrorTo(dir, server.origin);
	expect({ status, requests }).toEqual({ status: "unchanged", requests: 2 });
	expect(server.paths).toEqual(["latest.json", "manifest.json"]);
	expect(server.requests.every(({ headers }) => headers["if-none-match"] !== undefined)).toBe(true);
	expectRelease(dir, red);
});

test("of a new release only what is new is fetched, and what it dropped is gone", async () => {
	await mirrorTo(dir, server.origin);
	server.reset();
	server.serves = blue.folder;
	const { deleted } = await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.toSorted()).toEqual(newIn(blue, red).toSorted());
	expect(deleted).toContain("media/sounds/café.mp3");
});

test("a file that went or was cut is fetched again, and nothing else", async () => {
	await mirrorTo(dir, server.origin);
	server.reset();
	rmSync(join(dir, "index.html"));
	writeFileSync(join(dir, "media/sounds/boom.mp3"), "short");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	expect(server.paths.toSorted()).toEqual([
		"index.html",
		"latest.json",
		"manifest.json",
		"media/sounds/boom.mp3",
	]);
});

test("a file that was moved is not fetched", async () => {
	await mirrorTo(dir, server.origin);
	const before = await release(parent, ["boom", "bang"]);
	server.serves = before.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, before);
	server.reset();
	const renamed = await release(parent, ["boom"]);
	server.serves = renamed.folder;
	await mirrorTo(dir, server.origin);
	expectRelease(dir, renamed);
	expect(server.paths.filter((path) => path.startsWith("media/"))).toEqual([]);
});

test("nothing is left beside but what the next run needs to know", async () => {
	await mirrorTo(dir, server.origin);
	await mirrorTo(dir, server.origin);
	expect(readdirSync(beside(dir))).toEqual(["held.json"]);
});

test("a run that finds all as it was clears what a killed one left", async () => {
	await mirrorTo(dir, server.origin);
	writeFiles(beside(dir), { "staging/a": "", "earlier/b/c": "", "pages.ndjson": "{}\n" });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged" });
	expect(readdirSync(beside(dir))).toEqual(["held.json"]);
});

test("a mirror is a published tree: a preview serves it with links to itself, and it is mirrored in turn", async () => {
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

test("a source under a path is asked under that path", async () => {
	server.serves = (path) => {
		const inside = /^some dir\/(.*)$/.exec(path)?.[1];
		const file = inside && join(red.folder, inside);
		return file && existsSync(file) ? { body: readFileSync(file) } : undefined;
	};
	await mirrorTo(dir, `${server.origin}/some%20dir`);
	expectRelease(dir, red);
});

describe("without media", () => {
	const isMedia = ({ path }: { path: string }) => path.startsWith("media/");

	test("they are neither fetched nor missed, now and later, until they are wanted", async () => {
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
	test("says what would be done and leaves no trace", async () => {
		const outcome = await mirrorTo(dir, server.origin, { dryRun: true });
		expect(outcome).toMatchObject({
			status: "dry run",
			fetched: red.files.length - 2,
			requests: 2,
		});
		expect(readdirSync(join(dir, ".."))).toEqual([]);
	});

	test("tells the truth about a new release", async () => {
		await mirrorTo(dir, server.origin);
		server.serves = blue.folder;
		const before = filesIn(join(dir, ".."));
		const dry = await mirrorTo(dir, server.origin, { dryRun: true });
		expect(filesIn(join(dir, ".."))).toEqual(before);
		const real = await mirrorTo(dir, server.origin);
		const facts = ({ fetched, bytes, kept, deleted }: typeof dry) => {
			return { fetched, bytes, kept, deleted };
		};
		expect(facts(dry)).toEqual(facts(real));
	});
});

describe("files of the user's own", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		writeFiles(dir, { "vercel.json": "Deny", "mine/notes.txt": "hello" });
		server.serves = blue.folder;
	});
	const own = (): string[] =>
		filesIn(dir)
			.map(({ path }) => path)
			.filter((path) => path.startsWith("mine/") || path === "vercel.json");

	test("stay", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ own: 2 });
		expect(own()).toEqual(["mine/notes.txt", "vercel.json"]);
		expect(readFileSync(join(dir, "mine/notes.txt"), "utf8")).toBe("hello");
	});

	test("stay though they came during the run", async () => {
		server.before = ({ path }) => {
			if (path === "v1/instants/page/1.json") writeFiles(dir, { "mine/late.txt": "late" });
		};
		await mirrorTo(dir, server.origin);
		expect(own()).toEqual(["mine/late.txt", "mine/notes.txt", "vercel.json"]);
	});

	test("go with --delete", async () => {
		const { deleted } = await mirrorTo(dir, server.origin, { delete: true });
		expect(deleted).toEqual(expect.arrayContaining(["vercel.json", "mine/notes.txt"]));
		expectRelease(dir, blue);
	});

	test("go with --delete though the release is the same", async () => {
		server.serves = red.folder;
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, red);
	});

	test("are not written over by a release that has such a file", async () => {
		const vercel = await release(parent, ["boom"], { hosts: [VERCEL] });
		server.serves = vercel.folder;
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${dir}: holds files or links of your own where the release has files; move them away, or delete them with --delete:\n  "vercel.json"`,
		);
		expect(readFileSync(join(dir, "vercel.json"), "utf8")).toBe("Deny");
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, vercel);
	});
});

test("a file for the source's host that the host keeps to itself is not missed", async () => {
	const vercel = await release(parent, ["boom"], { hosts: [VERCEL] });
	server.serves = vercel.folder;
	server.always("vercel.json", { status: 403 });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: ["vercel.json"] });
	expect(filesIn(dir)).toEqual(vercel.files.filter(({ path }) => path !== "vercel.json"));
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", requests: 2 });
});

describe("a file for the source's host that is answered with a page", () => {
	beforeEach(() => server.always("vercel.json", { body: "<!doctype html>The soundboard" }));

	test("is not missed either", async () => {
		const vercel = await release(parent, ["boom"], { hosts: [VERCEL] });
		server.serves = vercel.folder;
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: ["vercel.json"] });
		expect(filesIn(dir)).toEqual(vercel.files.filter(({ path }) => path !== "vercel.json"));
	});

	test("is another release's if there is one by now", async () => {
		const vercel = await release(parent, ["boom"], { hosts: [VERCEL] });
		server.reset();
		server.serves = vercel.folder;
		await mirrorTo(dir, server.origin);
		// Nothing else is fetched by which the new release could show.
		rmSync(join(dir, "vercel.json"));
		server.always("vercel.json", { body: "<!doctype html>The soundboard" });
		let asked = 0;
		server.before = ({ path }) => {
			// After the looks at the pointer that the first and the second failure bring.
			if (path === "vercel.json" && ++asked === 3) server.serves = blue.folder;
		};
		await mirrorTo(dir, server.origin, { patience: { ...HASTE, attempts: 3 } });
		expectRelease(dir, blue);
	});
});
