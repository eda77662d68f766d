/** No fault of a server or a network damages a mirror: a run overcomes or reports it. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { type Fault, faultyServer } from "./faulty-server.ts";
import {
	copied,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { fetchedPaths, manifestOf, newPlace, release } from "./releases.ts";

const server = await faultyServer();
const other = await faultyServer();
const red = await release(["boom"]);
const SOUND = "media/sounds/boom.mp3";
const MANIFEST = manifestOf(red);
const POINTER = "latest.json";
const UNKNOWN_ENCODING = { body: "x", headers: { "content-encoding": "lzma" } };
const redirect = (location: string): Fault => ({ status: 302, headers: { location } });
let dir: string;

beforeEach(() => {
	server.reset();
	other.reset();
	server.serves = red.folder;
	other.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** Faults, and the message if one persists. */
const FAULTS: readonly (readonly [name: string, fault: Fault, expected: RegExp])[] = [
	["an answer that breaks off", "truncated", /no whole answer/],
	["an answer without a length that breaks off", "cut off", /no whole answer/],
	["wrong bytes", "wrong bytes", /has SHA-256 \w+, not \w+$/],
	["too many bytes", "too many bytes", /has more than \d+ bytes/],
	["no answer", "hangs", /no whole answer/],
	["silence in the middle", "hangs midway", /no whole answer/],
	["an endless trickle", "trickles", /no whole answer: only \d+ bytes came in 0.2 s/],
	["a closed connection", "hangs up", /no whole answer/],
	["a 404", { status: 404 }, /was answered with status 404/],
	["a 500", { status: 500 }, /was answered with status 500/],
	["a 429", { status: 429, headers: { "retry-after": "0" } }, /was answered with status 429/],
	["an unknown encoding", UNKNOWN_ENCODING, /unknown Content-Encoding "lzma"/],
	["a redirect to a file", redirect("file:///etc/passwd"), /which cannot be followed/],
	["a redirect to itself", redirect(`/${SOUND}`), /which cannot be followed/],
];

/** Faults after which there is no further attempt. */
const HOPELESS = /redirect/;

function optionsFor(fault: Fault): { timeout: number } {
	const isSilent = typeof fault === "string" && /^(hangs|trickles)/.test(fault);
	return { timeout: isSilent ? 0.2 : 60 };
}

describe("after a single fault a file is fetched again:", () => {
	const passing = FAULTS.filter(([name]) => !HOPELESS.test(name));
	const others = passing.filter(([, fault]) =>
		["truncated", "hangs", "hangs up"].includes(fault as string),
	);
	const cases = [
		...passing.map(([name, fault]) => [name, SOUND, fault] as const),
		...others.flatMap(([name, fault]) =>
			[MANIFEST, POINTER].map((path) => [name, path, fault] as const),
		),
	];
	test.for(cases)("%s for %s", async ([, path, fault]) => {
		server.fault(path, fault);
		await mirrorTo(dir, server.origin, optionsFor(fault));
		expectRelease(dir, red);
	});
});

describe("if a fault persists, the file is named, and the next run fetches only that file:", () => {
	test.for(FAULTS)("%s", async ([name, fault, expected]) => {
		server.always(SOUND, fault);
		const { message } = await failureOf(mirrorTo(dir, server.origin, optionsFor(fault)));
		const [first, named, ...more] = message.split("\n");
		expect(first).toBe(
			`${dir}: is unchanged, because 1 file could not be fetched; the next run fetches what is missing:`,
		);
		expect(named).toMatch(/^ {2}"media\/sounds\/boom\.mp3" /);
		expect(named).toMatch(expected);
		expect(more).toEqual([]);
		const attempts = server.paths.filter((path) => path === SOUND).length;
		expect(attempts).toBe(HOPELESS.test(name) ? 1 : 5);
		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, red);
		const data = fetchedPaths(red).filter((path) => !path.endsWith(".json"));
		expect(server.paths.filter((path) => data.includes(path))).toEqual([SOUND]);
	});
});

test.for(["gzip on the way", "br on the way", "drips"] as const)(
	"an answer that %s is an answer like any other",
	async (fault) => {
		// A .gz file must not be compressed again.
		const paths = red.files.map(({ path }) => path).filter((path) => !path.endsWith(".gz"));
		for (const path of paths) server.always(path, fault);
		await mirrorTo(dir, server.origin);
		expectRelease(dir, red);
	},
);

test("a body that expands to more than the limit is not read to the end", async () => {
	const body = Buffer.alloc(8 * 1024 * 1024);
	server.serves = (path) => (path === "latest.json" ? { body } : undefined);
	server.always("latest.json", "gzip on the way");
	const { message } = await failureOf(mirrorTo(dir, server.origin));
	expect(message).toBe(`${server.origin}/latest.json: has more than 65536 bytes`);
});

