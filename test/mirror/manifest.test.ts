/** An invalid pointer, index or manifest is refused, with all its faults, before anything is written. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { sha256 } from "../../scripts/mirror/file-content.ts";
import { type Pointer, pointerJson } from "../../scripts/tree/pointer.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom"]);
const pointer: Pointer = JSON.parse(textOf(red.folder, "latest.json"));
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

/** Publishes a store file under its name, which it returns. */
function store(folder: string, content: unknown): string {
	const body = JSON.stringify(content);
	const name = sha256(body).slice(0, 24);
	server.always(`${folder}/${name}.json`, { body });
	return name;
}

/** Publishes a pointer that is right, but for what it says. */
async function publishPointer(changes: Partial<Pointer>): Promise<void> {
	server.always("latest.json", { body: await pointerJson({ ...pointer, ...changes }) });
}

/** Publishes a tree whose manifest has this part. Returns the path of its root. */
async function publishPart(part: unknown): Promise<string> {
	const entries = [["", store("manifest", part)]];
	const manifest = store("manifest", { depth: 1, entries });
	await publishPointer({ manifest });
	return `manifest/${manifest}.json`;
}

const HASH = sha256("evil");

/** Expects that nothing but the pointer, the store's index files and the manifest was asked for. */
function expectNothingWritten(): void {
	const metadata = /^(latest\.json|manifest\/\w+\.json|v1\/instants\/\w+\/\w{24}\.json)$/;
	expect(server.paths.filter((path) => !metadata.test(path))).toEqual([]);
	expect(existsSync(dir)).toBe(false);
}

describe("paths that a manifest must not list", () => {
	const evil: readonly (readonly [string, string])[] = [
		["../evil", "contains a . or .. segment"],
		["a/../../evil", "contains a . or .. segment"],
		["./a", "contains a . or .. segment"],
		["/etc/passwd", "is absolute"],
		["//host/share", "is absolute"],
		["C:/evil", "begins with a drive letter"],
		["c:evil", "begins with a drive letter"],
		["..\\evil", "contains a backslash"],
		["a//b", "has an empty segment"],
		["a/", "has an empty segment"],
		["a\u0000b", "contains a control character"],
		["a\nb", "contains a control character"],
		["é".repeat(128), "has a segment of more than 255 bytes"],
		["latest.json", "is listed twice"],
		[`v1/instants/packs/${pointer.packs}.json`, "is listed twice"],
	];

	test("are all reported, and nothing is fetched or written", async () => {
		const paths = ["fine.txt", ...evil.map(([path]) => path)];
		const root = await publishPart(Object.fromEntries(paths.map((path) => [path, [4, HASH]])));
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message.split("\n")).toEqual([
			`${server.origin}/${root}: is invalid; nothing was written:`,
			...evil.map(([path, fault]) => `  ${shown(path)} ${fault}`),
		]);
		expectNothingWritten();
	});
});

describe("an invalid part of a manifest is refused with a list of all faults:", () => {
	test.for<readonly [string, unknown, readonly RegExp[]]>([
		["no hash", { a: [1] }, [/\n {2}a/]],
		["an invalid hash", { a: [1, "AB"] }, [/\n {2}a\.1 must be 64 lower-case/]],
		["a negative size", { a: [-1, HASH] }, [/\n {2}a\.0 /]],
		["an enormous size", { a: [2 ** 60, HASH] }, [/\n {2}a\.0 /]],
		["several faults", { a: [0.5, 1], b: 1 }, [/a\.0 /, /a\.1 /, /b /]],
		["no files", "none", [/expected record/]],
	])("%s", async ([, part, expected]) => {
		const root = await publishPart(part);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toContain(`/${root}: is invalid; nothing was written:\n`);
		for (const text of expected) expect(message).toMatch(text);
		expectNothingWritten();
	});
});

describe("an index file that no build writes is refused:", () => {
	test.for<readonly [string, unknown]>([
		["a name that leads out of the folder", { depth: 1, entries: [["", "../../../../evil"]] }],
		["a name with capital letters", { depth: 1, entries: [["", "A".repeat(24)]] }],
		["no name", { depth: 1, entries: [[""]] }],
		["an entry that is no list", { depth: 1, entries: ["x"] }],
		["no entries", { depth: 1 }],
		["no depth", { entries: [] }],
		["a depth below 1", { depth: 0, entries: [] }],
		["no object", null],
	])("%s", async ([, node]) => {
		const packs = store("v1/instants/packs", node);
		await publishPointer({ packs });
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${server.origin}/: is invalid; nothing was written: /v1/instants/packs/${packs}.json is not an index file that leads to others`,
		);
		expectNothingWritten();
	});

	test("a node that says it is deeper than the one that leads to it", async () => {
		const below = store("v1/instants/packs", { depth: 3, entries: [] });
		const packs = store("v1/instants/packs", { depth: 2, entries: [[0, below]] });
		await publishPointer({ packs });
		expect(await failureOf(mirrorTo(dir, server.origin))).toContain(
			`${below}.json is not an index file that leads to others`,
		);
		expectNothingWritten();
	});
});

describe("an invalid pointer is refused:", () => {
	test.for<readonly [string, object, RegExp]>([
		["no count", { count: undefined }, /latest\.json: .*\n {2}count /],
		["a build that is not a hash", { build: "\u001b[2J" }, /\n {2}build must be 64 lower-case/],
		["a root that is not a name", { packs: "../x" }, /\n {2}packs must be 24 lower-case/],
		["a newer version", { version: 2 }, /latest\.json: has version 2, but .*; update it$/],
		[
			"another build id",
			{ build: HASH },
			/latest\.json: is damaged: it does not match its build id; the files/,
		],
	])("%s", async ([, changes, expected]) => {
		server.always("latest.json", { body: JSON.stringify({ ...pointer, ...changes }) });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(expected);
		expectNothingWritten();
	});
});

test("a store file of more than 4 MiB is not read to the end", async () => {
	const packs = "a".repeat(24);
	server.always(`v1/instants/packs/${packs}.json`, { body: "x".repeat(5 * 1024 * 1024) });
	await publishPointer({ packs });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/\.json: has more bytes than the 4 MiB a file of the store may have; the files published here/,
	);
	expect(readdirSync(place).filter((name) => name === "mirror")).toEqual([]);
});

test("a manifest and index files of more than 256 MB are not read to the end", async () => {
	const padding = " ".repeat(4_000_000);
	const nodes = new Map(
		Array.from({ length: 90 }, (_, i) => {
			const text = `{"depth":1,"entries":[],"number":${i}}${padding}`;
			return [sha256(text).slice(0, 24), text] as const;
		}),
	);
	const entries = [...nodes.keys()].map((name) => ["", name]);
	await publishPointer({ manifest: store("manifest", { depth: 2, entries }) });
	server.serves = (path) => {
		const text = nodes.get(path.slice("manifest/".length, -".json".length));
		return text === undefined ? undefined : { body: Buffer.from(text) };
	};
	expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
		`${server.origin}/: its manifest and index files have more than 256 MB; nothing was written`,
	);
	expect(server.requests.length).toBeLessThan(80);
});

test("text from a server cannot control the terminal", async () => {
	for (const path of ["latest.json", "api/v1/instants/"]) {
		server.always(path, { body: "\u001b[2J\u202egone" });
	}
	expect(await failureOf(mirrorTo(dir, server.origin))).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
