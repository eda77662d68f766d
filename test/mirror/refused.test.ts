/** A release is refused if its lists of files are wrong, too long, or name files that could do harm. */
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { listedFiles } from "../../scripts/mirror/listed-files.ts";
import { digestOf } from "../../scripts/mirror/provenance.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { readTree } from "../../scripts/tree/reading.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { CLASHING, EXECUTED, FINE, OUTSIDE, TOO_LONG, UNPORTABLE } from "./evil-paths.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const text = textOf(red.folder, "latest.json");
const pointer: Pointer = JSON.parse(text);
const HASH = digestOf("evil");
const EMPTY = digestOf("");
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** Publishes a store file under its name, which it returns. */
function store(folder: string, content: unknown): string {
	const body = typeof content === "string" ? content : JSON.stringify(content);
	const name = digestOf(body);
	for (const ending of ["json", "ndjson"]) server.always(`${folder}/${name}.${ending}`, { body });
	return name;
}

/** Publishes a pointer with changes and the right build id. */
async function publishPointer(changes: Partial<Pointer>): Promise<void> {
	server.always("latest.json", { body: await pointerJson({ ...pointer, ...changes }) });
}

/** Publishes a tree whose manifest is one part. */
async function publishPart(part: unknown): Promise<void> {
	const entries = [["", store("manifest", part)]];
	await publishPointer({ manifest: store("manifest", { depth: 1, entries }) });
}

/** Expects a run to fail before it requests anything except the pointer and the lists of files. */
async function refusal(options = {}): Promise<string> {
	const { message } = await failureOf(mirrorTo(dir, server.origin, options));
	const metadata = /^(latest\.json|manifest\/\w+\.json|v1\/instants\/\w+\/\w{64}\.json)$/;
	expect(server.paths.filter((path) => !metadata.test(path))).toEqual([]);
	expect(existsSync(dir)).toBe(false);
	return message;
}

describe("paths that a manifest must not list", () => {
	test.for([
		["lead out of the mirror or to its own files", OUTSIDE],
		["would be run or obeyed by a server or a tool", EXECUTED],
		["clash with others, or with file systems", CLASHING],
	] as const)("because they %s are all reported, and nothing is fetched", async ([, table]) => {
		const listed = [...FINE, ...table.map(([path]) => path)];
		await publishPart(Object.fromEntries(listed.map((path) => [path, [4, HASH]])));
		const message = await refusal();
		const [head, ...lines] = message.split("\n");
		expect(head).toBe(
			`${server.origin}/latest.json: is not a valid release, so nothing was changed; ask its publisher:`,
		);
		expect(lines.toSorted()).toEqual(
			table.map(([path, fault]) => `  ${shown(path)} ${fault}`).toSorted(),
		);
	});
});

test("a file whose name not every system can hold is left out and listed, and all else is copied", async () => {
	const wrong = [...UNPORTABLE, "C:/evil.txt", ...TOO_LONG];
	await publishPart(Object.fromEntries([...FINE, ...wrong].map((path) => [path, [4, HASH]])));
	for (const path of FINE) server.always(path, { body: "evil" });
	const { failed, status } = await mirrorTo(dir, server.origin);
	expect({ paths: failed.map(({ what }) => what), status }).toEqual({
		paths: wrong.toSorted(),
		status: "partial",
	});
	for (const { reason } of failed) expect(reason).toMatch(/^(cannot be the name of|is too long)/);
	expect(await findings(dir)).toEqual(INTACT);
});

test("a file whose name this disk cannot hold is left out, unless it belongs to the store", async () => {
	const long = `docs/${"x".repeat(200)}.html`;
	await publishPart({ [long]: [4, HASH], "fine.txt": [4, HASH] });
	for (const path of [long, "fine.txt"]) server.always(path, { body: "evil" });
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

test("kinds of files that no build publishes yet are copied", async () => {
	await publishPart(Object.fromEntries(FINE.map((path) => [path, [4, HASH]])));
	for (const path of FINE) server.always(path, { body: "evil" });
	await mirrorTo(dir, server.origin);
	expect(filesIn(dir).map(({ path }) => path)).toEqual(expect.arrayContaining(FINE));
	expect(await findings(dir)).toEqual(INTACT);
});

describe("a list of files is refused if it", () => {
	const many = Object.fromEntries(
		Array.from({ length: 200_000 }, (_, i) => [`${i}.txt`, [0, EMPTY]] as const),
	);
	test.for<readonly [string, unknown, RegExp, object?]>([
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
	])("%s", async ([, part, expected]) => {
		await publishPart(part);
		expect(await refusal()).toMatch(expected);
	});
});

test.for([null, { depth: 1 }, { depth: 0, entries: [] }, { depth: 1, entries: ["x"] }])(
	"%j is refused as an index file",
	async (node) => {
		await publishPointer({ packs: store("v1/instants/packs", node) });
		expect(await refusal()).toContain("is not an index file");
	},
);

test("an index that names too many files is refused", async () => {
	const folder = "v1/instants/search";
	const entries = Array.from({ length: 3 }, (_, node) => {
		const below = Array.from({ length: 45_000 }, (_, i) => [
			`${node} ${String(i).padStart(6, "0")}`,
			EMPTY,
		]);
		return [`${node}`, store(folder, { depth: 1, entries: below })];
	});
	await publishPointer({ search: store(folder, { depth: 2, entries }) });
	expect(await refusal({ maxFiles: 100_000 })).toMatch(/lists more than 100000 files,/);
});

test.each([true, false])(
	"just as many files as are allowed are taken, precomputed pages among them: %s",
	async (pages) => {
		const names = Array.from({ length: 600 }, (_, i) => `boom w${i.toString(36)}z x${i % 99}`);
		const { folder } = await publishRecords(named(names), { links: "path" });
		const { pointer, store } = await readTree(folderAsset(folder));
		const list = (maxFiles: number) => listedFiles(pointer, store, { url: "x", maxFiles, pages });
		const files = 1 + (await list(Number.POSITIVE_INFINITY)).length;
		expect(await list(files)).toHaveLength(files - 1);
		await expect(list(files - 1)).rejects.toThrow(`lists more than ${files - 1} files`);
	},
);

describe("a pointer is refused if it has", () => {
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
			() => {
				const node = { depth: 1, entries: [["", "../../../../evil"]] };
				return { search: store("v1/instants/search", node) };
			},
			/"\.\.\/\.\.\/\.\.\/\.\.\/evil" is not the name of a file in search/,
		],
	])("%s", async ([, changes, expected]) => {
		await publishPointer(changes());
		expect(await refusal()).toMatch(expected);
	});

	test.for<readonly [string, string, RegExp]>([
		[
			"another build id",
			JSON.stringify({ ...pointer, build: HASH }),
			/ does not match its build id$/,
		],
		[
			"a newer version",
			JSON.stringify({ ...pointer, version: 2 }),
			/: is of version 2, and this program reads version 1; update the program$/,
		],
	])("%s", async ([, body, expected]) => {
		server.always("latest.json", { body });
		expect(await refusal()).toMatch(expected);
	});
});
