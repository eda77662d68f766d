/** No fault of a server or a network, and no lie of a source, damages a mirror: a run overcomes or reports it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { digestOf } from "../../scripts/tree/write/read-file.ts";
import { call } from "../fixtures/command-call.ts";
import { type Fault, faultyServer } from "../fixtures/faulty-server.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { ForeignRelease } from "./foreign-release.ts";
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
import paths from "./paths.json" with { type: "json" };
import { manifestOf, newPlace, release } from "./releases.ts";

const server = await faultyServer();
const other = await faultyServer();
const red = await release(["boom"]);
const SOUND = "media/sounds/boom.mp3";
const UNKNOWN_ENCODING = { body: "x", headers: { "content-encoding": "lzma" } };
const busy = (wait: string): Fault => ({ status: 429, headers: { "retry-after": wait } });
const redirect = (location: string): Fault => ({ status: 302, headers: { location } });
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
	other.reset(red.folder);
	dir = join(newPlace(), "mirror");
});

/** What goes wrong, the message if it happens every time, and the number of attempts. */
const FAULTS: readonly (readonly [string, Fault, said?: RegExp, attempts?: number])[] = [
	["an answer that breaks off", "truncated", /incomplete response/],
	["an answer without a length that breaks off", "cut off"],
	["wrong bytes", "wrong bytes", /has SHA-256 \w+ and \d+ bytes, not \w+ and \d+$/],
	["too many bytes", "too many bytes", /has more than \d+ bytes/],
	["no answer", "hangs"],
	["silence in the middle", "hangs midway"],
	["an endless trickle", "trickles", /incomplete response: sent only \d+ bytes in 0.2 s/],
	["a closed connection", "hangs up"],
	["a 404", { status: 404 }, /was answered with status 404/],
	["a 500", { status: 500 }],
	["a 429", busy("0")],
	["an unknown encoding", UNKNOWN_ENCODING, /unknown Content-Encoding "lzma"/],
	["a redirect to a file", redirect("file:///etc/passwd"), /which cannot be followed/, 1],
	["a long pause", busy("3600"), /status 429, with a request to wait 3600 s$/, 1],
];
/** How long a run waits for a silent source, in seconds, for each fault. */
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
	"if %s persists, the file is reported, and requested no more often than may help",
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
	"%s does no harm to an answer",
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
	server.always(SOUND, busy("60"));
	const stop = new AbortController();
	const note = () => void setImmediate(() => stop.abort(new Error("stopped")));
	const report = { note, show: () => {} };
	const { message } = await failureOf(
		mirrorTo(dir, server.origin, { signal: stop.signal, report }),
	);
	expect(message).toBe("stopped");
});

