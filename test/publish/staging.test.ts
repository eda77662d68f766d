/** So that a build never replaces what no build wrote, and leaves the old tree whole when it fails. */

import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readlinkSync,
	realpathSync,
	renameSync,
	symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MediaFile } from "../../scripts/catalogue/media.ts";
import { POINTER } from "../../scripts/openapi/examples.ts";
import { MAX_FILES, publish } from "../../scripts/publish/publish.ts";
import { OutputError, openStaging } from "../../scripts/publish/staging.ts";
import { pointerJson } from "../../scripts/tree/pointer.ts";
import { type Files, writeFiles } from "../fixtures/data-folder.ts";
import { contentOf, named, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, leftBeside } from "../fixtures/tree-files.ts";

// Messages name real paths, and the folder for temporary files may be a link.
const parent = realpathSync(temporaryFolder());

/** A folder with `data` and, beside it, whatever is given. */
function place(files: Files = {}): string {
	const folder = mkdtempSync(join(parent, "place-"));
	writeFiles(folder, { "data/a.json": "[]", ...files });
	return folder;
}

/** A pointer that is whole, which tells a published tree from other folders. */
const { build: _, ...EXAMPLE } = POINTER;
const WHOLE = await pointerJson(EXAMPLE);

function tree(folder: string): Files {
	return { [`${folder}/latest.json`]: WHOLE };
}

/** Publishes clips with these names into `dist` there. */
async function publishInto(folder: string, names: string[], mediaFiles: MediaFile[] = []) {
	return publish(contentOf(named(names)), {
		out: join(folder, "dist"),
		dataDir: join(folder, "data"),
		media: "local",
		mediaFiles,
		maxFiles: MAX_FILES,
	});
}

/** The id of a process that has ended. */
const DEAD = spawnSync(process.execPath, ["--version"]).pid;

describe("a build refuses to publish into", () => {
	test.for<readonly [string, string, Files, string]>([
		[
			"a folder with files of others",
			"dist",
			{ "dist/thesis.txt": "years of work" },
			"is not a published tree (no whole latest.json), and the build would replace all of it; name a new or empty folder",
		],
		[
			"a release folder of another tool",
			"dist",
			{ "dist/latest.json": '{"version":"1.2.3"}' },
			"is not a published tree (no whole latest.json), and the build would replace all of it; name a new or empty folder",
		],
		[
			"a file",
			"dist",
			{ dist: "a file" },
			"is not a published tree (no whole latest.json), and the build would replace all of it; name a new or empty folder",
		],
		[
			"the data folder",
			"data",
			{},
			"lies inside the data folder HERE/data, where the next build would read it as data; name a folder elsewhere",
		],
		[
			"a folder in the data folder",
			"data/dist",
			{},
			"lies inside the data folder HERE/data, where the next build would read it as data; name a folder elsewhere",
		],
		[
			"a folder that holds the data folder, even if it is a tree",
			".",
			tree("."),
			"holds HERE/data, which the build must not replace; name a folder of its own",
		],
		[
			"a tree whose pointer is damaged",
			"dist",
			{ "dist/latest.json": WHOLE.replace('"count":1', '"count":2') },
			"is not a published tree (no whole latest.json), and the build would replace all of it; name a new or empty folder",
		],
	])("%s", async ([, out, files, message]) => {
		const folder = place(files);
		const before = filesIn(folder);
		await expect(openStaging(join(folder, out), join(folder, "data"))).rejects.toThrow(
			new OutputError(`--out ${join(folder, out)}: ${message.replace("HERE", folder)}`),
		);
		expect(filesIn(folder)).toEqual(before);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	test.for([".", ".."])("a folder that holds the one it runs in: %s", async (out) => {
		await expect(openStaging(out, join(parent, "no-data"))).rejects.toThrow(
			/^--out .*: holds .*, which the build must not replace; name a folder of its own$/,
		);
	});

	test("the data folder by another name", async () => {
		const folder = place();
		symlinkSync(join(folder, "data"), join(folder, "dist"));
		await expect(openStaging(join(folder, "dist"), join(folder, "data"))).rejects.toThrow(
			OutputError,
		);
	});
});

test.for<readonly [string, Files]>([
	["new", {}],
	["empty", {}],
	["a tree", { ...tree("dist"), "dist/old.html": "" }],
])("a folder that is %s is published into", async ([kind, files]) => {
	const folder = place(files);
	if (kind === "empty") mkdirSync(join(folder, "dist"));
	await publishInto(folder, ["Boom"]);
	expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
	expect(leftBeside(folder)).toEqual([]);
});

test("a link to a tree stays a link, and what it leads to is replaced", async () => {
	const folder = place(tree("real"));
	symlinkSync("real", join(folder, "dist"));
	await publishInto(folder, ["Boom"]);
	expect(readlinkSync(join(folder, "dist"))).toBe("real");
	expect((await expectWhole(join(folder, "real"))).count).toBe(1);
	expect(readdirSync(folder).sort()).toEqual(["data", "dist", "real"]);
});

test("a build that fails leaves the old tree as it was, and nothing beside it", async () => {
	const folder = place();
	await publishInto(folder, ["Boom"]);
	const before = filesIn(folder);
	const gone = { path: "sounds/gone.mp3", source: join(folder, "gone.mp3"), bytes: 1 };
	await expect(publishInto(folder, ["Bang"], [gone])).rejects.toThrow(/ENOENT.*gone\.mp3/);
	expect(filesIn(folder)).toEqual(before);
	expect(leftBeside(folder)).toEqual([]);
});

describe("what a killed build left", () => {
	test("is put right by the next: its staging goes, the tree it moved aside comes back", async () => {
		const folder = place({ [`.dist.staging-${DEAD}/half.json`]: "{" });
		await publishInto(folder, ["Boom"]);
		renameSync(join(folder, "dist"), join(folder, `.dist.previous-${DEAD}`));
		mkdirSync(join(folder, `.dist.staging-${DEAD}`));

		const staging = await openStaging(join(folder, "dist"), join(folder, "data"));
		expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
		staging.discard();
		expect(leftBeside(folder)).toEqual([]);
	});

	test("is deleted when the new tree is already in place", async () => {
		const folder = place({ ...tree(`.dist.previous-${DEAD}`) });
		await publishInto(folder, ["Boom"]);
		expect(leftBeside(folder)).toEqual([]);
		expect(existsSync(join(folder, "dist/latest.json"))).toBe(true);
	});

	test("is left alone while its build still runs, and so is what no build made", async () => {
		const running = `.dist.staging-${process.ppid}`;
		const others = [running, ".dist.staging-", ".dist.notes-1", ".dist2.staging-1"];
		const folder = place(Object.fromEntries(others.map((name) => [`${name}/a`, ""])));
		await publishInto(folder, ["Boom"]);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual(others.sort());
	});
});
