/** A mirror is an exact copy of the published tree, for as few requests as possible. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { APACHE } from "../../scripts/hosts/apache/config.ts";
import { startPreview } from "../../scripts/preview/server.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, FAST_RETRY, failureOf, mirrorTo } from "./mirror-run.ts";
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

/** One file for each content that is in one release but not in another. */
function newIn(now: PublishedRelease, before: PublishedRelease): string[] {
	const held = new Set(before.files.map(({ sha256 }) => sha256));
	return now.files
		.filter(({ sha256 }) => !held.has(sha256) && held.add(sha256))
		.map(({ path }) => path);
}

test("each file is requested once, pointer and manifest first, and at most four at a time", async () => {
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

test("an unchanged source takes two requests, both answered with 304", async () => {
	await mirrorTo(dir, server.origin);
	server.requests = [];
	const { status, requests } = await mirrorTo(dir, server.origin);
	expect({ status, requests }).toEqual({ status: "unchanged", requests: 2 });
	expect(server.paths).toEqual(["latest.json", "manifest.json"]);
	expect(server.requests.every(({ headers }) => headers["if-none-match"] !== undefined)).toBe(true);
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

test("content that is already here is not fetched again", async () => {
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

test("a run leaves only its record in the workspace", async () => {
	await mirrorTo(dir, server.origin);
	await mirrorTo(dir, server.origin);
	expect(readdirSync(beside(dir))).toEqual(["held.json"]);
});

test("an unchanged run clears what a killed run left", async () => {
	await mirrorTo(dir, server.origin);
	writeFiles(beside(dir), { "staging/a": "", "earlier/b/c": "", "pages.ndjson": "{}\n" });
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
		expect(outcome).toMatchObject({
			status: "dry run",
			fetched: red.files.length - 2,
			requests: 2,
		});
		expect(readdirSync(join(dir, ".."))).toEqual([]);
	});

	test("predicts the numbers of the real run", async () => {
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

describe("the user's own files", () => {
	beforeEach(async () => {
		await mirrorTo(dir, server.origin);
		writeFiles(dir, { ".htaccess": "Deny", "mine/notes.txt": "hello" });
		server.serves = blue.folder;
	});
	const own = (): string[] =>
		filesIn(dir)
			.map(({ path }) => path)
			.filter((path) => path.startsWith("mine/") || path.startsWith(".ht"));

	test("stay at a switch", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ own: 2 });
		expect(own()).toEqual([".htaccess", "mine/notes.txt"]);
		expect(readFileSync(join(dir, "mine/notes.txt"), "utf8")).toBe("hello");
	});

	test("stay even if they were added during the run", async () => {
		server.before = ({ path }) => {
			if (path === "v1/instants/page/1.json") writeFiles(dir, { "mine/late.txt": "late" });
		};
		await mirrorTo(dir, server.origin);
		expect(own()).toEqual([".htaccess", "mine/late.txt", "mine/notes.txt"]);
	});

	test("are deleted with --delete", async () => {
		const { deleted } = await mirrorTo(dir, server.origin, { delete: true });
		expect(deleted).toEqual(expect.arrayContaining([".htaccess", "mine/notes.txt"]));
		expectRelease(dir, blue);
	});

	test("are deleted with --delete even if the release is unchanged", async () => {
		server.serves = red.folder;
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, red);
	});

	test("are not overwritten by a release that has such a file", async () => {
		const apache = await release(parent, ["boom"], { hosts: [APACHE] });
		server.serves = apache.folder;
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${dir}: contains files or links of your own where the release has files; move them away, or delete them with --delete:\n  ".htaccess"`,
		);
		expect(readFileSync(join(dir, ".htaccess"), "utf8")).toBe("Deny");
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, apache);
	});
});

test("a mirror without a host file that the host does not serve is complete", async () => {
	const apache = await release(parent, ["boom"], { hosts: [APACHE] });
	server.serves = apache.folder;
	server.always(".htaccess", { status: 403 });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: [".htaccess"] });
	expect(filesIn(dir)).toEqual(apache.files.filter(({ path }) => path !== ".htaccess"));
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", requests: 2 });
});

describe("a host file that is answered with a page", () => {
	beforeEach(() => server.always(".htaccess", { body: "<!doctype html>The soundboard" }));

	test("may be missing too", async () => {
		const apache = await release(parent, ["boom"], { hosts: [APACHE] });
		server.serves = apache.folder;
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: [".htaccess"] });
		expect(filesIn(dir)).toEqual(apache.files.filter(({ path }) => path !== ".htaccess"));
	});

	test("may belong to a new release", async () => {
		const apache = await release(parent, ["boom"], { hosts: [APACHE] });
		server.reset();
		server.serves = apache.folder;
		await mirrorTo(dir, server.origin);
		// No other request could reveal the new release.
		rmSync(join(dir, ".htaccess"));
		server.always(".htaccess", { body: "<!doctype html>The soundboard" });
		let asked = 0;
		server.before = ({ path }) => {
			// After the pointer has been checked for the first and second failure.
			if (path === ".htaccess" && ++asked === 3) server.serves = blue.folder;
		};
		await mirrorTo(dir, server.origin, { retry: { ...FAST_RETRY, attempts: 3 } });
		expectRelease(dir, blue);
	});
});
