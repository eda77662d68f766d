/** So that no source can make a mirror write elsewhere, write more than was declared, or ask elsewhere. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shown } from "../../scripts/console/text.ts";
import { clashes, pathFault } from "../../scripts/mirror/file-path.ts";
import { sha256 } from "../../scripts/mirror/release.ts";
import { fileLines } from "../../scripts/tree/manifest.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirroring.ts";
import { type PublishedRelease, release } from "./releases.ts";

const parent = realpathSync(temporaryFolder());
const server = await faultyServer();
const other = await faultyServer();
let red: PublishedRelease;
let place: string;
let dir: string;

beforeAll(async () => {
	red = await release(parent, ["boom"]);
});

beforeEach(() => {
	server.reset();
	other.reset();
	server.serves = red.folder;
	other.serves = red.folder;
	place = mkdtempSync(join(parent, "place-"));
	dir = join(place, "mirror");
});

/** The build that a list of files is. */
function buildOf(files: unknown): string {
	return sha256(fileLines(Array.isArray(files) ? files : []));
}

/** Has the server publish a manifest with these files, rightly hashed. */
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

describe("paths that a manifest may not name", () => {
	const evil: readonly (readonly [string, string])[] = [
		["../evil", "leads out of the folder, or round in it"],
		["a/../../evil", "leads out of the folder, or round in it"],
		["./a", "leads out of the folder, or round in it"],
		["/etc/passwd", "is absolute"],
		["//host/share", "is absolute"],
		["C:/evil", "begins with a drive letter"],
		["c:evil", "begins with a drive letter"],
		["..\\evil", "holds a backslash"],
		["a//b", "has an empty segment"],
		["a/", "has an empty segment"],
		["a\u0000b", "holds a control character"],
		["a\nb", "holds a control character"],
		["é".repeat(128), "has a segment of more than 255 bytes"],
		["latest.json", "cannot list itself"],
		["manifest.json", "cannot list itself"],
	];

	test("are all named, and nothing is fetched or written", async () => {
		publishManifest([...evil.map(([path]) => file(path)), file("fine.txt")]);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message.split("\n")).toEqual([
			`${server.origin}/manifest.json: is refused, nothing was written:`,
			...evil.map(([path, fault]) => `  ${shown(path)} ${fault}`),
		]);
		expect(server.paths).toEqual(["latest.json", "manifest.json"]);
		expect(existsSync(dir)).toBe(false);
		expect(readdirSync(place)).toEqual([]);
	});

	test("are those that would be one file somewhere, or a file and a folder", () => {
		expect(clashes(["a/b", "A/B", "a/b", "a", "caf\u00e9", "cafe\u0301", "x"])).toEqual([
			{ path: "A/B", fault: 'differs from "a/b" only by case or accents' },
			{ path: "a/b", fault: "is listed twice" },
			{ path: "cafe\u0301", fault: 'differs from "café" only by case or accents' },
			{ path: "a/b", fault: 'lies in "a", a file' },
			{ path: "A/B", fault: 'lies in "a", a file' },
			{ path: "a/b", fault: 'lies in "a", a file' },
		]);
	});

	test("on Windows are also those that Windows takes for something else", () => {
		const names = ["a:b", "con", "Con.mp3", "lpt1.txt", "a.", "a ", "a?b", "dir./a"];
		expect(names.filter((name) => pathFault(name, "win32") === undefined)).toEqual([]);
		expect(names.filter((name) => pathFault(name, "linux") !== undefined)).toEqual(["a:b"]);
	});

	test("are all that do not stay in the folder, whatever they are made of", () => {
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

describe("a pointer or manifest that is not one is refused with all that is wrong with it:", () => {
	test.for<readonly [string, unknown, object, readonly RegExp[]]>([
		["no hash", [{ path: "a", bytes: 1 }], {}, [/files\.0\.sha256/]],
		["a hash of another kind", [{ path: "a", bytes: 1, sha256: "AB" }], {}, [/files\.0\.sha256/]],
		["negative sizes", [{ ...file("a"), bytes: -1 }], {}, [/files\.0\.bytes/]],
		["sizes beyond measure", [{ ...file("a"), bytes: 2 ** 60 }], {}, [/files\.0\.bytes/]],
		["several", [{ path: "", bytes: 0.5, sha256: 1 }], {}, [/path/, /bytes/, /sha256/]],
		["no list", "none", {}, [/files/]],
		["another build", [], { build: HASH }, [/is of build \w{64}, not \w{64} as latest\.json says/]],
		["a build that is no hash", [], { build: "\u001b[2J" }, [/\n {2}build must be 64 lower-case/]],
		[
			"a manifest beyond measure",
			[],
			{ manifest: { bytes: 2 ** 28 + 1, sha256: HASH } },
			[/\n {2}manifest\.bytes must be 256 MB at most/],
		],
		["a pointer without a count", [], { count: undefined }, [/latest\.json: .*\n {2}count /]],
		["a newer version", [], { version: 2 }, [/latest\.json: has version 2; .* update it$/]],
	])("%s", async ([, files, changes, said]) => {
		publishManifest(files, changes);
		const message = await failureOf(mirrorTo(dir, server.origin));
		for (const part of said) expect(message).toMatch(part);
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
		/manifest\.json: is refused, nothing was written:\n {2}is of build \w{64}, but its list of files has \w{64}$/,
	);
});

test("nothing that a server says moves the cursor of a terminal", async () => {
	for (const path of ["latest.json", "api/v1/instants/"]) {
		server.always(path, { body: "\u001b[2J\u202egone" });
	}
	expect(await failureOf(mirrorTo(dir, server.origin))).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("a manifest with more bytes than the pointer declares is not read to its end", async () => {
	server.always("manifest.json", { body: "x".repeat(1_000_000) });
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/manifest\.json: has more bytes than the \d+ declared/,
	);
});

describe("another origin", () => {
	const target = (): string => `${other.origin}/index.html`;
	beforeEach(() => server.always("index.html", { status: 302, headers: { location: target() } }));

	test("is not asked, and the message says how it could be", async () => {
		expect(await failureOf(mirrorTo(dir, server.origin))).toBe(
			`${target()} (a redirect from ${server.origin}/index.html): is not at ${server.origin}; give the URL there, or allow it with --follow`,
		);
		expect(other.requests).toEqual([]);
		expect(existsSync(dir)).toBe(false);
	});

	test("is asked with --follow, and its bytes are checked as all are", async () => {
		other.fault("index.html", "wrong bytes");
		await mirrorTo(dir, server.origin, { follow: true });
		expectRelease(dir, red);
		expect(other.paths).toEqual(["index.html", "index.html"]);
	});

	test("is what https of the same host is, which the message says", async () => {
		const https = server.origin.replace("http:", "https:");
		server.always("latest.json", { status: 301, headers: { location: `${https}/latest.json` } });
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(/; give the https URL$/);
	});

	test("is no file of this machine, even with --follow", async () => {
		server.always("index.html", { status: 302, headers: { location: "file:///etc/passwd" } });
		expect(await failureOf(mirrorTo(dir, server.origin, { follow: true }))).toMatch(
			/^file:\/\/\/etc\/passwd .*: is no http\(s\) URL$/,
		);
	});
});

test("a redirect on the same origin is followed", async () => {
	server.always("index.html", { status: 308, headers: { location: "moved.html" } });
	server.serves = (path) => {
		const file = path === "moved.html" ? "index.html" : path;
		return { body: readFileSync(join(red.folder, file)) };
	};
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
});

describe("a folder that is no mirror is left as it is:", () => {
	async function refused(): Promise<string> {
		const before = filesIn(place);
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(filesIn(place)).toEqual(before);
		return message;
	}

	test("with files of somebody's", async () => {
		writeFiles(dir, { "thesis.txt": "years of work" });
		expect(await refused()).toBe(
			`${dir}: holds files, but no release that this tool knows (no latest.json with its manifest.json); name a new or empty folder`,
		);
	});

	test("with a latest.json of another tool's", async () => {
		writeFiles(dir, { "latest.json": "{}", "manifest.json": "{}" });
		expect(await refused()).toContain("holds files, but no release");
	});

	test("a file", async () => {
		writeFileSync(dir, "");
		expect(await refused()).toBe(`${dir}: is a file; name a folder`);
	});

	test("a link", async () => {
		mkdirSync(join(place, "elsewhere"));
		symlinkSync(join(place, "elsewhere"), dir);
		expect(await refused()).toBe(
			`${dir}: is a symbolic link to ${place}/elsewhere; name the folder itself`,
		);
	});

	test("the folder in which the command runs", async () => {
		expect(await failureOf(mirrorTo(process.cwd(), server.origin))).toContain("runs inside it");
		expect(await failureOf(mirrorTo("/", server.origin))).toContain("is no folder of its own");
		const long = join(place, "x".repeat(250));
		expect(await failureOf(mirrorTo(long, server.origin))).toMatch(
			/has too long a name for what lies beside it, .*; name a folder of 247 bytes at most$/,
		);
	});
});

test("an empty folder is taken, and one that a build wrote", async () => {
	mkdirSync(dir);
	await mirrorTo(dir, server.origin);
	expectRelease(dir, red);
	const built = await release(parent, ["gong"]);
	await mirrorTo(built.folder, server.origin);
	expectRelease(built.folder, red);
});

test("links in a mirror are never written through", async () => {
	await mirrorTo(dir, server.origin);
	const disk = join(place, "big-disk");
	renameSync(join(dir, "media"), disk);
	symlinkSync(disk, join(dir, "media"));
	const before = filesIn(disk);
	expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
		/holds files or links .*\n {2}"media"$/s,
	);
	await mirrorTo(dir, server.origin, { delete: true });
	expectRelease(dir, red);
	expect(filesIn(disk)).toEqual(before);
});
