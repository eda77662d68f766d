/** So that a mirror can be trusted without its source: whatever is wrong with it is found, and mended. */
import {
	appendFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fix } from "../../scripts/mirror/fix.ts";
import { exitCodeOf, verify } from "../../scripts/mirror/verify.ts";
import { verificationText } from "../../scripts/mirror/verify-command.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, failureOf, mirrorTo, quietly } from "./mirroring.ts";
import { type PublishedRelease, release } from "./releases.ts";

const parent = temporaryFolder();
const server = await faultyServer();
let red: PublishedRelease;
let dir: string;

beforeAll(async () => {
	red = await release(parent, ["boom", "bang"]);
});

beforeEach(async () => {
	server.reset();
	server.serves = red.folder;
	dir = join(mkdtempSync(join(parent, "place-")), "mirror");
	await mirrorTo(dir, server.origin);
	server.reset();
});

/** What is found, and the code it ends with. */
async function found(media?: boolean): Promise<object> {
	const { signal } = new AbortController();
	const result = await verify(dir, { media, signal, tell: () => {} });
	const { missing, corrupt, extra } = result;
	return { code: exitCodeOf(result), missing, corrupt, extra };
}

const WHOLE = { code: 0, missing: [], corrupt: [], extra: [] };

function spoil(path: string): void {
	const bytes = readFileSync(join(dir, path));
	bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
	writeFileSync(join(dir, path), bytes);
}

test("a whole mirror is found whole, without a request", async () => {
	expect(await found()).toEqual(WHOLE);
	expect(server.requests).toEqual([]);
});

test("so is a published tree that no mirror made", async () => {
	dir = red.folder;
	expect(await found()).toEqual(WHOLE);
});

test("a single bit is found, in any file", async () => {
	for (const { path } of red.files) {
		const before = readFileSync(join(dir, path));
		spoil(path);
		expect(await found()).toEqual({ ...WHOLE, code: 5, corrupt: [path] });
		writeFileSync(join(dir, path), before);
	}
});

describe("the worst that is found decides the code:", () => {
	const deeds = {
		extra: () => writeFiles(dir, { ".hidden/extra.txt": "" }),
		missing: () => rmSync(join(dir, "index.html")),
		corrupt: () => appendFileSync(join(dir, "icon.svg"), " "),
	};
	const paths = { extra: ".hidden/extra.txt", missing: "index.html", corrupt: "icon.svg" };
	test.for<readonly [number, ...(keyof typeof deeds)[]]>([
		[3, "extra"],
		[4, "missing"],
		[4, "extra", "missing"],
		[5, "corrupt"],
		[5, "missing", "corrupt"],
		[5, "extra", "missing", "corrupt"],
	])("%s", async ([code, ...done]) => {
		for (const deed of done) deeds[deed]();
		const lists = Object.fromEntries(done.map((deed) => [deed, [paths[deed]]]));
		expect(await found()).toEqual({ ...WHOLE, ...lists, code });
	});
});

test("a mirror without media is whole, unless they are asked for", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	expect(await found()).toEqual(WHOLE);
	expect(await found(true)).toMatchObject({ code: 4 });
});

test("what cannot be read is found, and the rest as well", async () => {
	rmSync(join(dir, "media"), { recursive: true });
	symlinkSync("media", join(dir, "media"));
	rmSync(join(dir, "index.html"));
	const media = red.files.map(({ path }) => path).filter((path) => path.startsWith("media/"));
	expect(await found()).toEqual({
		code: 5,
		missing: ["index.html"],
		corrupt: media,
		extra: ["media"],
	});
});

test("what to do about a catalogue is to mirror it again", () => {
	const none = { missing: [], extra: [], build: undefined, files: 1, bytes: 1 };
	const text = verificationText("DIR", { ...none, kind: "catalogue", corrupt: ["a"] }, false);
	expect(text.split("\n")[0]).toBe(
		"DIR is not whole: the catalogue; mend it with npm run mirror, which brings it up to date",
	);
});

