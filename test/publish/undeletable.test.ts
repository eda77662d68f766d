/** What cannot be deleted stays and is named, and the build succeeds, since the new tree does not need it gone. */
import { spawnSync } from "node:child_process";
import fs, { existsSync, readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Host } from "../../scripts/hosts/host.ts";
import { SERVER } from "../../scripts/hosts/server/host.ts";
import { build } from "../../scripts/publish/build-command.ts";
import { besideFolder } from "../../scripts/publish/host-files.ts";
import { MAX_FILES } from "../../scripts/publish/publish.ts";
import { recover } from "../../scripts/publish/recovery.ts";
import { clip, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { BASE } from "../fixtures/published.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";
import { place, tree } from "./places.ts";

/** The id of a process that has ended. */
const DEAD = spawnSync(process.execPath, ["--version"]).pid;
const OWN = process.pid;

const CLIPS = { "data/a.json": "[]", "data/b.ndjson": ndjson(clip()) };

const { renameSync, rmSync } = fs;

function denied(): never {
	throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
}

/** Root may delete everything, so a file named `held` stands for what others may not. */
function holdOn(): void {
	fs.rmSync = (path, options) => {
		if (existsSync(join(String(path), "held"))) denied();
		rmSync(path, options);
	};
	syncBuiltinESMExports();
}

function letGo(): void {
	Object.assign(fs, { renameSync, rmSync });
	syncBuiltinESMExports();
}

afterEach(() => {
	letGo();
	vi.restoreAllMocks();
});

/** Builds into `dist`. Returns the lines on standard error and standard output. */
async function buildIn(folder: string, hosts: readonly Host[] = [], json = false) {
	const said = vi.spyOn(console, "error").mockClear().mockReturnValue();
	const printed = vi.spyOn(console, "log").mockClear().mockReturnValue();
	await build({
		data: join(folder, "data"),
		out: join(folder, "dist"),
		baseUrl: BASE,
		mediaUrl: "https://cdn.test",
		media: "remote",
		maxFiles: MAX_FILES,
		hosts,
		json,
	});
	return { said: said.mock.calls.flat(), printed: printed.mock.calls.flat() };
}

function undeleted(folder: string, name: string): string {
	return `${join(folder, name)}: is left from a build and could not be deleted (EACCES: permission denied); delete it by hand`;
}

describe("an old tree that cannot be deleted", () => {
	const discarded = `.dist.discarded-${OWN}`;

	test("does not keep the new one, and the files for its hosts, from being published", async () => {
		const folder = place({ ...CLIPS, ...tree("dist"), "dist/held": "" });
		holdOn();
		const { said } = await buildIn(folder, [SERVER]);
		expect(said).toEqual([`warning: ${undeleted(folder, discarded)}`]);
		expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
		const beside = readdirSync(besideFolder(join(folder, "dist"), SERVER));
		expect(beside).toContain("server.cjs");
		expect(beside.filter((name) => name.endsWith(".new"))).toEqual([]);
	});

	test("is named by each build until it is gone, also by those with the same process id", async () => {
		const folder = place({ ...CLIPS, ...tree("dist"), "dist/held": "" });
		holdOn();
		await buildIn(folder);
		const { printed } = await buildIn(folder, [], true);
		expect(JSON.parse(printed.join())).toMatchObject({
			event: "done",
			warnings: [undeleted(folder, discarded)],
		});
		writeFiles(folder, { "dist/held": "" });
		expect((await buildIn(folder)).said).toHaveLength(2);
		expect(leftBeside(folder).sort()).toEqual([discarded, `${discarded}-2`]);
		letGo();
		expect((await buildIn(folder)).said).toEqual([]);
		expect(leftBeside(folder)).toEqual([]);
	});
});

describe("what a killed build left", () => {
	test.for([`staging-${DEAD}`, `staging-${OWN}`, `discarded-${DEAD}`, `discarded-${OWN}`])(
		"stays, and is named once, if it cannot be deleted: %s",
		async (name) => {
			const folder = place({ ...CLIPS, ...tree("dist"), [`.dist.${name}/held`]: "" });
			holdOn();
			const { said } = await buildIn(folder);
			expect(said).toEqual([`warning: ${undeleted(folder, `.dist.${name}`)}`]);
			expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
			expect(leftBeside(folder)).toEqual([`.dist.${name}`]);
		},
	);

	test("is never restored once its deletion has begun", async () => {
		const previous = `.dist.previous-${DEAD}`;
		const folder = place({ ...tree("dist"), ...tree(previous), [`${previous}/held`]: "" });
		holdOn();
		await recover(join(folder, "dist"));
		expect(leftBeside(folder)).toEqual([`.dist.discarded-${OWN}`]);
	});

	test("is an error if it is the tree, and cannot be restored", async () => {
		const folder = place({ ...CLIPS, ...tree(`.dist.previous-${DEAD}`) });
		fs.renameSync = denied;
		syncBuiltinESMExports();
		await expect(buildIn(folder)).rejects.toThrow(/^--out .*\/dist: cannot be used \(EACCES: /);
		expect(leftBeside(folder)).toEqual([`.dist.previous-${DEAD}`]);
	});
});