test("a run gives up on a source that is gone before it requests every file", async () => {
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
				`${target}: is not on ${server.origin}; start from ${other.origin} instead, or allow it with --follow-origin ${other.origin}`,
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

test("a host that adds to its pages is reported as the cause, once", async () => {
	const said = async (fault: Fault): Promise<number> => {
		for (const page of ["index.html", "404.html"]) server.always(page, fault);
		const { stdout } = await call("mirror", [server.origin, dir], { cwd: newPlace() });
		expect(stdout).toMatch(/^ {4}404\.html: /m);
		return stdout.match(/The host adds something to its pages/g)?.length ?? 0;
	};
	expect(await said({ status: 403 })).toBe(0);
	expect(await said({ body: "<!-- added -->".repeat(1e5) })).toBe(1);
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

const foreign = new ForeignRelease(server, red);
const { pointer } = foreign;
const HASH = digestOf("evil");
/** Not every parser accepts half a surrogate pair in a JSON file. */
const REFUSED = {
	...paths.refused,
	"contains half of a surrogate pair, usually a broken emoji": ["media/sounds/a\ud800.mp3"],
};

/** Expects a run to fail before it requests anything except the pointer and the lists of files. */
async function refusal(options = {}): Promise<string> {
	const { message } = await failureOf(mirrorTo(dir, server.origin, options));
	const metadata = /^(latest\.json|manifest\/\w+\.json|v1\/instants\/\w+\/\w{64}\.json)$/;
	expect(server.paths.filter((path) => !metadata.test(path))).toEqual([]);
	expect(existsSync(dir)).toBe(false);
	return message;
}

test("paths that could do harm or that clash are all reported, and nothing is fetched", async () => {
	await foreign.listPaths([...paths.copied, ...Object.values(REFUSED).flat()]);
	const [head, ...lines] = (await refusal()).split("\n");
	expect(head).toBe(
		`${server.origin}/latest.json: is not a valid release, so nothing was changed; tell the publisher:`,
	);
	const faults = Object.entries(REFUSED).flatMap(([fault, all]) =>
		all.map((path) => `  ${shown(path)} ${fault}`),
	);
	expect(lines.toSorted()).toEqual(faults.toSorted());
});

test("names that some systems cannot store are left out and listed, and files of any other kind are copied", async () => {
	await foreign.listPaths([...paths.copied, ...paths.leftOut]);
	const { failed, status } = await mirrorTo(dir, server.origin);
	expect({ paths: failed.map(({ what }) => what).sort(), status }).toEqual({
		paths: paths.leftOut.toSorted(),
		status: "partial",
	});
	for (const { reason } of failed)
		expect(reason).toMatch(/^(is not a valid file name|is too long)/);
	expect(filesIn(dir).map(({ path }) => path)).toEqual(expect.arrayContaining(paths.copied));
	expect(await findings(dir)).toEqual(INTACT);
});

const many = Object.fromEntries(Array.from({ length: 210_000 }, (_, i) => [`${i}.txt`, [0, HASH]]));
const list = (part: unknown) => () => foreign.list(part);
const repoint = (changes: Partial<Pointer>) => () => foreign.repoint(changes);
const rename = (changes: Partial<Pointer>) => () =>
	server.always("latest.json", { body: JSON.stringify({ ...pointer, ...changes }) });
const SEARCH = "v1/instants/search";
const packs = (node: unknown) => () =>
	foreign.repoint({ packs: foreign.store("v1/instants/packs", node) });
const search = (depth: number, entries: unknown) =>
	foreign.repoint({ search: foreign.store(SEARCH, { depth, entries }) });

/** Cannot be converted to a string or a number. */
const NO_VALUE = { toString: null, valueOf: null };
const searchText = (entries: string) =>
	foreign.repoint({ search: foreign.store(SEARCH, `{"depth":1,"entries":${entries}}`) });
const manifestIndex = (entries: unknown) => () =>
	foreign.repoint({ manifest: foreign.store("manifest", { depth: 1, entries }) });

const NO_LIST = /\n {2}\/manifest\/\w+\.json is not a list of files with their sizes and hashes$/;

test.for<readonly [string, () => unknown, RegExp]>([
	["a list of files that is too large", list(many), /has more than 16777216 bytes/],
	[
		"more files than any catalogue",
		list(Object.fromEntries(Object.entries(many).slice(0, 2000))),
		/lists more than 1000 files, which is more than a mirror can hold; ask/,
	],
	[
		"more bytes than --max-gigabytes",
		list({ "a.txt": [2e8, HASH] }),
		/lists \d+ bytes, more than 100000000; .*--max-gigabytes N/,
	],
	["a file without a hash", list({ "a.txt": [1] }), NO_LIST],
	["a file of negative size", list({ "a.txt": [-1, HASH] }), NO_LIST],
	["no list of files", list("none"), /\.json is not an object$/],
	["no count", repoint({ count: undefined as never }), /\n {2}count /],
	["a root that is not a name", repoint({ packs: "../x" }), /\n {2}packs must be 64 lower-case/],
	[
		"a count that contradicts the index of the packs",
		repoint({ count: 40 }),
		/"count" is 40, but the index of the packs has 1 clips/,
	],
	[
		"an index with a name that leads out of the folder",
		() => search(1, [["", "../../../../evil"]]),
		/"\.\.\/\.\.\/\.\.\/\.\.\/evil" is not a valid name for a file in search/,
	],
	[
		"an index that names a file by a list nested 100,000 deep",
		() => searchText(`[["",${"[".repeat(1e5)}${"]".repeat(1e5)}]]`),
		/\n {2}object is not a valid name for a file in search$/,
	],
	[
		"a name of 4 MB",
		() => search(1, [["", "x".repeat(4e6)]]),
		/\n {2}"x{99} is not a valid name for a/,
	],
	[
		"a count that is an object",
		packs({ depth: 1, entries: [["", HASH, NO_VALUE]] }),
		/has 0 clips$/,
	],
	["a key that is an object", manifestIndex([[NO_VALUE, HASH]]), /manifest\/\w+\.json: .* 404$/],
	["null in place of an index", packs(null), /is not an index file/],
	["an index without entries", packs({ depth: 1 }), /is not an index file/],
	["an index of depth 0", packs({ depth: 0, entries: [] }), /is not an index file/],
	["an index with a wrong entry", packs({ depth: 1, entries: ["x"] }), /is not an index/],
	["another build id", rename({ build: HASH }), / does not match its build id$/],
	[
		"a newer version",
		rename({ version: 2 as never }),
		/: has format version 2, but this program reads version 1; up/,
	],
])("a release with %s is refused", async ([, publish, said]) => {
	await publish();
	expect(await refusal()).toMatch(said);
});

test("an index of an index is read only until it names more files than a mirror can hold", async () => {
	const entries = Array.from({ length: 500 }, (_, node) => {
		const below = Array.from({ length: 500 }, (_, i) => [`${node} ${i}`, HASH]);
		return [`${node}`, foreign.store(SEARCH, { depth: 1, entries: below })];
	});
	await search(2, entries);
	expect(await refusal()).toMatch(/lists more than 1000 files/);
	// Eight files are read at a time.
	expect(server.paths.filter((path) => path.startsWith(SEARCH)).length).toBeLessThan(20);
});

test("a path of 4 MB is left out, and truncated where it is printed", async () => {
	const path = `docs/${"x".repeat(4e6)}`;
	await foreign.listPaths([path]);
	const ended = await call("mirror", [server.origin, dir], { cwd: newPlace() });
	expect(ended).toMatchObject({ code: 6, stderr: "" });
	expect(ended.stdout).toMatch(/^ {4}docs\/x{195}…: is too long$/m);
	expect(ended.stdout.length).toBeLessThan(1000);
	expect(await findings(dir)).toEqual(INTACT);
});
