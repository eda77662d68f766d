/** The user's own files are never lost, whatever their names, and whatever was in the folder before. */
import { execFileSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { VERCEL } from "../../scripts/hosts/vercel/host.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
let dir: string;

const red = await release(["boom"]);
const blue = await release(["bang"]);

beforeEach(async () => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
	await mirrorTo(dir, server.origin);
	server.serves = blue.folder;
});

const mode = (path: string): number => statSync(join(dir, path)).mode & 0o7777;

describe("at the switch to a new release", () => {
	test("the user's files stay, whatever their names", async () => {
		const mine = ["new\nline", "a\rb/c", "back\\slash", "*?[x]{y}", "~", "ü"];
		writeFiles(dir, Object.fromEntries(mine.map((path) => [path, path])));
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ own: mine.length });
		for (const path of mine) expect(readFileSync(join(dir, path), "utf8")).toBe(path);
	});

	test("empty folders stay, except those of the old release", async () => {
		mkdirSync(join(dir, "uploads/new"), { recursive: true });
		rmSync(join(dir, "media/sounds/boom.mp3"));
		await mirrorTo(dir, server.origin);
		expect(readdirSync(join(dir, "uploads"))).toEqual(["new"]);
		expectRelease(dir, blue);
	});

	test("the permissions of the mirror and of the user's folders stay", async () => {
		writeFiles(dir, { "private/notes.txt": "secret" });
		chmodSync(join(dir, "private"), 0o700);
		chmodSync(dir, 0o2750);
		await mirrorTo(dir, server.origin);
		expect([mode("."), mode("private")]).toEqual([0o2750, 0o700]);
	});

	test("what cannot be carried over is listed before anything is fetched, and --delete deletes it", async () => {
		execFileSync("sh", ["-c", 'mkfifo "$0"', join(dir, "pipe")]);
		writeFileSync(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.of(0xe9)]), "Latin-1");
		server.requests = [];
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${dir}: contains entries that cannot be carried over (not a file, folder or link, or a name that is not UTF-8); move them away, or delete them with --delete:\n  "caf\ufffd"\n  "pipe"`,
		);
		expect(server.paths.filter((path) => path.startsWith("media/"))).toEqual([]);
		expect(existsSync(join(dir, "media/sounds/boom.mp3"))).toBe(true);
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, blue);
	});
});

describe("the user's own files", () => {
	beforeEach(() => writeFiles(dir, { "vercel.json": "Deny", "mine/notes.txt": "hello" }));
	const own = (): string[] =>
		filesIn(dir)
			.map(({ path }) => path)
			.filter((path) => path.startsWith("mine/") || path.startsWith("vercel"));

	test("stay even if they were added during the run", async () => {
		server.before = ({ path }) => {
			if (path.startsWith("media/")) writeFiles(dir, { "mine/late.txt": "late" });
		};
		await mirrorTo(dir, server.origin);
		expect(own()).toEqual(["mine/late.txt", "mine/notes.txt", "vercel.json"]);
	});

	test("are deleted with --delete", async () => {
		const { deleted } = await mirrorTo(dir, server.origin, { delete: true });
		expect(deleted).toEqual(expect.arrayContaining(["vercel.json", "mine/notes.txt"]));
		expectRelease(dir, blue);
	});

	test("are deleted with --delete even if the release is unchanged", async () => {
		server.serves = red.folder;
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, red);
	});

	test("are not overwritten by a release that has such a file", async () => {
		writeFiles(dir, { "media/sounds/bang.mp3": "mine" });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${dir}: contains files or links of your own where the release has files; move them away, or delete them with --delete:\n  "media/sounds/bang.mp3"`,
		);
		expect(readFileSync(join(dir, "media/sounds/bang.mp3"), "utf8")).toBe("mine");
		await mirrorTo(dir, server.origin, { delete: true });
		expectRelease(dir, blue);
	});

	test("may be files for a host, which are not of the release", async () => {
		const vercel = await release(["bang"], { hosts: [VERCEL] });
		server.serves = vercel.folder;
		await mirrorTo(dir, server.origin);
		expect(readFileSync(join(dir, "vercel.json"), "utf8")).toBe("Deny");
	});
});

describe("a folder that has replaced a mirror is not mistaken for it:", () => {
	async function refused(): Promise<string> {
		const before = filesIn(dir);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(filesIn(dir)).toEqual(before);
		return message;
	}

	beforeEach(() => rmSync(dir, { recursive: true }));

	test("files with the same names but other content", async () => {
		writeFiles(dir, { "index.html": "mine", "diary.txt": "dear diary" });
		expect(await refused()).toContain("contains files, but no release that this tool knows");
	});

	test("some files that happen to be the same", async () => {
		const same = readFileSync(join(red.folder, "icon.svg"), "utf8");
		writeFiles(dir, { "index.html": "mine", "icon.svg": same });
		expect(await refused()).toMatch(/contains files or links of your own .*\n {2}"index\.html"$/s);
	});

	test("the user's own catalogue in the place of a mirrored one", async () => {
		liveApi(server, 3);
		await mirrorTo(dir, server.origin);
		rmSync(dir, { recursive: true });
		writeFiles(dir, { "instants.ndjson": "mine" });
		expect(await refused()).toContain("contains files, but no release that this tool knows");
	});

	test("an empty folder may be filled from another kind of source", async () => {
		mkdirSync(dir);
		liveApi(server, 3);
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ kind: "catalogue" });
	});
});
