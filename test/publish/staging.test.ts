/**
 * A build that fails keeps the old tree, and every build keeps files that others wrote. Tests of what a build
 * rejects are in test/authoring/transcripts.txt.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { writeBeside } from "../../scripts/publish/host-files.ts";
import { replaceTree } from "../../scripts/publish/staging.ts";
import { clip, type Files, folderWith, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { POINTER_TEXT } from "../fixtures/pointer.ts";
import { type DataToPublish, publishData, temporaryFolder } from "../fixtures/published.ts";
import { BUILD_MARK, expectWhole, filesIn, leftBeside, textOf } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();

/** A folder with `data` and the given files. */
function place(files: Files = {}): string {
	return folderWith({ "data/a.json": "[]", ...files });
}

function tree(folder: string): Files {
	return { [`${folder}/latest.json`]: POINTER_TEXT };
}

/** Publishes clips with these names into `dist`. */
function publishInto(folder: string, names: string[], how: DataToPublish = {}) {
	const clips = names.map((name, i) => clip({ name, slug: `clip-${i}` }));
	writeFiles(folder, { "data/a.json": JSON.stringify(clips), "data/media/sounds/boom.mp3": MP3 });
	return publishData(join(folder, "data"), join(folder, "dist"), how);
}

test.for<readonly [string, Files]>([
	["new", {}],
	["empty", {}],
	["a tree", { ...tree("dist"), "dist/.DS_Store": "" }],
])("a build publishes into a folder that is %s", async ([kind, files]) => {
	const folder = place(files);
	if (kind === "empty") mkdirSync(join(folder, "dist"));
	await publishInto(folder, ["Boom"]);
	expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
	expect(leftBeside(folder)).toEqual([]);
});

test("files that a host's own tool wrote into the tree, such as the link to its project, are kept in the next tree", async () => {
	const folder = place();
	await publishInto(folder, ["Boom"]);
	const written = {
		"dist/.vercel/project.json": '{"projectId":"p"}',
		"dist/.gitignore": ".vercel\n",
	};
	writeFiles(folder, written);
	await publishInto(folder, ["Bang"]);
	for (const [path, text] of Object.entries(written)) expect(textOf(folder, path)).toBe(text);
	expect(leftBeside(folder)).toEqual([]);
});

test("a link to a tree stays a link, and its target is replaced", async () => {
	const folder = place(tree("real"));
	symlinkSync("real", join(folder, "dist"));
	await publishInto(folder, ["Boom"]);
	expect(readlinkSync(join(folder, "dist"))).toBe("real");
	expect((await expectWhole(join(folder, "real"))).count).toBe(1);
	expect(readdirSync(folder).sort()).toEqual(["data", "dist", "real"]);
});

