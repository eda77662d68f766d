/** No source can make a mirror write elsewhere, write more than declared, or send requests elsewhere. */
import {
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const other = await faultyServer();
let place: string;
let dir: string;

const red = await release(["boom"]);

beforeEach(() => {
	server.reset();
	other.reset();
	server.serves = red.folder;
	other.serves = red.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

describe("another origin", () => {
	const target = (): string => `${other.origin}/index.html`;
	beforeEach(() => server.always("index.html", { status: 302, headers: { location: target() } }));

	test("gets no request, and the message says how to allow it", async () => {
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${target()} (a redirect from ${server.origin}/index.html): is not at ${server.origin}; use the URL there, or allow it with --follow`,
		);
		expect(other.requests).toEqual([]);
		expect(existsSync(dir)).toBe(false);
	});

	test("gets requests with --follow, and its files are verified like all others", async () => {
		other.fault("index.html", "wrong bytes");
		await mirrorTo(dir, server.origin, { follow: true });
		expectRelease(dir, red);
		expect(other.paths).toEqual(["index.html", "index.html"]);
	});

	test("may be https on the same host, and the message says so", async () => {
		const https = server.origin.replace("http:", "https:");
		server.always("latest.json", { status: 301, headers: { location: `${https}/latest.json` } });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(/; use the https URL$/);
	});

	test("is never a file: URL, even with --follow", async () => {
		server.always("index.html", { status: 302, headers: { location: "file:///etc/passwd" } });
		expect(await failureOf(mirrorTo(dir, server.origin, { follow: true }))).toMatch(
			/^file:\/\/\/etc\/passwd .*: is not an http or https URL$/,
		);
	});
});

test("a redirect on the same origin is followed", async () => {
	server.always("index.html", { status: 308, headers: { location: "moved.html" } });
	server.serves = (path) => {
		const file = path === "moved.html" ? "index.html" : path;
		return { body: readFileSync(join(red.folder, file)) };
	};
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
});

describe("a folder that is not a mirror is left unchanged:", () => {
	async function refused(): Promise<string> {
		const before = filesIn(place);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(filesIn(place)).toEqual(before);
		return message;
	}

	test("a folder with other files", async () => {
		writeFiles(dir, { "thesis.txt": "years of work" });
		expect(await refused()).toBe(
			`${dir}: contains files, but no release that this tool knows (no latest.json with the files that it leads to); name a new or empty folder`,
		);
	});

	test("a folder with another tool's latest.json", async () => {
		writeFiles(dir, { "latest.json": "{}" });
		expect(await refused()).toContain("contains files, but no release");
	});

	test("a file", async () => {
		writeFileSync(dir, "");
		expect(await refused()).toBe(`${dir}: is a file; name a folder`);
	});

	test("a link", async () => {
		mkdirSync(join(place, "elsewhere"));
		symlinkSync(join(place, "elsewhere"), dir);
		expect(await refused()).toBe(
			`${dir}: is a symbolic link to ${place}/elsewhere; name the folder itself`,
		);
	});

	test("the current folder, the root, and a name that is too long", async () => {
		expect(await failureOf(mirrorTo(process.cwd(), server.origin))).toContain(
			"contains the current folder",
		);
		expect(await failureOf(mirrorTo("/", server.origin))).toContain(
			"is the root of the file system",
		);
		const long = join(place, "x".repeat(250));
		expect(await failureOf(mirrorTo(long, server.origin))).toMatch(
			/the name is too long for the folder beside it, .*; use a name of 247 bytes at most$/,
		);
	});
});

test("an empty folder and the output of a build are accepted", async () => {
	mkdirSync(dir);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	const built = await release(["gong"]);
	await mirrorTo(built.folder, server.origin);
	expectRelease(built.folder, red);
});

test("links in a mirror are never followed", async () => {
	await mirrorTo(dir, server.origin);
	const disk = join(place, "big-disk");
	renameSync(join(dir, "media"), disk);
	symlinkSync(disk, join(dir, "media"));
	const before = filesIn(disk);
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/contains files or links .*\n {2}"media"$/s,
	);
	await mirrorTo(dir, server.origin, { delete: true });
	expectRelease(dir, red);
	expect(filesIn(disk)).toEqual(before);
});
