/** No fault of a server or a network damages a mirror: a run overcomes or reports it. */
import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Http } from "../../scripts/mirror/http.ts";
import { DEFAULTS } from "../../scripts/mirror/options.ts";
import { type Fault, faultyServer } from "./faulty-server.ts";
import {
	copied,
	copiedPaths,
	expectRelease,
	failureOf,
	filesOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { manifestOf, newPlace, release } from "./releases.ts";

const server = await faultyServer();
const other = await faultyServer();
const red = await release(["boom"]);
const SOUND = "media/sounds/boom.mp3";
const UNKNOWN_ENCODING = { body: "x", headers: { "content-encoding": "lzma" } };
const redirect = (location: string): Fault => ({ status: 302, headers: { location } });
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
	other.reset(red.folder);
	dir = join(newPlace(), "mirror");
});

/** What goes wrong, what is said if it does so each time, and the number of attempts. */
const FAULTS: readonly (readonly [name: string, fault: Fault, said?: RegExp, attempts?: number])[] =
	[
		["an answer that breaks off", "truncated", /no whole answer/],
		["an answer without a length that breaks off", "cut off"],
		["wrong bytes", "wrong bytes", /has SHA-256 \w+ and \d+ bytes, not \w+ and \d+$/],
		["too many bytes", "too many bytes", /has more than \d+ bytes/],
		["no answer", "hangs"],
		["silence in the middle", "hangs midway"],
		["an endless trickle", "trickles", /no whole answer: only \d+ bytes came in 0.2 s/],
		["a closed connection", "hangs up"],
		["a 404", { status: 404 }, /was answered with status 404/],
		["a 500", { status: 500 }],
		["a 429", { status: 429, headers: { "retry-after": "0" } }],
		["an unknown encoding", UNKNOWN_ENCODING, /unknown Content-Encoding "lzma"/],
		["a redirect to a file", redirect("file:///etc/passwd"), /which cannot be followed/, 1],
		[
			"a long pause",
			{ status: 429, headers: { "retry-after": "3600" } },
			/status 429, and asks us to wait 3600 s$/,
			1,
		],
	];
/** Seconds of silence, for each fault. */
const timeoutFor = (fault: Fault): number => (/^(hangs|trickles)/.test(String(fault)) ? 0.2 : 60);

test.for(FAULTS.filter(([, , , attempts]) => attempts === undefined))(
	"after %s a file is fetched again",
	async ([, fault]) => {
		server.fault(SOUND, fault);
		await mirrorTo(dir, server.origin, { timeout: timeoutFor(fault) });
		expectRelease(dir, red);
	},
);

test("a part of the manifest and the pointer are fetched again, too", async () => {
	server.fault(manifestOf(red), "truncated");
	server.fault("latest.json", "hangs up");
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
});

test.for(FAULTS.filter(([, , said]) => said !== undefined))(
	"if %s persists, the file is named, and asked for no more often than may help",
	async ([, fault, said = "", attempts = 5]) => {
		server.always(SOUND, fault);
		const run = mirrorTo(dir, server.origin, { timeout: timeoutFor(fault) });
		const [first, named, ...more] = (await failureOf(run)).message.split("\n");
		expect([first, more]).toEqual([
			`${dir}: is unchanged, because 1 file could not be fetched; the next run fetches what is missing:`,
			[],
		]);
		expect(named).toMatch(/^ {2}"media\/sounds\/boom\.mp3" /);
		expect(named).toMatch(said);
		expect(server.paths.filter((path) => path === SOUND)).toHaveLength(attempts);
	},
);

