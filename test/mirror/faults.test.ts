/** No fault of a server or network damages the mirror: each is either overcome or reported. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../scripts/mirror/file-content.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import type { Fault } from "./fault.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { outdatedMirror } from "./outdated-mirror.ts";
import { catalogueFolder, manifestOf, releaseOf, sound } from "./releases.ts";

const mirror = await outdatedMirror();
const { server, red, blue } = mirror;
let dir: string;

beforeEach(() => {
	dir = mirror.dir;
});

const SOUND = "media/sounds/zoom.mp3";

/** A short timeout for tests of timeouts, and a generous one for all others. */
function timeoutFor(fault: Fault): { timeout: number } {
	const isSilent = typeof fault === "string" && /^(hangs|trickles|early)/.test(fault);
	return { timeout: isSilent ? 300 : 60_000 };
}

/** Faults, and the message if one persists. */
const FAULTS: readonly (readonly [name: string, fault: Fault, expected: RegExp])[] = [
	["truncated", "truncated", /broke off/],
	["cut off without a length", "cut off", /broke off/],
	["wrong bytes", "wrong bytes", /has SHA-256 \w+, not \w+$/],
	["too many bytes", "too many bytes", /has more bytes than the \d+ declared/],
	["a larger Content-Length", "announces more", /announces \d+ bytes, more than the \d+/],
	["no response", "hangs", /no response: Headers Timeout/],
	["silence in the middle", "hangs midway", /broke off: Body Timeout/],
	["a trickle", "trickles", /is too slow$/],
	["only interim responses", "early hints", /no response: Headers Timeout/],
	["a closed connection", "hangs up", /no response/],
	["404", { status: 404 }, /was answered with status 404/],
	["500", { status: 500 }, /was answered with status 500/],
	["429", { status: 429, headers: { "retry-after": "1" } }, /was answered with status 429/],
	["503 with a date", { status: 503, headers: { "retry-after": new Date().toUTCString() } }, /503/],
	["a page instead", { body: "<!doctype html>Not found" }, /has \d+ bytes, not the \d+|SHA-256/],
	["a redirect to nowhere", { status: 302, headers: { location: "http://[" } }, /is not a URL/],
	[
		"a circle of redirects",
		{ status: 302, headers: { location: `/${SOUND}` } },
		/more than 5 times/,
	],
	["an unconditional 304", { status: 304 }, /status 304/],
];

describe("after a single fault the file is fetched again:", () => {
	test.for(FAULTS.filter(([name]) => !name.includes("304")))("%s", async ([, fault]) => {
		server.fault(SOUND, fault);
		await mirrorTo(dir, server.origin, timeoutFor(fault));
		expectRelease(dir, blue);
		expect(server.paths.filter((path) => path === SOUND).length).toBeGreaterThanOrEqual(2);
	});
});

describe("if a fault persists, the file is named, the old release stays, and the next run fetches only that file:", () => {
	test.for(FAULTS)("%s", async ([, fault, expected]) => {
		server.always(SOUND, fault);
		const message = await failureOf(mirrorTo(dir, server.origin, timeoutFor(fault)));
		const [first, named, ...more] = message.split("\n");
		expect(first).toBe(
			"1 file could not be fetched; the files published here are unchanged, and the next run fetches only what is missing:",
		);
		expect(named).toMatch(/^ {2}"media\/sounds\/zoom\.mp3" /);
		expect(named).toMatch(expected);
		expect(more).toEqual([]);
		expectRelease(dir, red);

		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		expect(server.paths).toEqual(["latest.json", SOUND]);
	});
});

/** The root of the manifest, which leads to the files that are not in the store. */
const MANIFEST = manifestOf(blue);

describe("after a single fault the pointer and the manifest are fetched again:", () => {
	// A pointer that is something else altogether means that the source is of another kind.
	const passing = [
		"truncated",
		"cut off without a length",
		"no response",
		"a closed connection",
		"500",
		"429",
	];
	const cases = FAULTS.flatMap(([name, fault]) => [
		...(passing.includes(name) ? [["latest.json", name, fault] as const] : []),
		...(/304|404|middle|trickle/.test(name) ? [] : [[MANIFEST, name, fault] as const]),
	]);
	test.for(cases)("%s: %s", async ([path, , fault]) => {
		server.fault(path, fault);
		await mirrorTo(dir, server.origin, timeoutFor(fault));
		expectRelease(dir, blue);
	});
});

test("a pointer that was damaged on the way is fetched again", async () => {
	const text = textOf(blue.folder, "latest.json");
	server.fault("latest.json", { body: text.replace('"count":3', '"count":4') });
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

test.for(["latest.json", MANIFEST, SOUND])("%s may arrive slowly", async (path) => {
	server.fault(path, "drips");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

test("a server may close the connection after each answer", async () => {
	// About as much as a connection buffers, so that some answers end while others wait.
	const sizes = [64, 66, 80, 100, 120, 140].map((size) => size * 1024);
	const data = catalogueFolder(sizes.map((size) => `large-${size}`));
	for (const size of sizes) {
		const file = join(data, `media/sounds/large-${size}.mp3`);
		writeFileSync(file, Buffer.concat([sound(`${size}`), Buffer.alloc(size)]));
	}
	const { folder, files } = await releaseOf(data);
	server.serves = folder;
	for (const { path } of files) server.always(path, "closes");
	await mirrorTo(dir, server.origin);
	expect(filesIn(dir)).toEqual(files);
});

test("a manifest that is not what its name says is refused", async () => {
	server.always(MANIFEST, { body: "{}" });
	expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
		`${server.origin}/${MANIFEST}: has SHA-256 ${sha256("{}")}, not ${MANIFEST.slice(9, 33)}; the files published here are unchanged`,
	);
	expectRelease(dir, red);
});

test("an interrupted run leaves the old release, and the next run does not repeat its work", async () => {
	const stop = new AbortController();
	server.before = (_, number) => {
		if (number === 8) stop.abort(new Error("stopped"));
	};
	expect(
		await failureOf(mirrorTo(dir, server.origin, { signal: stop.signal, concurrency: 1 })),
	).toBe("stopped");
	expectRelease(dir, red);
	// After the pointer, and before the interrupted one.
	const fetched = server.paths.slice(1, 7);
	expect(fetched).toHaveLength(6);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.filter((path) => fetched.includes(path))).toEqual([]);
});