test.for<readonly [string, (fresh: string) => void, RegExp]>([
	[
		"fails",
		(fresh) => {
			writeFiles(fresh, { "index.html": "" });
			throw new Error("full");
		},
		/^full$/,
	],
	["cannot be put into its place", () => {}, /^--out .*dist: cannot be used \(ENOENT: /],
	[
		"has lost its staging folder meanwhile",
		(fresh) => {
			rmSync(dirname(fresh), { recursive: true });
			writeFiles(fresh, { "latest.json": "half" });
		},
		/dist: another build has deleted the files of this build, which had not finished within a day; build again$/,
	],
])("a build that %s leaves the old tree unchanged, and nothing beside it", async (row) => {
	const [, write, message] = row;
	const folder = place(tree("dist"));
	const before = filesIn(folder);
	const writing = async (fresh: string): Promise<void> => write(fresh);
	await expect(replaceTree(join(folder, "dist"), join(folder, "data"), writing)).rejects.toThrow(
		message,
	);
	expect(filesIn(folder)).toEqual(before);
	expect(leftBeside(folder)).toEqual([]);
});

test("files for hosts count as the build's, whatever host the next build is for", async () => {
	const folder = place();
	for (const host of HOSTS) await publishInto(folder, ["Boom"], { hosts: [host] });
	await publishInto(folder, ["Boom"]);
	await expectWhole(join(folder, "dist"));
});

describe("files beside the tree", () => {
	const hostFiles = (text: string) => [
		{ path: "server.cjs", text },
		{ path: "unit", text },
	];

	test("are replaced, except those that no build wrote or that were changed since", () => {
		const folder = folderWith({ unit: "the owner's" });
		const build = (text: string) => writeBeside([{ folder, files: hostFiles(text) }]);
		const kept = [join(folder, "unit")];
		expect(build("first").map(({ place }) => place.file)).toEqual(kept);
		expect(build("second").map(({ place }) => place.file)).toEqual(kept);
		expect([textOf(folder, "server.cjs"), textOf(folder, "unit")]).toEqual([
			"second",
			"the owner's",
		]);
		writeFiles(folder, { unit: "third", "server.cjs": "changed" });
		expect(build("third").map(({ place }) => place.file)).toEqual([join(folder, "server.cjs")]);
		expect(build("fourth").map(({ place }) => place.file)).toEqual([join(folder, "server.cjs")]);
		expect([textOf(folder, "server.cjs"), textOf(folder, "unit")]).toEqual(["changed", "fourth"]);
	});

	test("are written all or none: the old files stay if one cannot be written", () => {
		const folder = temporaryFolder();
		writeBeside([{ folder, files: hostFiles("old") }]);
		const files = [...hostFiles("new"), { path: "unit/more", text: "new" }];
		expect(() => writeBeside([{ folder, files }])).toThrow(/unit/);
		expect(textOf(folder, "server.cjs")).toBe("old");
		expect(readdirSync(folder).sort()).toEqual([".hosts.json", "server.cjs", "unit"]);
	});
});

describe("a folder beside the tree that is named like one from a killed build", () => {
	const LEFT = ".dist.staging-abcdef";

	/** The paths beside the tree after a build, if nothing had touched the folder for this many days. */
	async function afterBuild(files: Files, days: number): Promise<string[]> {
		const folder = place({ "dist/latest.json": POINTER_TEXT, ...files });
		const then = Date.now() / 1000 - days * 86_400;
		utimesSync(join(folder, LEFT), then, then);
		await publishInto(folder, ["Boom"]);
		expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
		return filesIn(folder)
			.map(({ path }) => path)
			.filter((path) => path.startsWith("."));
	}

	const whole = { [`${LEFT}/of.json`]: BUILD_MARK, [`${LEFT}/new/a`]: "" };

	test("is deleted if it has the mark of a build, and is more than a day old", async () => {
		expect(await afterBuild(whole, 2)).toEqual([]);
		expect(await afterBuild(whole, 0)).toEqual(Object.keys(whole).sort());
	});

	test.for<readonly [string, Files]>([
		["no mark", { "new/a": "", "old/a": "" }],
		["that of another tree", { "of.json": BUILD_MARK.replace('"dist"', '"site"'), "new/a": "" }],
		["that of another tool", { "of.json": '{"of":"dist"}', "old/a": "" }],
		["a damaged mark", { "of.json": "{", "old/a": "" }],
	])("stays as it is if it has %s", async ([, files]) => {
		const there = Object.entries(files).map(([path, text]) => [`${LEFT}/${path}`, text]);
		const paths = there.map(([path]) => path).sort();
		expect(await afterBuild(Object.fromEntries(there), 2)).toEqual(paths);
	});

	test.for([false, true])(
		"gives back the tree that was moved aside, even if an empty folder has taken its place: %s",
		async (isThere) => {
			const moved = { [`${LEFT}/of.json`]: BUILD_MARK, [`${LEFT}/old/latest.json`]: POINTER_TEXT };
			const folder = place(moved);
			const dist = join(folder, "dist");
			if (isThere) mkdirSync(dist);
			const failing = (): Promise<void> => Promise.reject(new Error("full"));
			await expect(replaceTree(dist, join(folder, "data"), failing)).rejects.toThrow("full");
			expect(filesIn(dist).map(({ path }) => path)).toEqual(["latest.json"]);
		},
	);
});

describe("on a full or mounted disk (only root can mount one),", () => {
	const disk = join(parent, "disk");
	mkdirSync(disk);
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "none", disk]).status === 0;
	afterAll(() => spawnSync("umount", ["--lazy", disk]));
	const mayMount = mounted || process.env.REQUIRE_HOSTS !== undefined;

	test.runIf(mayMount)("a mount point is refused, and unchanged", async () => {
		for (const files of [{}, { "latest.json": POINTER_TEXT }]) {
			writeFiles(disk, files);
			const writing = async (folder: string): Promise<void> => mkdirSync(folder);
			await expect(replaceTree(disk, join(parent, "no-data"), writing)).rejects.toThrow(
				`--out ${disk}: cannot be replaced as a whole, because it is a mount point or part of a container's image (EBUSY); choose a folder inside it`,
			);
			expect(readdirSync(disk)).toEqual(Object.keys(files));
			expect(readdirSync(parent).filter((name) => name.startsWith("."))).toEqual([]);
		}
	});

	test.runIf(mayMount)(
		"a build that fills it names the file, and leaves the old tree",
		async () => {
			const sound = (length: number) => Buffer.concat([MP3, Buffer.alloc(length)]);
			const data = folderWith({
				"a.json": JSON.stringify([clip({ sound: "large.mp3" })]),
				"media/sounds/large.mp3": sound(0),
			});
			await publishData(data, join(disk, "dist"));
			const before = filesIn(disk);
			writeFiles(data, { "media/sounds/large.mp3": sound(4_000_000) });
			await expect(publishData(data, join(disk, "dist"))).rejects.toThrow(
				/^\/.*\/media\/sounds\/large\.mp3: ENOSPC: .*; free up space there \(df -h .*\), or choose another --out/,
			);
			expect(filesIn(disk)).toEqual(before);
		},
	);
});