test.for(["gzip on the way", "br on the way", "drips"] as const)(
	"an answer that %s is an answer like any other",
	async (fault) => {
		for (const path of ["latest.json", manifestOf(red), SOUND, "index.html"]) {
			server.always(path, fault);
		}
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
	for (const path of copiedPaths(red))
		if (!path.endsWith(".json")) server.always(path, { status: 500 });
	const { message } = await failureOf(mirrorTo(dir, server.origin));
	expect(message.split("\n").length).toBeLessThan(20);
	expect(server.requests.length).toBeLessThan(60);
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
		server.always(path, { body: '{"count":"\u001b[2J\u202egone"}' });
	}
	const { message } = await failureOf(mirrorTo(dir, server.origin));
	expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.for<readonly [string, Fault, RegExp]>([
	["altered", { body: "# managed\n".repeat(99) }, /has more than \d+ bytes/],
	["taken away", { status: 404 }, /404/],
	["forbidden for an hour", { status: 403, headers: { "retry-after": "3600" } }, /403/],
	["redirected elsewhere", redirect("http://127.0.0.1:1/"), /--follow-origin http:\/\/127/],
])(
	"a file that a host has %s is left out and listed, and all else is copied",
	async ([, fault, said]) => {
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
	},
);

function httpTo(url: string): Http {
	const { signal } = new AbortController();
	return new Http({ ...DEFAULTS, url, signal, note: () => {} });
}

/** Starts a server that runs until the end of the test. */
async function portOf(server: Server): Promise<number> {
	await new Promise<void>((done) => server.listen(0, done));
	onTestFinished(() => void server.close());
	return Object(server.address()).port;
}

const MB = 1024 * 1024;

test("a source that is faster than the disk, and closes the connection, fills no memory", async () => {
	const [piece, pieces] = [Buffer.alloc(8 * MB, "sound "), 16];
	const fast = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => {
			socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
			Readable.from(Array.from({ length: pieces }, () => piece)).pipe(socket);
		});
	});
	const origin = `http://localhost:${await portOf(fast)}`;
	const http = httpTo(origin);
	const before = process.memoryUsage().arrayBuffers;
	let [bytes, most] = [0, 0];
	await http.get(new URL(origin), { limit: pieces * piece.length }, async (body) => {
		for await (const chunk of body) {
			bytes += chunk.length;
			most = Math.max(most, process.memoryUsage().arrayBuffers - before);
			// A slow disk, which blocks the thread.
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
		}
	});
	await http.close();
	expect(bytes).toBe(pieces * piece.length);
	expect(most).toBeLessThan(80 * MB);
});

test("a certificate that nobody knows is no reason to ask again, and the message says what helps", async () => {
	let connections = 0;
	// Valid until 2126.
	const pem = readFileSync("test/mirror/unknown-host.pem");
	const secure = createSecureServer({ key: pem, cert: pem });
	secure.on("connection", () => connections++);
	const url = new URL(`https://localhost:${await portOf(secure)}/latest.json`);
	const http = httpTo(url.origin);
	await expect(http.text(url, { limit: MB }, String)).rejects.toMatchObject({
		reason: expect.stringMatching(
			/^has a certificate that is not trusted \(self.signed.* in NODE_EXTRA_CA_CERTS$/,
		),
	});
	await http.close();
	expect(connections).toBe(1);
});

test("a request that is open when a run ends is not repeated", async () => {
	const http = httpTo(server.origin);
	server.always("silent", "hangs");
	const asked = new Promise<void>((done) => {
		server.before = () => done();
	});
	const answer = http.text(new URL(`${server.origin}/silent`), { limit: MB }, String);
	const failed = expect(answer).rejects.toThrow("the run is over");
	await asked;
	await http.close();
	await failed;
	expect(server.requests).toHaveLength(1);
});

test("a file that is too large to be decoded in memory is requested uncompressed", async () => {
	const http = httpTo(server.origin);
	server.serves = () => ({ body: Buffer.from("x") });
	for (const limit of [MB, 512 * MB]) {
		await http.text(new URL(`${server.origin}/${limit}`), { limit }, String);
	}
	await http.close();
	const codings = server.requests.map(({ headers }) => headers["accept-encoding"]);
	expect(codings).toEqual(["gzip, br", "identity"]);
});
