/** A mirror can be verified without its source, and everything wrong with it can be repaired. */
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { verificationText } from "../../scripts/mirror/reporter.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { run } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, corrupt, failureOf, findings, INTACT, mirrorTo } from "./mirror-run.ts";
import { manifestOf, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
let dir: string;

const red = await release(["boom", "bang"]);

beforeEach(async () => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
	await mirrorTo(dir, server.origin);
	server.reset();
});

test("an intact mirror is verified without a request", async () => {
	expect(await findings(dir)).toEqual(INTACT);
	expect(server.requests).toEqual([]);
});

test("a published tree that is not a mirror can be verified too", async () => {
	dir = red.folder;
	expect(await findings(dir)).toEqual(INTACT);
});

test("a single wrong bit is found in any file", async () => {
	for (const { path } of red.files) {
		const before = readFileSync(join(dir, path));
		corrupt(dir, path);
		expect(await findings(dir)).toEqual({ ...INTACT, code: 5, corrupt: [path] });
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
		expect(await findings(dir)).toEqual({ ...INTACT, ...lists, code });
	});
});

test("a mirror without media is intact, unless media are asked for", async () => {
	await mirrorTo(dir, server.origin, { media: false });
	expect(await findings(dir)).toEqual(INTACT);
	expect(await findings(dir, true)).toMatchObject({ code: 4 });
});

test("an unreadable file is found, and the others are still checked", async () => {
	rmSync(join(dir, "media"), { recursive: true });
	symlinkSync("media", join(dir, "media"));
	rmSync(join(dir, "index.html"));
	const media = red.files.map(({ path }) => path).filter((path) => path.startsWith("media/"));
	expect(await findings(dir)).toEqual({
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
		return await failureOf(findings(dir));
	}

	test("no folder", async () => {
		dir = join(dir, "none");
		expect(await failure()).toBe(`${dir}: does not exist`);
	});

	test("no release, and no record of one", async () => {
		rmSync(join(dir, manifestOf(red)));
		rmSync(beside(dir), { recursive: true });
		expect(await failure()).toBe(
			`${dir}: cannot be verified: there is no latest.json with the files that it leads to, and no record of a mirror; mirror into a new folder`,
		);
	});
});

test("the verify command lists all findings, for people and as JSON", async () => {
	corrupt(dir, "icon.svg");
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
