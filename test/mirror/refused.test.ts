/** A release is refused if its lists of files are wrong, too long, or name files that could do harm. */
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { digestOf } from "../../scripts/mirror/provenance.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { EVIL, FINE, IMPOSSIBLE } from "./evil-paths.ts";
import { faultyServer } from "./faulty-server.ts";
import { ForeignRelease } from "./foreign-release.ts";
import { failureOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const foreign = new ForeignRelease(server, red);
const { pointer } = foreign;
const HASH = digestOf("evil");
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** Expects a run to fail before it requests anything except the pointer and the lists of files. */
async function refusal(options = {}): Promise<string> {
	const { message } = await failureOf(mirrorTo(dir, server.origin, options));
	const metadata = /^(latest\.json|manifest\/\w+\.json|v1\/instants\/\w+\/\w{64}\.json)$/;
	expect(server.paths.filter((path) => !metadata.test(path))).toEqual([]);
	expect(existsSync(dir)).toBe(false);
	return message;
}

test("paths that could do harm or that clash are all reported, and nothing is fetched", async () => {
	await foreign.listPaths([...FINE, ...EVIL.map(([path]) => path)]);
	const [head, ...lines] = (await refusal()).split("\n");
	expect(head).toBe(
		`${server.origin}/latest.json: is not a valid release, so nothing was changed; ask its publisher:`,
	);
	const faults = EVIL.map(([path, fault]) => `  ${shown(path)} ${fault}`);
	expect(lines.toSorted()).toEqual(faults.toSorted());
});

test("names that not every system can hold are left out and listed, and files of any other kind are copied", async () => {
	await foreign.listPaths([...FINE, ...IMPOSSIBLE]);
	const { failed, status } = await mirrorTo(dir, server.origin);
	expect({ paths: failed.map(({ what }) => what).sort(), status }).toEqual({
		paths: IMPOSSIBLE.toSorted(),
		status: "partial",
	});
	for (const { reason } of failed) expect(reason).toMatch(/^(cannot be the name of|is too long)/);
	expect(filesIn(dir).map(({ path }) => path)).toEqual(expect.arrayContaining(FINE));
	expect(await findings(dir)).toEqual(INTACT);
});

test("a file whose name this disk cannot hold is left out, unless it belongs to the store", async () => {
	const long = `docs/${"x".repeat(200)}.html`;
	await foreign.listPaths([long, "fine.txt"]);
	let refused = "x".repeat(200);
	const real = fs.renameSync;
	const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
		if (!String(to).includes(refused)) return real(from, to);
		throw Object.assign(new Error("ENAMETOOLONG: name too long"), {
			code: "ENAMETOOLONG",
			syscall: "rename",
		});
	});
	syncBuiltinESMExports();
	onTestFinished(() => {
		spy.mockRestore();
		syncBuiltinESMExports();
	});
	const reason = "has a name that this system cannot hold (ENAMETOOLONG)";
	expect((await mirrorTo(dir, server.origin)).failed).toEqual([{ what: long, reason }]);
	expect(await findings(dir)).toEqual(INTACT);
	refused = pointer.packs;
	dir = join(newPlace(), "mirror");
	expect((await failureOf(mirrorTo(dir, server.origin))).message).toContain("ENAMETOOLONG");
	expect(existsSync(dir)).toBe(false);
});

const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`${i}.txt`, [0, HASH]]));

test.for<readonly [string, unknown, RegExp]>([
	["is too large", many, /has more than 4194304 bytes/],
	[
		"has more files than any catalogue",
		Object.fromEntries(Object.entries(many).slice(0, 2000)),
		/lists more than 1000 files, which is more than a mirror takes; ask/,
	],
	[
		"has more bytes than --max-gigabytes",
		{ "a.txt": [2e8, HASH] },
		/lists \d+ bytes, more than 100000000; .*--max-gigabytes N/,
	],
	["lacks a hash", { "a.txt": [1] }, /\n {2}"a.txt" has \[1\] instead of a size/],
	["has a negative size", { "a.txt": [-1, HASH] }, /"a.txt" has \[-1,/],
	["is not a list", "none", /a part of its manifest is not a list of files/],
])("a list of files is refused if it %s", async ([, part, expected]) => {
	await foreign.list(part);
	expect(await refusal()).toMatch(expected);
});

test("an index that names too many files is refused", async () => {
	const folder = "v1/instants/search";
	const entries = Array.from({ length: 3 }, (_, node) => {
		const below = Array.from({ length: 500 }, (_, i) => [`${node} ${1000 + i}`, HASH]);
		return [`${node}`, foreign.store(folder, { depth: 1, entries: below })];
	});
	await foreign.repoint({ search: foreign.store(folder, { depth: 2, entries }) });
	expect(await refusal()).toMatch(/lists more than 1000 files,/);
});

describe("a pointer is refused if it has", () => {
	const index = (node: unknown) => ({ packs: foreign.store("v1/instants/packs", node) });
	const leading = { depth: 1, entries: [["", "../../../../evil"]] };
	test.for<readonly [string, () => object, RegExp]>([
		["no count", () => ({ count: undefined }), /\n {2}count /],
		["a root that is no name", () => ({ packs: "../x" }), /\n {2}packs must be 64 lower-case/],
		[
			"a count that the index of the packs does not bear out",
			() => ({ count: 40 }),
			/"count" is 40, but the index of the packs has 10 clips/,
		],
		[
			"an index with a name that leads out of the folder",
			() => ({ search: foreign.store("v1/instants/search", leading) }),
			/"\.\.\/\.\.\/\.\.\/\.\.\/evil" is not the name of a file in search/,
		],
		["null in place of an index", () => index(null), /is not an index file/],
		["an index without entries", () => index({ depth: 1 }), /is not an index file/],
		["an index of depth 0", () => index({ depth: 0, entries: [] }), /is not an index file/],
		["an index with a wrong entry", () => index({ depth: 1, entries: ["x"] }), /is not an index/],
	])("%s", async ([, changes, expected]) => {
		await foreign.repoint(changes());
		expect(await refusal()).toMatch(expected);
	});

	test.for<readonly [string, object, RegExp]>([
		["another build id", { build: HASH }, / does not match its build id$/],
		["a newer version", { version: 2 }, /: is of version 2, and this program reads version 1; up/],
	])("%s", async ([, changes, expected]) => {
		server.always("latest.json", { body: JSON.stringify({ ...pointer, ...changes }) });
		expect(await refusal()).toMatch(expected);
	});
});
