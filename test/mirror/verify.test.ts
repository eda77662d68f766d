/** A mirror can be verified without its source, and everything wrong with it can be repaired. */
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
import { verificationText } from "../../scripts/mirror/reporter.ts";
import { exitCodeOf, repair, verify } from "../../scripts/mirror/verify.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { baseOptions, beside, expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
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

/** The findings, with the exit code. */
async function found(media?: boolean): Promise<object> {
	const { signal } = new AbortController();
	const result = await verify(dir, { media, signal, report: () => {} });
	const { missing, corrupt, extra } = result;
	return { code: exitCodeOf(result), missing, corrupt, extra };
}

const INTACT = { code: 0, missing: [], corrupt: [], extra: [] };

function corrupt(path: string): void {
	const bytes = readFileSync(join(dir, path));
	bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
	writeFileSync(join(dir, path), bytes);
}

test("an intact mirror is verified without a request", async () => {
	expect(await found()).toEqual(INTACT);
	expect(server.requests).toEqual([]);
});

test("a published tree that is not a mirror can be verified too", async () => {
	dir = red.folder;
	expect(await found()).toEqual(INTACT);
});

test("a single wrong bit is found in any file", async () => {
	for (const { path } of red.files) {
		const before = readFileSync(join(dir, path));
		corrupt(path);
		expect(await found()).toEqual({ ...INTACT, code: 5, corrupt: [path] });
		writeFileSync(join(dir, path), before);
	}
});

describe("the worst finding decides the exit code:", () => {
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
		expect(await found()).toEqual({ ...INTACT, ...lists, code });
	});
});

test("a mirror without media is intact, unless media are asked for", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	expect(await found()).toEqual(INTACT);
	expect(await found(true)).toMatchObject({ code: 4 });
});

test("an unreadable file is found, and the others are still checked", async () => {
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

test("a corrupt catalogue is repaired by mirroring it again", () => {
	const none = { missing: [], extra: [], build: undefined, files: 1, bytes: 1 };
	const text = verificationText("DIR", { ...none, kind: "catalogue", corrupt: ["a"] }, false);
	expect(text.split("\n")[0]).toBe(
		"DIR is not intact: the catalogue; repair it with npm run mirror, which updates it",
	);
});

describe("a folder that cannot be verified is reported:", () => {
	async function failure(): Promise<string> {
		return await failureOf(found());
	}

	test("no folder", async () => {
		dir = join(dir, "none");
		expect(await failure()).toBe(`${dir}: does not exist`);
	});

	test("no release, and no record of one", async () => {
		rmSync(join(dir, "manifest.json"));
		rmSync(beside(dir), { recursive: true });
		expect(await failure()).toMatch(
			/cannot be verified: there is no latest\.json with the manifest .*; put back the manifest\.json of the same build, or mirror into a new folder$/,
		);
	});
});

describe("repairing", () => {
	/** Repairs, and verifies again. */
	async function repaired(deletes = false): Promise<object> {
		const { signal, report, ...options } = baseOptions();
		const before = await verify(dir, { signal, report });
		await repair(dir, server.origin, before, { ...options, signal, report, delete: deletes });
		return await found();
	}

	test("fetches only missing and corrupt files, and leaves extra ones", async () => {
		corrupt("media/sounds/boom.mp3");
		rmSync(join(dir, "index.html"));
		writeFiles(dir, { CNAME: "mine.example" });
		expect(await repaired()).toEqual({ ...INTACT, code: 3, extra: ["CNAME"] });
		expect(server.paths.toSorted()).toEqual([
			"index.html",
			"latest.json",
			"manifest.json",
			"media/sounds/boom.mp3",
		]);
	});

	test.for(["latest.json", "manifest.json"])("restores %s", async (path) => {
		corrupt(path);
		expect(await repaired()).toEqual(INTACT);
		expectRelease(dir, red);
	});

	test.for([
		["corrupt", 5, (file: string) => writeFileSync(file, "{")],
		["gone", 4, (file: string) => rmSync(file)],
	] as const)(
		"restores a pointer that is %s even without a workspace",
		async ([, code, damage]) => {
			rmSync(beside(dir), { recursive: true });
			damage(join(dir, "latest.json"));
			expect(await found()).toMatchObject({ code });
			expect(await repaired()).toEqual(INTACT);
			expectRelease(dir, red);
		},
	);

	test("recognizes its build despite a corrupt pointer", async () => {
		rmSync(beside(dir), { recursive: true });
		corrupt("latest.json");
		server.serves = (await release(parent, ["gong"])).folder;
		expect(await failureOf(repaired())).toContain(`contains build ${red.build.slice(0, 16)}, but`);
	});

	test("deletes extra files with --delete", async () => {
		writeFiles(dir, { CNAME: "mine.example" });
		expect(await repaired(true)).toEqual(INTACT);
		expectRelease(dir, red);
	});

	test("from a source with another release fails, changes nothing, and says what to do", async () => {
		const blue = await release(parent, ["gong"]);
		server.serves = blue.folder;
		corrupt("index.html");
		const before = filesIn(dir);
		expect(await failureOf(repaired())).toBe(
			`${dir}: contains build ${red.build.slice(0, 16)}, but ${server.origin} now has ${blue.build.slice(0, 16)}; update it with: npm run mirror -- ${server.origin} ${dir}`,
		);
		expect(filesIn(dir)).toEqual(before);
	});

	test("is what verify --fix does", async () => {
		corrupt("index.html");
		const args = ["verify", dir, "--fix", server.origin];
		const { code, stdout, stderr } = await run("mirror", args, { cwd: parent });
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(/ is intact: build \w{16}, \d+ files, [\d.]+ KB\n$/);
		expectRelease(dir, red);
	});
});

test("the verify command lists all findings, for people and as JSON", async () => {
	corrupt("icon.svg");
	rmSync(join(dir, "index.html"));
	const human = await run("mirror", ["verify", dir], { cwd: parent });
	expect(human).toEqual({
		code: 5,
		stdout: `${dir} is not intact: build ${red.build.slice(0, 16)}; repair it with --fix URL, where URL has the same build\n  missing    1\n    "index.html"\n  corrupt    1\n    "icon.svg"\n`,
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
