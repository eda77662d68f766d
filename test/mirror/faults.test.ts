/** No fault of a server or network damages the mirror: each is either overcome or reported. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Fault, faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, FAST_RETRY, failureOf, mirrorTo } from "./mirror-run.ts";
import { type PublishedRelease, release } from "./releases.ts";

const parent = temporaryFolder();
const server = await faultyServer();
let red: PublishedRelease;
let blue: PublishedRelease;
let green: PublishedRelease;
let dir: string;

beforeAll(async () => {
	red = await release(parent, ["boom", "bang"]);
	blue = await release(parent, ["boom", "bang", "zoom"], { version: "2" });
	green = await release(parent, ["gong"], { version: "3" });
	server.serves = red.folder;
	await mirrorTo(join(parent, "template/mirror"), server.origin);
});

/** Each test begins with a mirror of red whose source now has blue. */
beforeEach(() => {
	server.reset();
	server.serves = blue.folder;
	const place = mkdtempSync(join(parent, "place-"));
	cpSync(join(parent, "template"), place, { recursive: true });
	dir = join(place, "mirror");
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
		expect(server.paths).toEqual(["latest.json", "manifest.json", SOUND]);
	});
});

describe("after a single fault the pointer and the manifest are fetched again:", () => {
	// The pointer has no hash: with other content the source would be of another kind.
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
		...(/304|404|middle|trickle/.test(name) ? [] : [["manifest.json", name, fault] as const]),
	]);
	test.for(cases)("%s: %s", async ([path, , fault]) => {
		server.fault(path, fault);
		await mirrorTo(dir, server.origin, timeoutFor(fault));
		expectRelease(dir, blue);
	});
});

