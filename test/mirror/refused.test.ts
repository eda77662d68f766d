/** Lists of files are refused if they leave the mirror, are too long, or name what a tool would obey. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { sha256 } from "../../scripts/mirror/fixity.ts";
import { type Pointer, pointerJson } from "../../scripts/tree/pointer.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const pointer: Pointer = JSON.parse(textOf(red.folder, "latest.json"));
const HASH = sha256("evil");
const EMPTY = sha256("");
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** Publishes a store file under its name, which it returns. */
function store(folder: string, content: unknown): string {
	const body = typeof content === "string" ? content : JSON.stringify(content);
	const name = sha256(body).slice(0, 24);
	server.always(`${folder}/${name}.json`, { body });
	return name;
}

/** Publishes a pointer that is right, but for what it says. */
async function publishPointer(changes: Partial<Pointer>): Promise<void> {
	server.always("latest.json", { body: await pointerJson({ ...pointer, ...changes }) });
}

/** Publishes a tree whose manifest is one part. */
async function publishPart(part: unknown): Promise<void> {
	const entries = [["", store("manifest", part)]];
	await publishPointer({ manifest: store("manifest", { depth: 1, entries }) });
}

/** Expects a run to fail before anything but the pointer and the lists of files is asked for. */
async function refusal(options = {}): Promise<string> {
	const { message } = await failureOf(mirrorTo(dir, server.origin, options));
	const metadata = /^(latest\.json|manifest\/\w+\.json|v1\/instants\/\w+\/\w{24}\.json)$/;
	expect(server.paths.filter((path) => !metadata.test(path))).toEqual([]);
	expect(existsSync(`${dir}.releases`)).toBe(false);
	return message;
}

