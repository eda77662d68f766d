/** A release is refused if its lists of files are wrong, too long, or name files that could do harm. */
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { digestOf } from "../../scripts/mirror/provenance.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { ForeignRelease } from "./foreign-release.ts";
import { failureOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import paths from "./paths.json" with { type: "json" };
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const foreign = new ForeignRelease(server, red);
const { pointer } = foreign;
const HASH = digestOf("evil");
/** Not every parser takes half a surrogate pair in a JSON file. */
const REFUSED = {
	...paths.refused,
	"contains half a surrogate pair": ["media/sounds/a\ud800.mp3"],
};
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
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
	await foreign.listPaths([...paths.copied, ...Object.values(REFUSED).flat()]);
	const [head, ...lines] = (await refusal()).split("\n");
	expect(head).toBe(
		`${server.origin}/latest.json: is not a valid release, so nothing was changed; ask its publisher:`,
	);
	const faults = Object.entries(REFUSED).flatMap(([fault, all]) =>
		all.map((path) => `  ${shown(path)} ${fault}`),
	);
	expect(lines.toSorted()).toEqual(faults.toSorted());
});

test("names that not every system can hold are left out and listed, and files of any other kind are copied", async () => {
	await foreign.listPaths([...paths.copied, ...paths.leftOut]);
	const { failed, status } = await mirrorTo(dir, server.origin);
	expect({ paths: failed.map(({ what }) => what).sort(), status }).toEqual({
		paths: paths.leftOut.toSorted(),
		status: "partial",
	});
	for (const { reason } of failed) expect(reason).toMatch(/^(cannot be the name of|is too long)/);
	expect(filesIn(dir).map(({ path }) => path)).toEqual(expect.arrayContaining(paths.copied));
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
const list = (part: unknown) => () => foreign.list(part);
const repoint = (changes: Partial<Pointer>) => () => foreign.repoint(changes);
const rename = (changes: Partial<Pointer>) => () =>
	server.always("latest.json", { body: JSON.stringify({ ...pointer, ...changes }) });
const SEARCH = "v1/instants/search";
const packs = (node: unknown) => () =>
	foreign.repoint({ packs: foreign.store("v1/instants/packs", node) });
const search = (depth: number, entries: unknown) =>
	foreign.repoint({ search: foreign.store(SEARCH, { depth, entries }) });

/** Names 1,500 files. */
function largeIndex(): Promise<void> {
	const entries = Array.from({ length: 3 }, (_, node) => {
		const below = Array.from({ length: 500 }, (_, i) => [`${node} ${1000 + i}`, HASH]);
		return [`${node}`, foreign.store(SEARCH, { depth: 1, entries: below })];
	});
	return search(2, entries);
}

test.for<readonly [string, () => unknown, RegExp]>([
	["a list of files that is too large", list(many), /has more than 4194304 bytes/],
	[
		"more files than any catalogue",
		list(Object.fromEntries(Object.entries(many).slice(0, 2000))),
		/lists more than 1000 files, which is more than a mirror takes; ask/,
	],
	[
		"more bytes than --max-gigabytes",
		list({ "a.txt": [2e8, HASH] }),
		/lists \d+ bytes, more than 100000000; .*--max-gigabytes N/,
	],
	["a file without a hash", list({ "a.txt": [1] }), /\n {2}"a.txt" has \[1\] instead of a size/],
	["a file of negative size", list({ "a.txt": [-1, HASH] }), /"a.txt" has \[-1,/],
	["no list of files", list("none"), /a part of its manifest is not a list of files/],
	["an index that names too many files", largeIndex, /lists more than 1000 files,/],
	["no count", repoint({ count: undefined as never }), /\n {2}count /],
	["a root that is no name", repoint({ packs: "../x" }), /\n {2}packs must be 64 lower-case/],
	[
		"a count that the index of the packs does not bear out",
		repoint({ count: 40 }),
		/"count" is 40, but the index of the packs has 10 clips/,
	],
	[
		"an index with a name that leads out of the folder",
		() => search(1, [["", "../../../../evil"]]),
		/"\.\.\/\.\.\/\.\.\/\.\.\/evil" is not the name of a file in search/,
	],
	["null in place of an index", packs(null), /is not an index file/],
	["an index without entries", packs({ depth: 1 }), /is not an index file/],
	["an index of depth 0", packs({ depth: 0, entries: [] }), /is not an index file/],
	["an index with a wrong entry", packs({ depth: 1, entries: ["x"] }), /is not an index/],
	["another build id", rename({ build: HASH }), / does not match its build id$/],
	[
		"a newer version",
		rename({ version: 2 as never }),
		/: is of version 2, and this program reads version 1; up/,
	],
])("a release with %s is refused", async ([, publish, said]) => {
	await publish();
	expect(await refusal()).toMatch(said);
});
