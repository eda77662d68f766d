/** An invalid pointer or manifest is refused, with all its faults, before anything is fetched or written. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { sha256 } from "../../scripts/mirror/file-content.ts";
import { clashes, pathFault } from "../../scripts/mirror/file-path.ts";
import { fileLines } from "../../scripts/tree/manifest.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom"]);
let place: string;
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	place = newPlace();
	dir = join(place, "mirror");
});

function buildOf(files: unknown): string {
	return sha256(fileLines(Array.isArray(files) ? files : []));
}

/** Publishes a manifest with these files and correct hashes. */
function publishManifest(files: unknown, changes: object = {}): void {
	const build = buildOf(files);
	const manifest = JSON.stringify({ version: 1, build, base_url: "http://x", files });
	const latest = JSON.stringify({
		version: 1,
		build,
		base_url: "http://x",
		media: "local",
		count: 1,
		shards: "s",
		manifest: { bytes: Buffer.byteLength(manifest), sha256: sha256(manifest) },
		...changes,
	});
	server.always("manifest.json", { body: manifest });
	server.always("latest.json", { body: latest });
}

const HASH = sha256("evil");
const file = (path: string) => ({ path, bytes: 4, sha256: HASH });

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
		["latest.json", "must not be listed"],
		["manifest.json", "must not be listed"],
	];

	test("are all reported, and nothing is fetched or written", async () => {
		publishManifest([...evil.map(([path]) => file(path)), file("fine.txt")]);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message.split("\n")).toEqual([
			`${server.origin}/manifest.json: is invalid; nothing was written:`,
			...evil.map(([path, fault]) => `  ${shown(path)} ${fault}`),
		]);
		expect(server.paths).toEqual(["latest.json", "manifest.json"]);
		expect(existsSync(dir)).toBe(false);
		expect(readdirSync(place)).toEqual([]);
	});

	test("include those that some systems cannot tell apart, and a file that is also a folder", () => {
		expect(clashes(["a/b", "A/B", "a/b", "a", "caf\u00e9", "cafe\u0301", "x"])).toEqual([
			{ path: "A/B", fault: 'differs from "a/b" only in case or accents' },
			{ path: "a/b", fault: "is listed twice" },
			{ path: "cafe\u0301", fault: 'differs from "café" only in case or accents' },
			{ path: "a/b", fault: 'lies in "a", which is a file' },
			{ path: "A/B", fault: 'lies in "a", which is a file' },
			{ path: "a/b", fault: 'lies in "a", which is a file' },
		]);
	});

	test("include names that are special on Windows, if that is the system", () => {
		const names = ["a:b", "con", "Con.mp3", "lpt1.txt", "a.", "a ", "a?b", "dir./a"];
		expect(names.filter((name) => pathFault(name, "win32") === undefined)).toEqual([]);
		expect(names.filter((name) => pathFault(name, "linux") !== undefined)).toEqual(["a:b"]);
	});

	test("include every path that leads out of the folder", () => {
		const piece = fc.constantFrom("..", ".", "", "a", "/", "\\", "C:", "con", "\u0000", "é", "b.c");
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1 }), fc.constantFrom("/", ""), (pieces, glue) => {
				const path = pieces.join(glue);
				if (path === "" || pathFault(path) !== undefined) return;
				const joined = join("/root/dir", path);
				expect(joined.startsWith("/root/dir/")).toBe(true);
				expect(joined.slice("/root/dir/".length)).toBe(path);
			}),
		);
	});
});

describe("an invalid pointer or manifest is refused with a list of all faults:", () => {
	test.for<readonly [string, unknown, object, readonly RegExp[]]>([
		["no hash", [{ path: "a", bytes: 1 }], {}, [/files\.0\.sha256/]],
		["an invalid hash", [{ path: "a", bytes: 1, sha256: "AB" }], {}, [/files\.0\.sha256/]],
		["a negative size", [{ ...file("a"), bytes: -1 }], {}, [/files\.0\.bytes/]],
		["an enormous size", [{ ...file("a"), bytes: 2 ** 60 }], {}, [/files\.0\.bytes/]],
		["several faults", [{ path: "", bytes: 0.5, sha256: 1 }], {}, [/path/, /bytes/, /sha256/]],
		["no list of files", "none", {}, [/files/]],
		["another build", [], { build: HASH }, [/is of build \w{64}, not \w{64} as latest\.json says/]],
		[
			"a build that is not a hash",
			[],
			{ build: "\u001b[2J" },
			[/\n {2}build must be 64 lower-case/],
		],
		[
			"an enormous manifest",
			[],
			{ manifest: { bytes: 2 ** 28 + 1, sha256: HASH } },
			[/\n {2}manifest\.bytes must be 256 MB at most/],
		],
		["a pointer without a count", [], { count: undefined }, [/latest\.json: .*\n {2}count /]],
		["a newer version", [], { version: 2 }, [/latest\.json: has version 2, but .*; update it$/]],
	])("%s", async ([, files, changes, expected]) => {
		publishManifest(files, changes);
		const message = await failureOf(mirrorTo(dir, server.origin));
		for (const part of expected) expect(message).toMatch(part);
		expect(existsSync(dir)).toBe(false);
	});
});

test("a manifest whose build is not the hash of its list is refused", async () => {
	const build = HASH;
	const manifest = JSON.stringify({ version: 1, build, base_url: "http://x", files: [file("a")] });
	const { length } = Buffer.from(manifest);
	publishManifest([], { build, manifest: { bytes: length, sha256: sha256(manifest) } });
	server.always("manifest.json", { body: manifest });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/manifest\.json: is invalid; nothing was written:\n {2}is of build \w{64}, but its list of files has \w{64}$/,
	);
});

test("text from a server cannot control the terminal", async () => {
	for (const path of ["latest.json", "api/v1/instants/"]) {
		server.always(path, { body: "\u001b[2J\u202egone" });
	}
	expect(await failureOf(mirrorTo(dir, server.origin))).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("a manifest that is longer than declared is not read to the end", async () => {
	server.always("manifest.json", { body: "x".repeat(1_000_000) });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/manifest\.json: has more bytes than the \d+ declared/,
	);
});