describe("paths that a manifest must not list", () => {
	const outside = [
		["../evil.txt", "has a segment that begins with a dot"],
		["/etc/passwd", "is absolute"],
		["C:/evil.txt", "begins with a drive letter"],
		["..\\evil.txt", "contains a backslash"],
		["a//b.txt", "has an empty segment"],
		["a/", "has an empty segment"],
		["a\u0000b.txt", "contains a control character"],
		["é".repeat(128), "has a segment of more than 255 bytes"],
		["folder/".repeat(120), "has more than 800 bytes"],
		["latest.json", "is listed twice"],
		["LATEST.json", 'differs from "latest.json" only in case or accents'],
		["latest.json/a.txt", 'lies in "latest.json", which is a file'],
		[`v1/instants/packs/${pointer.packs}.json`, "is listed twice"],
		["SHA256SUMS", "is a name that the mirror uses itself"],
		["provenance.json", "is a name that the mirror uses itself"],
		["latest.json.minisig", "is no kind of file that a site consists of"],
	] as const;
	const dot = "has a segment that begins with a dot";
	const obeyed = "is a file that hosts or tools obey";
	const script = "is a script that servers run";
	const unknown = "is no kind of file that a site consists of";
	const executed = [
		[".git/config", dot],
		[".htaccess", dot],
		["docs/.user.ini", dot],
		["web.config", unknown],
		["index.php", unknown],
		["media/sounds/boom.php.json", script],
		["shell.phtml.mp3", script],
		["run.sh", unknown],
		["_worker.js", obeyed],
		["_routes.json", obeyed],
		["CNAME", unknown],
		["vercel.json", obeyed],
		["package.json", obeyed],
		["vite.config.js", obeyed],
		["middleware.js", obeyed],
		["functions/api.js", obeyed],
		["API/run.js", obeyed],
		["node_modules/x/index.js", obeyed],
	] as const;

	test.for([
		["leave the mirror or clash", outside],
		["a server or a tool would execute or obey", executed],
	] as const)("because they %s are all reported, and nothing is fetched", async ([, table]) => {
		const listed = ["fine.txt", ...table.map(([path]) => path)];
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

describe("a list of files is refused if it", () => {
	const many = Object.fromEntries(
		Array.from({ length: 200_000 }, (_, i) => [`${i}.txt`, [0, EMPTY]] as const),
	);
	test.for<readonly [string, unknown, RegExp, object?]>([
		["has more files than --max-files", many, /has more than 4194304 bytes|more than 1000 files/],
		[
			"has a thousand files too many",
			Object.fromEntries(Object.entries(many).slice(0, 2000)),
			/lists more than 1000 files; nothing was fetched; .*--max-files N/,
		],
		[
			"has more bytes than --max-gigabytes",
			{ "a.txt": [2e8, HASH] },
			/lists \d+ bytes, more than 100000000; .*--max-gigabytes N/,
		],
		["has a size that the hash rules out", { "a.txt": [5, EMPTY] }, /"a.txt" cannot have 5 bytes/],
		["has an empty file with another hash", { "a.txt": [0, HASH] }, /cannot have 0 bytes and/],
		[
			"has one content with two sizes",
			{ "a.txt": [1, HASH], "b.txt": [2, HASH] },
			/"b.txt" cannot have 2 bytes and this hash/,
		],
		["lacks a hash", { "a.txt": [1] }, /\n {2}"a.txt" has \[1\] instead of a size/],
		[
			"has a hash that is none",
			{ "a.txt": [1, "AB"] },
			/"a.txt" has \[1,"AB"\] instead of .* a SHA-256/,
		],
		[
			"has a hash in a list",
			{ "a.txt": [1, [HASH]] },
			/"a.txt" has \[1,\["\w+"\]\] instead of .* a SHA-256/,
		],
		["has a negative size", { "a.txt": [-1, HASH] }, /"a.txt" has \[-1,/],
		["has an enormous size", { "a.txt": [2 ** 60, HASH] }, /"a.txt" has \[1152921504606847000,/],
		["is no list", "none", /a part of its manifest is no list of files/],
	])("%s", async ([, part, expected]) => {
		await publishPart(part);
		expect(await refusal()).toMatch(expected);
	});
});

describe("an index file is refused if it has", () => {
	test.for<readonly [string, unknown]>([
		["a name that leads out of the folder", { depth: 1, entries: [["", "../../../../evil"]] }],
		["an entry that is no list", { depth: 1, entries: ["x"] }],
		["no entries", { depth: 1 }],
		["a depth below 1", { depth: 0, entries: [] }],
		["a depth without files", { depth: Number.MAX_SAFE_INTEGER, entries: [] }],
		["no object", null],
	])("%s", async ([, node]) => {
		await publishPointer({ packs: store("v1/instants/packs", node) });
		expect(await refusal()).toContain("is not an index file that leads to others");
	});
});

test("what cannot be made from a store that is none is fetched, and what is wrong is said", async () => {
	const one = await release(["boom"]);
	server.serves = one.folder;
	await mirrorTo(dir, server.origin);
	const folder = "v1/instants/templates";
	const entries = [["", store(folder, { clip: 5 })]];
	const parts = [["", store("manifest", { "clips/clip-0/index.html": [4, HASH] })]];
	await publishPointer({
		...JSON.parse(textOf(one.folder, "latest.json")),
		templates: store(folder, { depth: 1, entries }),
		manifest: store("manifest", { depth: 1, entries: parts }),
	});
	const { message } = await failureOf(mirrorTo(dir, server.origin, { allowShrink: true }));
	expect(message).toContain("1 file could not be fetched");
	expectRelease(dir, one);
});

describe("a pointer is refused if it has", () => {
	test.for<readonly [string, object, RegExp]>([
		["no count", { count: undefined }, /\n {2}count /],
		["a build that is no hash", { build: "\u001b[2J" }, /\n {2}build must be 64 lower-case/],
		["a root that is no name", { packs: "../x" }, /\n {2}packs must be 24 lower-case/],
		["a newer version", { version: 2 }, /has version 2, but this tool knows version 1; update it$/],
		["another build id", { build: HASH }, /\n {2}it does not match its build id$/],
	])("%s", async ([, changes, expected]) => {
		server.always("latest.json", { body: JSON.stringify({ ...pointer, ...changes }) });
		expect(await refusal()).toMatch(expected);
	});
});