describe("what cannot be verified is said:", () => {
	async function said(): Promise<string> {
		return await failureOf(found());
	}

	test("no folder", async () => {
		dir = join(dir, "none");
		expect(await said()).toBe(`${dir}: is not there`);
	});

	test("no release, and no memory of one", async () => {
		rmSync(join(dir, "manifest.json"));
		rmSync(beside(dir), { recursive: true });
		expect(await said()).toMatch(
			/cannot be verified: there is no latest\.json with the manifest .*; put back the manifest\.json of the same build, or mirror into a new folder$/,
		);
	});
});

describe("mending", () => {
	/** Mends, and finds out again. */
	async function mended(deletes = false): Promise<object> {
		const { signal, tell, ...options } = quietly();
		const before = await verify(dir, { signal, tell });
		await fix(dir, server.origin, before, { ...options, signal, tell, delete: deletes });
		return await found();
	}

	test("fetches what is missing or corrupt and nothing else, and leaves what is extra", async () => {
		spoil("media/sounds/boom.mp3");
		rmSync(join(dir, "index.html"));
		writeFiles(dir, { CNAME: "mine.example" });
		expect(await mended()).toEqual({ ...WHOLE, code: 3, extra: ["CNAME"] });
		expect(server.paths.toSorted()).toEqual([
			"index.html",
			"latest.json",
			"manifest.json",
			"media/sounds/boom.mp3",
		]);
	});

	test.for(["latest.json", "manifest.json"])("mends %s", async (path) => {
		spoil(path);
		expect(await mended()).toEqual(WHOLE);
		expectRelease(dir, red);
	});

	test.for([
		["spoilt", 5, (file: string) => writeFileSync(file, "{")],
		["gone", 4, (file: string) => rmSync(file)],
	] as const)("mends a pointer that is %s though nothing lies beside", async ([, code, spoils]) => {
		rmSync(beside(dir), { recursive: true });
		spoils(join(dir, "latest.json"));
		expect(await found()).toMatchObject({ code });
		expect(await mended()).toEqual(WHOLE);
		expectRelease(dir, red);
	});

	test("a spoilt pointer does not make it another build", async () => {
		rmSync(beside(dir), { recursive: true });
		spoil("latest.json");
		server.serves = (await release(parent, ["gong"])).folder;
		expect(await failureOf(mended())).toContain(`holds build ${red.build.slice(0, 16)}, and`);
	});

	test("deletes what is extra when it is told to", async () => {
		writeFiles(dir, { CNAME: "mine.example" });
		expect(await mended(true)).toEqual(WHOLE);
		expectRelease(dir, red);
	});

	test("from a source that has another release by now changes nothing, and says what to do", async () => {
		const blue = await release(parent, ["gong"]);
		server.serves = blue.folder;
		spoil("index.html");
		const before = filesIn(dir);
		expect(await failureOf(mended())).toBe(
			`${dir}: holds build ${red.build.slice(0, 16)}, and ${server.origin} has ${blue.build.slice(0, 16)} by now; bring it up to date with: npm run mirror -- ${server.origin} ${dir}`,
		);
		expect(filesIn(dir)).toEqual(before);
	});

	test("is what the command does with --fix", async () => {
		spoil("index.html");
		const args = ["verify", dir, "--fix", server.origin];
		const { code, stdout, stderr } = await run("mirror", args, { cwd: parent });
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(/ is whole: build \w{16}, \d+ files, [\d.]+ KB\n$/);
		expectRelease(dir, red);
	});
});

test("as a command it lists everything, for people and for programs", async () => {
	spoil("icon.svg");
	rmSync(join(dir, "index.html"));
	const human = await run("mirror", ["verify", dir], { cwd: parent });
	expect(human).toEqual({
		code: 5,
		stdout: `${dir} is not whole: build ${red.build.slice(0, 16)}; mend it with --fix URL, where URL has the same build\n  missing    1\n    "index.html"\n  corrupt    1\n    "icon.svg"\n`,
		stderr: "",
	});
	const { code, stdout } = await run("mirror", ["verify", dir, "--json"], { cwd: parent });
	expect(code).toBe(5);
	expect(
		stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line)),
	).toEqual([
		{ event: "missing", path: "index.html" },
		{ event: "corrupt", path: "icon.svg" },
		expect.objectContaining({
			event: "verified",
			build: red.build,
			missing: 1,
			corrupt: 1,
			extra: 0,
		}),
	]);
});