test.for(["latest.json", "manifest.json", SOUND])("%s may arrive slowly", async (path) => {
	server.fault(path, "drips");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

test.for(["manifest.json", SOUND, "v1/instants/all.ndjson.gz"])(
	"%s is decoded if the server compresses it",
	async (path) => {
		if (path.endsWith(".gz")) {
			// The file is compressed itself, and some servers say so with a header that means something else.
			const { serves } = server;
			server.serves = (asked) => ({
				body: readFileSync(join(String(serves), asked)),
				headers: asked === path ? { "content-encoding": "gzip" } : {},
			});
		} else server.fault(path, "gzip on the way");
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
	},
);

test("a .gz file stays compressed even after a redirect to another name", async () => {
	const path = "v1/instants/all.ndjson.gz";
	const file = readFileSync(join(blue.folder, path));
	server.always(path, { status: 302, headers: { location: "/blob" } });
	server.serves = (asked) => ({
		body: asked === "blob" ? file : readFileSync(join(blue.folder, asked)),
		headers: asked === "blob" ? { "content-encoding": "gzip" } : {},
	});
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

describe("the wait before a retry", () => {
	/** The waits of a run, in milliseconds. */
	async function waits(fault: Fault, times: number): Promise<number[]> {
		const made: number[] = [];
		server.fault(SOUND, ...Array<Fault>(times).fill(fault));
		const sleep = async (milliseconds: number) => void made.push(milliseconds);
		await mirrorTo(dir, server.origin, {
			concurrency: 1,
			retry: { ...FAST_RETRY, attempts: 4, delay: 1000, sleep },
		});
		return made;
	}

	test("doubles with each attempt, and half of it is random", async () => {
		const made = await waits({ status: 500 }, 3);
		expect(made).toHaveLength(3);
		for (const [i, wait] of made.entries()) {
			expect(wait).toBeGreaterThanOrEqual(500 * 2 ** i);
			expect(wait).toBeLessThanOrEqual(1000 * 2 ** i);
		}
	});

	test("is as long as the server asks, and does not use up an attempt", async () => {
		const made = await waits({ status: 429, headers: { "retry-after": "7" } }, 6);
		expect(made.length).toBeGreaterThanOrEqual(6);
		for (const wait of made) expect(Math.abs(wait - 7000)).toBeLessThan(7000);
	});

	test("is never zero, even if the server asks for that", async () => {
		const made = await waits({ status: 503, headers: { "retry-after": "0" } }, 6);
		expect(made.length).toBeGreaterThanOrEqual(6);
		// Minus the time that the run takes until it waits.
		expect(made.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(6 * 250);
	});

	test("is reported once, however many requests are waiting", async () => {
		for (const { path } of blue.files) {
			if (path.startsWith("media/")) {
				server.fault(path, { status: 429, headers: { "retry-after": "30" } });
			}
		}
		const { events } = await mirrorTo(dir, server.origin);
		expect(events.filter(({ event }) => event === "note")).toEqual([
			{ event: "note", message: "the source asked us to wait 30 s" },
		]);
	});

	test("has a limit, beyond which the run fails", async () => {
		server.always(SOUND, { status: 503, headers: { "retry-after": "7200" } });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			"the source asked us to wait 120 minutes; run this again then, and it continues from here",
		);
		expectRelease(dir, red);
	});
});

test("if the source goes down, the remaining files are skipped", async () => {
	for (const { path } of blue.files) {
		if (path !== "latest.json" && path !== "manifest.json") server.always(path, "hangs up");
	}
	const message = await failureOf(mirrorTo(dir, server.origin));
	expect(message).toMatch(/^\d files could not be fetched; the remaining files were skipped; /);
	expect(server.requests.length).toBeLessThan(40);
	expectRelease(dir, red);
});

describe("a new release during the run", () => {
	test("is mirrored instead, and files that both have are kept", async () => {
		server.before = (_, number) => {
			if (number === 6) server.serves = green.folder;
		};
		const { events } = await mirrorTo(dir, server.origin, { concurrency: 1 });
		expectRelease(dir, green);
		expect(events).toContainEqual({
			event: "note",
			message: "the source has published another release; continuing with that one",
		});
	});

	test("may appear between the pointer and the manifest", async () => {
		server.before = ({ path }) => {
			if (path === "manifest.json") server.serves = green.folder;
		};
		await mirrorTo(dir, server.origin);
		expectRelease(dir, green);
	});

	test("may change files of the same name", async () => {
		server.before = ({ path }, number) => {
			if (path.startsWith("v1/") && number > 3) server.serves = green.folder;
		};
		await mirrorTo(dir, server.origin);
		expectRelease(dir, green);
	});

	test("may appear so often that the run gives up, and the old release stays", async () => {
		let flips = 0;
		server.before = ({ path }) => {
			// The files always belong to the other release.
			if (path === "latest.json") server.serves = ++flips % 2 === 0 ? blue.folder : green.folder;
			else if (path !== "manifest.json") {
				server.serves = flips % 2 === 0 ? green.folder : blue.folder;
			}
		};
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/^the source published a release 6 times during this run|manifest/);
		expectRelease(dir, red);
	});
});

test("a manifest that does not match the pointer is refused", async () => {
	server.always("manifest.json", { body: "{}" });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/\/manifest\.json: has SHA-256 \w+, not \w+ as latest\.json says; the files published here are unchanged$/,
	);
	expectRelease(dir, red);
});

describe("a source that is out of order is not mistaken for a live server:", () => {
	const anything = (fault: Fault): void => {
		for (const path of ["latest.json", "api/v1/instants/"]) server.always(path, fault);
	};
	test.for<readonly [string, Fault, RegExp]>([
		["a page for everything", { body: "<!doctype html>" }, /begins with "<!doctype html>", and/],
		["304 for everything", { status: 304 }, /it was answered with status 304, and/],
		["an endless pointer", { body: "x".repeat(70_000) }, /than the 64 KB a pointer may have, and/],
	])("%s", async ([, fault, expected]) => {
		anything(fault);
		// Without a record there are no conditional requests.
		rmSync(beside(dir), { recursive: true });
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/\/latest\.json is not the pointer of a published tree: it /);
		expect(message).toMatch(expected);
		expect(message).toMatch(/, and there is no API either: .*; .* is unchanged$/);
		expectRelease(dir, red);
	});
});

test("a source that is down is reported", async () => {
	server.stop();
	try {
		const gone = "http://localhost:9";
		expect(await failureOf(mirrorTo(dir, gone))).toMatch(
			/^http:\/\/localhost:9\/latest\.json no response: .*ECONNREFUSED.*; .* is unchanged$/,
		);
	} finally {
		await server.start();
	}
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
	// After the pointer and the manifest, and before the interrupted one.
	const fetched = server.paths.slice(2, 7);
	expect(fetched).toHaveLength(5);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.filter((path) => fetched.includes(path))).toEqual([]);
});
