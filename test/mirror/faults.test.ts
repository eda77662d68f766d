/** So that no fault of a server or a network spoils what is published, and every one is got over or named. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Fault, faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, failureOf, HASTE, mirrorTo } from "./mirroring.ts";
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

/** Each test begins with a mirror of red at a source that has blue. */
beforeEach(() => {
	server.reset();
	server.serves = blue.folder;
	const place = mkdtempSync(join(parent, "place-"));
	cpSync(join(parent, "template"), place, { recursive: true });
	dir = join(place, "mirror");
});

const SOUND = "media/sounds/zoom.mp3";

/** Patience with silence, in milliseconds: little where a test is of silence, more than enough elsewhere. */
function silence(fault: Fault): { timeout: number } {
	const isSilent = typeof fault === "string" && /^(hangs|trickles|early)/.test(fault);
	return { timeout: isSilent ? 300 : 60_000 };
}

/** Faults, and what is said of a file that has one for good. */
const FAULTS: readonly (readonly [name: string, fault: Fault, said: RegExp])[] = [
	["truncated", "truncated", /broke off/],
	["cut off without a length", "cut off", /broke off/],
	["wrong bytes", "wrong bytes", /has SHA-256 \w+, not \w+$/],
	["too many bytes", "too many bytes", /has more bytes than the \d+ declared/],
	["more bytes announced", "announces more", /is announced with \d+ bytes, more than the \d+/],
	["no answer", "hangs", /no answer: Headers Timeout/],
	["silence midway", "hangs midway", /broke off: Body Timeout/],
	["a trickle", "trickles", /comes too slowly$/],
	["announcements only", "early hints", /no answer: Headers Timeout/],
	["hung up", "hangs up", /no answer/],
	["404", { status: 404 }, /is answered with status 404/],
	["500", { status: 500 }, /is answered with status 500/],
	["429", { status: 429, headers: { "retry-after": "1" } }, /is answered with status 429/],
	["503 with a date", { status: 503, headers: { "retry-after": new Date().toUTCString() } }, /503/],
	["a page instead", { body: "<!doctype html>Not found" }, /has \d+ bytes, not the \d+|SHA-256/],
	["a redirect to nowhere", { status: 302, headers: { location: "http://[" } }, /is no URL/],
	[
		"a circle of redirects",
		{ status: 302, headers: { location: `/${SOUND}` } },
		/more than 5 times/,
	],
	["304 unasked", { status: 304 }, /status 304/],
];

describe("once, the file is fetched again:", () => {
	test.for(FAULTS.filter(([name]) => !name.includes("304")))("%s", async ([, fault]) => {
		server.fault(SOUND, fault);
		await mirrorTo(dir, server.origin, silence(fault));
		expectRelease(dir, blue);
		expect(server.paths.filter((path) => path === SOUND).length).toBeGreaterThanOrEqual(2);
	});
});

describe("for good, the file is named, the old release stays, and the next run fetches that file alone:", () => {
	test.for(FAULTS)("%s", async ([, fault, said]) => {
		server.always(SOUND, fault);
		const message = await failureOf(mirrorTo(dir, server.origin, silence(fault)));
		const [first, named, ...more] = message.split("\n");
		expect(first).toBe(
			"1 file could not be fetched; what is published here is untouched, and the next run fetches only what is missing:",
		);
		expect(named).toMatch(/^ {2}"media\/sounds\/zoom\.mp3" /);
		expect(named).toMatch(said);
		expect(more).toEqual([]);
		expectRelease(dir, red);

		server.reset();
		await mirrorTo(dir, server.origin);
		expectRelease(dir, blue);
		expect(server.paths).toEqual(["latest.json", "manifest.json", SOUND]);
	});
});

describe("on the pointer or the manifest, once, they are fetched again:", () => {
	// The pointer has no hash: other bytes, or none, would make it another kind of source.
	const passing = ["truncated", "cut off without a length", "no answer", "hung up", "500", "429"];
	const cases = FAULTS.flatMap(([name, fault]) => [
		...(passing.includes(name) ? [["latest.json", name, fault] as const] : []),
		...(/304|404|midway|trickle/.test(name) ? [] : [["manifest.json", name, fault] as const]),
	]);
	test.for(cases)("%s: %s", async ([path, , fault]) => {
		server.fault(path, fault);
		await mirrorTo(dir, server.origin, silence(fault));
		expectRelease(dir, blue);
	});
});

test.for(["latest.json", "manifest.json", SOUND])("%s may come slowly", async (path) => {
	server.fault(path, "drips");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
});

