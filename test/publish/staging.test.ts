/** A build never replaces anything that no build wrote, and keeps the old tree if it fails. */

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
import { POINTER } from "../../scripts/openapi/schemas.ts";
import { MAX_FILES, publish } from "../../scripts/publish/publish.ts";
import { OutputError, openStaging } from "../../scripts/publish/staging.ts";
import { pointerJson } from "../../scripts/tree/pointer.ts";
import { type Files, writeFiles } from "../fixtures/data-folder.ts";
import { contentOf, named, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, leftBeside } from "../fixtures/tree-files.ts";

// Messages contain real paths, and the temporary folder may be a link.
const parent = realpathSync(temporaryFolder());

/** A folder with `data` and the given files. */
function place(files: Files = {}): string {
	const folder = mkdtempSync(join(parent, "place-"));
	writeFiles(folder, { "data/a.json": "[]", ...files });
	return folder;
}

/** A valid pointer, which makes a folder a published tree. */
const { build: _, ...EXAMPLE } = POINTER;
const WHOLE = await pointerJson(EXAMPLE);

function tree(folder: string): Files {
	return { [`${folder}/latest.json`]: WHOLE };
}

/** Publishes clips with these names into `dist`. */
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
			"a folder with other files",
			"dist",
			{ "dist/thesis.txt": "years of work" },
			"is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder",
		],
		[
			"a release folder of another tool",
			"dist",
			{ "dist/latest.json": '{"version":"1.2.3"}' },
			"is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder",
		],
		[
			"a file",
			"dist",
			{ dist: "a file" },
			"is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder",
		],
		[
			"the data folder",
			"data",
			{},
			"is inside the data folder HERE/data, where the next build would read it as data; choose a folder elsewhere",
		],
		[
			"a folder inside the data folder",
			"data/dist",
			{},
			"is inside the data folder HERE/data, where the next build would read it as data; choose a folder elsewhere",
		],
		[
			"a folder that contains the data folder, even if it is a published tree",
			".",
			tree("."),
			"contains HERE/data, which the build must not replace; choose a folder of its own",
		],
		[
			"a tree whose pointer is damaged",
			"dist",
			{ "dist/latest.json": WHOLE.replace('"count":1', '"count":2') },
			"is not a published tree (it has no valid latest.json), and the build would replace all of it; choose a new or empty folder",
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

	test.for([".", ".."])("a folder that contains the current one: %s", async (out) => {
		await expect(openStaging(out, join(parent, "no-data"))).rejects.toThrow(
			/^--out .*: contains .*, which the build must not replace; choose a folder of its own$/,
		);
	});

	test("the data folder under another name", async () => {
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

describe("what a killed build leaves", () => {
	test("is cleaned up by the next: staging is deleted, and a tree that was moved aside is restored", async () => {
		const folder = place({ [`.dist.staging-${DEAD}/half.json`]: "{" });
		await publishInto(folder, ["Boom"]);
		renameSync(join(folder, "dist"), join(folder, `.dist.previous-${DEAD}`));
		mkdirSync(join(folder, `.dist.staging-${DEAD}`));

		const staging = await openStaging(join(folder, "dist"), join(folder, "data"));
		expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
		staging.discard();
		expect(leftBeside(folder)).toEqual([]);
	});

	test("is deleted if the new tree is already in place", async () => {
		const folder = place({ ...tree(`.dist.previous-${DEAD}`) });
		await publishInto(folder, ["Boom"]);
		expect(leftBeside(folder)).toEqual([]);
		expect(existsSync(join(folder, "dist/latest.json"))).toBe(true);
	});

	test("is kept while that build still runs, and so is anything that no build made", async () => {
		const running = `.dist.staging-${process.ppid}`;
		const others = [running, ".dist.staging-", ".dist.notes-1", ".dist2.staging-1"];
		const folder = place(Object.fromEntries(others.map((name) => [`${name}/a`, ""])));
		await publishInto(folder, ["Boom"]);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual(others.sort());
	});
});
