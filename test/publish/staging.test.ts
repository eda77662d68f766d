/** A build never replaces anything that no build wrote, and keeps the old tree if it fails. */

import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { OutputError, openStaging } from "../../scripts/publish/staging.ts";
import { type Files, writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, leftBeside } from "../fixtures/tree-files.ts";
import { place, publishInto, tree, WHOLE } from "./places.ts";

const parent = temporaryFolder();

const FOREIGN =
	"is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder";
const INSIDE =
	"is inside the data folder HERE/data, where the next build would read it as data; choose a folder elsewhere";
const AROUND = "contains HERE/data, which the build must not replace; choose a folder of its own";
const DAMAGED = WHOLE.replace('"count":1', '"count":2');

describe("a build refuses to publish into", () => {
	test.for<readonly [string, string, Files, string]>([
		["a folder with other files", "dist", { "dist/thesis.txt": "years of work" }, FOREIGN],
		["a release of another tool", "dist", { "dist/latest.json": '{"version":"1"}' }, FOREIGN],
		["a tree whose pointer is damaged", "dist", { "dist/latest.json": DAMAGED }, FOREIGN],
		["a file", "dist", { dist: "a file" }, FOREIGN],
		["the data folder", "data", {}, INSIDE],
		["a folder inside the data folder", "data/dist", {}, INSIDE],
		["a folder that contains the data folder, even if it is a tree", ".", tree("."), AROUND],
	])("%s", async ([, out, files, message]) => {
		const folder = place(files);
		const before = filesIn(folder);
		await expect(openStaging(join(folder, out), join(folder, "data"))).rejects.toThrow(
			new OutputError(`--out ${join(folder, out)}: ${message.replace("HERE", folder)}`),
		);
		expect(filesIn(folder)).toEqual(before);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	test.for([".", ".."])("a folder that contains the current one: %s", async (out) => {
		await expect(openStaging(out, join(parent, "no-data"))).rejects.toThrow(
			/^--out .*: contains .*, which the build must not replace; choose a folder of its own$/,
		);
	});

	test.for([
		["the data folder under another name", "data", "link", "is inside the data folder"],
		["a new folder in a link to the data folder", "data", "link/a/b", "is inside the data folder"],
		["a link to nothing", "gone", "link", "is a link to HERE/gone, where there is nothing; create"],
		["a new folder in a link to nothing", "gone", "link/a/b", "link is a link to HERE/gone, where"],
		["a link to a new folder in the data", "data/new", "link", "is inside the data folder"],
	] as const)("%s", async ([, target, out, message]) => {
		const folder = place();
		symlinkSync(target, join(folder, "link"));
		await expect(openStaging(join(folder, out), join(folder, "data"))).rejects.toThrow(
			message.replace("HERE", folder),
		);
		expect(readdirSync(folder).sort()).toEqual(["data", "link"]);
	});

	test.for([
		["a link that leads to itself", "loop/a", "ELOOP"],
		["a folder below a file", "data/a.json/dist", "ENOTDIR"],
		["a folder far below a file", "data/a.json/a/b", "ENOTDIR"],
	] as const)("%s", async ([, out, code]) => {
		const folder = place();
		symlinkSync("loop", join(folder, "loop"));
		await expect(openStaging(join(folder, out), join(folder, "none"))).rejects.toThrow(
			new RegExp(`^--out .*/${out}: cannot be used \\(${code}: .*; choose another folder$`),
		);
	});

	test.runIf(existsSync("/proc/self"))("a folder where none can be created", async () => {
		await expect(openStaging("/proc/none/dist", join(parent, "no-data"))).rejects.toThrow(
			/^--out \/proc\/none\/dist: cannot be used \(ENOENT: .*'\/proc\/none'\); choose another/,
		);
	});
});

test.for<readonly [string, Files]>([
	["new", {}],
	["empty", {}],
	["a tree", { ...tree("dist"), "dist/old.html": "" }],
])("a build publishes into a folder that is %s", async ([kind, files]) => {
	const folder = place(files);
	if (kind === "empty") mkdirSync(join(folder, "dist"));
	await publishInto(folder, ["Boom"]);
	expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
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

test("a failed build leaves the old tree unchanged, and nothing beside it", async () => {
	const folder = place();
	await publishInto(folder, ["Boom"]);
	const before = filesIn(folder);
	const gone = { path: "sounds/gone.mp3", source: join(folder, "gone.mp3"), bytes: 1 };
	await expect(publishInto(folder, ["Bang"], [gone])).rejects.toThrow(/ENOENT.*gone\.mp3/);
	expect(filesIn(folder)).toEqual(before);
	expect(leftBeside(folder)).toEqual([]);
});

/** Mounts an empty disk of four megabytes. Only root can. */
function mount(folder: string, options = "size=4m"): boolean {
	mkdirSync(folder, { recursive: true });
	return spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", folder]).status === 0;
}

describe("on a disk of its own (which only root can mount),", () => {
	const disk = join(parent, "disk");
	const mounted = mount(disk);
	afterAll(() => spawnSync("umount", ["--lazy", disk, fewFiles]));
	const fewFiles = join(parent, "few-files");
	mount(fewFiles, "size=40m,nr_inodes=100");
	const mayMount = mounted || process.env.REQUIRE_HOSTS !== undefined;

	test.runIf(mayMount)("a mount point is refused before the work, and unchanged", async () => {
		for (const files of [{}, { "latest.json": WHOLE }]) {
			writeFiles(disk, files);
			await expect(openStaging(disk, join(parent, "no-data"))).rejects.toThrow(
				`--out ${disk}: cannot be replaced as a whole, because it is a mount point; choose a folder inside it`,
			);
			expect(readdirSync(disk)).toEqual(Object.keys(files));
			expect(leftBeside(parent)).toEqual([]);
		}
	});

	test.runIf(mayMount)("a build that takes all its inodes says so", async () => {
		writeFiles(fewFiles, { "data/a.json": "[]" });
		const names = Array.from({ length: 50 }, (_, i) => `Boom ${i}`);
		await expect(publishInto(fewFiles, names)).rejects.toThrow(
			/^\/.*: ENOSPC: there is no room for another file, or no inode left \(df -i .*; make room there, or choose another --out/,
		);
		expect(leftBeside(fewFiles)).toEqual([]);
	});

	test.runIf(mayMount)("a build that fills it names the file, and keeps the old tree", async () => {
		writeFiles(disk, { "data/a.json": "[]" });
		await publishInto(disk, ["Boom"]);
		const before = filesIn(disk);
		const source = join(parent, "large.mp3");
		writeFileSync(source, Buffer.alloc(4_000_000));
		const large = { path: "sounds/large.mp3", source, bytes: 4_000_000 };
		await expect(publishInto(disk, ["Bang"], [large])).rejects.toThrow(
			/^\/.*\/media\/sounds\/large\.mp3: ENOSPC: .*; make room there, or choose another --out/,
		);
		expect(filesIn(disk)).toEqual(before);
	});
});