test("a source that asks for a long pause gets no further request", async () => {
	server.always(SOUND, { status: 429, headers: { "retry-after": "3600" } });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatchObject({
		message: `${server.origin}/${SOUND}: was answered with status 429, and asks us to wait 3600 s`,
		fix: "run this again then",
	});
	expect(server.paths.filter((path) => path === SOUND)).toHaveLength(1);
});

test("a run can be stopped while it waits for the source", async () => {
	server.always(SOUND, { status: 429, headers: { "retry-after": "60" } });
	const stop = new AbortController();
	const note = () => void setImmediate(() => stop.abort(new Error("stopped")));
	const report = { note, progress: () => {} };
	const { message } = await failureOf(
		mirrorTo(dir, server.origin, { signal: stop.signal, report }),
	);
	expect(message).toBe("stopped");
});

test("a source that is gone is not asked for every file", async () => {
	for (const path of fetchedPaths(red))
		if (!path.endsWith(".json")) server.always(path, { status: 500 });
	const { message } = await failureOf(mirrorTo(dir, server.origin));
	expect(message).toMatch(/could not be fetched/);
	expect(message.split("\n").length).toBeLessThan(30);
});

describe("another origin", () => {
	test.for(["", `/${new URL(server.origin).host}/`])(
		"gets no request, and the message says how to allow it: %s",
		async (path) => {
			const target = `${other.origin}/${path}${SOUND}`;
			server.always(SOUND, redirect(target));
			const error = await failureOf(mirrorTo(dir, server.origin));
			expect(error.message).toBe(
				`${target}: is not at ${server.origin}; mirror that site itself, or allow it with --follow-origin ${other.origin}`,
			);
			expect(error.exitCode).toBe(8);
			expect(other.requests).toEqual([]);
		},
	);

	test("gets requests with --follow-origin, and its answers are checked too", async () => {
		server.always(SOUND, redirect(`${other.origin}/${SOUND}`));
		other.fault(SOUND, "wrong bytes");
		await mirrorTo(dir, server.origin, { followOrigin: [other.origin] });
		expectRelease(dir, red);
		expect(other.paths).toEqual([SOUND, SOUND]);
	});
});

test("text from a server cannot control the terminal", async () => {
	for (const path of ["latest.json", "api/v1/instants/"]) {
		server.always(path, { body: "\u001b[2J\u202egone" });
	}
	const { message } = await failureOf(mirrorTo(dir, server.origin));
	expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

describe("a file that a host has changed is left out and listed, and all else is copied:", () => {
	test.for<readonly [string, Fault, RegExp]>([
		["altered", { body: "# managed\n".repeat(99) }, /has more than \d+ bytes/],
		["taken away", { status: 404 }, /404/],
		["forbidden for an hour", { status: 403, headers: { "retry-after": "3600" } }, /403/],
		["redirected to itself", redirect("/robots.txt"), /which cannot be followed/],
		["redirected elsewhere", redirect("http://127.0.0.1:1/"), /--follow-origin http:\/\/127/],
		["encoded in an unknown way", UNKNOWN_ENCODING, /unknown Content-Encoding/],
	])("%s", async ([, fault, said]) => {
		server.always("robots.txt", fault);
		const failed = [{ what: "robots.txt", reason: expect.stringMatching(said) }];
		const partial = await mirrorTo(dir, server.origin);
		expect(partial).toMatchObject({ status: "partial", failed });
		expect(filesOf(dir)).toEqual(copied(red).filter(({ path }) => path !== "robots.txt"));
		expect(await findings(dir)).toEqual(INTACT);
		server.requests = [];
		const again = await mirrorTo(dir, server.origin);
		expect(again).toMatchObject({ status: "partial", failed });
		expect(server.paths.filter((path) => path === "robots.txt")).toHaveLength(1);
		server.reset();
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "mirrored", failed: [] });
		expectRelease(dir, red);
	});

	test("as are all of its kind, after ten in a row without a request", async () => {
		const { folder } = await publishRecords(named(Array.from({ length: 40 }, (_, i) => `${i}`)), {
			links: "path",
		});
		const isChanged = (path: string): boolean => /^clips\/|\.html$/.test(path);
		server.serves = folder;
		server.before = ({ path }) => {
			if (isChanged(path)) server.always(path, { body: "<!doctype html>" });
		};
		await mirrorTo(dir, server.origin, { concurrency: 1 });
		const has = (at: string): string[] => filesIn(at).map(({ path }) => path);
		const all = has(folder).filter(
			(path) => !/^v1.*\/(page\/|name\/|all\.|minisearch)|^_/.test(path),
		);
		expect(all.filter(isChanged).length).toBeGreaterThan(40);
		expect(all.filter((path) => !isChanged(path) && !has(dir).includes(path))).toEqual([]);
		expect(server.paths.filter((path) => path.startsWith("clips/"))).toHaveLength(10);
	});
});