test.for(["manifest.json", SOUND, "v1/instants/all.ndjson.gz"])(
	"a server that packs %s on the way is understood",
	async (path) => {
		if (path.endsWith(".gz")) {
			// Here the packed bytes are the file: some servers say so, though nothing is to be unpacked.
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

test("a packed file stays one though a redirect leads to another name", async () => {
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

describe("waiting", () => {
	/** The waits that a run made, in milliseconds. */
	async function waits(fault: Fault, times: number): Promise<number[]> {
		const made: number[] = [];
		server.fault(SOUND, ...Array<Fault>(times).fill(fault));
		const sleep = async (milliseconds: number) => void made.push(milliseconds);
		await mirrorTo(dir, server.origin, {
			concurrency: 1,
			patience: { ...HASTE, attempts: 4, delay: 1000, sleep },
		});
		return made;
	}

	test("doubles from attempt to attempt, half of it chance", async () => {
		const made = await waits({ status: 500 }, 3);
		expect(made).toHaveLength(3);
		for (const [i, wait] of made.entries()) {
			expect(wait).toBeGreaterThanOrEqual(500 * 2 ** i);
			expect(wait).toBeLessThanOrEqual(1000 * 2 ** i);
		}
	});

	test("is as long as a server asks for, and costs no attempt", async () => {
		const made = await waits({ status: 429, headers: { "retry-after": "7" } }, 6);
		expect(made.length).toBeGreaterThanOrEqual(6);
		for (const wait of made) expect(Math.abs(wait - 7000)).toBeLessThan(7000);
	});

	test("is not left out when a server says at once", async () => {
		const made = await waits({ status: 503, headers: { "retry-after": "0" } }, 6);
		expect(made.length).toBeGreaterThanOrEqual(6);
		// All but the part of the wait that the run needed to come to it.
		expect(made.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(6 * 250);
	});

	test("is spoken of, once for all that wait", async () => {
		for (const { path } of blue.files) {
			if (path.startsWith("media/")) {
				server.fault(path, { status: 429, headers: { "retry-after": "30" } });
			}
		}
		const { events } = await mirrorTo(dir, server.origin);
		expect(events.filter(({ event }) => event === "note")).toEqual([
			{ event: "note", message: "the source asks to be left alone for 30 s" },
		]);
	});

	test("is refused when a server asks for too much", async () => {
		server.always(SOUND, { status: 503, headers: { "retry-after": "7200" } });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			"the source asks to be left alone for 120 minutes; run this again then, it goes on from here",
		);
		expectRelease(dir, red);
	});
});

test("a source that falls silent is not asked for every file", async () => {
	for (const { path } of blue.files) {
		if (path !== "latest.json" && path !== "manifest.json") server.always(path, "hangs up");
	}
	const message = await failureOf(mirrorTo(dir, server.origin));
	expect(message).toMatch(/^\d files could not be fetched; the rest was not tried; /);
	expect(server.requests.length).toBeLessThan(40);
	expectRelease(dir, red);
});

describe("a new release in the middle", () => {
	test("is taken instead, and what was fetched and is still right is kept", async () => {
		server.before = (_, number) => {
			if (number === 6) server.serves = green.folder;
		};
		const { events } = await mirrorTo(dir, server.origin, { concurrency: 1 });
		expectRelease(dir, green);
		expect(events).toContainEqual({
			event: "note",
			message: "the source has published another release; going on with it",
		});
	});

	test("between the pointer and the manifest", async () => {
		server.before = ({ path }) => {
			if (path === "manifest.json") server.serves = green.folder;
		};
		await mirrorTo(dir, server.origin);
		expectRelease(dir, green);
	});

	test("while files come that both releases have under other bytes", async () => {
		server.before = ({ path }, number) => {
			if (path.startsWith("v1/") && number > 3) server.serves = green.folder;
		};
		await mirrorTo(dir, server.origin);
		expectRelease(dir, green);
	});

	test("again and again is said, and the old one stays", async () => {
		let flips = 0;
		server.before = ({ path }) => {
			// The files are always those of the other release.
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

test("a manifest that is not the one of the pointer is no release", async () => {
	server.always("manifest.json", { body: "{}" });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/\/manifest\.json: has SHA-256 \w+, not \w+ as latest\.json says; what is published here is untouched$/,
	);
	expectRelease(dir, red);
});

describe("a source that is out of order is not taken for another kind of source:", () => {
	const anything = (fault: Fault): void => {
		for (const path of ["latest.json", "api/v1/instants/"]) server.always(path, fault);
	};
	test.for<readonly [string, Fault, RegExp]>([
		["a page for everything", { body: "<!doctype html>" }, /begins with "<!doctype html>"; and/],
		["304 for everything", { status: 304 }, /it is answered with status 304; and/],
		["a pointer without end", { body: "x".repeat(70_000) }, /than the 64 KB of any pointer; and/],
	])("%s", async ([, fault, said]) => {
		anything(fault);
		// Without a record nothing is asked conditionally.
		rmSync(beside(dir), { recursive: true });
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/\/latest\.json is no pointer of a published tree; it /);
		expect(message).toMatch(said);
		expect(message).toMatch(/; and there is no such API either: .*; what is in .* is untouched$/);
		expectRelease(dir, red);
	});
});

test("a source that is not there is said", async () => {
	server.stop();
	try {
		const gone = "http://localhost:9";
		expect(await failureOf(mirrorTo(dir, gone))).toMatch(
			/^http:\/\/localhost:9\/latest\.json no answer: .*ECONNREFUSED.*; what is in .* is untouched$/,
		);
	} finally {
		await server.start();
	}
	expectRelease(dir, red);
});

test("a run that is told to stop leaves the old release, and what it fetched to the next", async () => {
	const stop = new AbortController();
	server.before = (_, number) => {
		if (number === 8) stop.abort(new Error("stopped"));
	};
	expect(
		await failureOf(mirrorTo(dir, server.origin, { signal: stop.signal, concurrency: 1 })),
	).toBe("stopped");
	expectRelease(dir, red);
	// After the pointer and the manifest, and before the one that was under way.
	const fetched = server.paths.slice(2, 7);
	expect(fetched).toHaveLength(5);
	server.reset();
	await mirrorTo(dir, server.origin);
	expectRelease(dir, blue);
	expect(server.paths.filter((path) => fetched.includes(path))).toEqual([]);
});
