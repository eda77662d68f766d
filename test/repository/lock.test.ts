/** The lock file is complete on every platform, and the licences of published code are listed. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

interface LockedPackage {
	readonly integrity?: string;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
	readFileSync("package-lock.json", "utf8"),
);
const INSTALLED = Object.entries(packages).filter(([folder]) => folder !== "");

// npm sometimes drops optional packages when it writes the lock file.
test("package-lock.json has the optional packages of every platform", () => {
	const missing = INSTALLED.flatMap(([folder, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) =>
				packages[`node_modules/${name}`] === undefined &&
				packages[`${folder}/node_modules/${name}`] === undefined,
		),
	);
	expect(missing).toEqual([]);
});

test("package-lock.json has the hash of every package", () => {
	expect(INSTALLED.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

test.for<readonly [installed: string[], args: string[], said: string]>([
	[[], [], "ci --omit=dev"],
	[["run"], [], ""],
	[["run"], ["--dev"], "ci --include=dev"],
	[["run", "develop"], ["--dev"], ""],
])("with packages %j, setup.js %j runs npm %j", ([installed, args, said]) => {
	const locked = { run: { version: "1" }, develop: { version: "1", dev: true } };
	const lock = (names: readonly string[]): string =>
		JSON.stringify({
			packages: Object.fromEntries(Object.entries(locked).filter(([name]) => names.includes(name))),
		});
	const cwd = folderWith({
		"package-lock.json": lock(Object.keys(locked)),
		"node_modules/.package-lock.json": lock(installed),
		"bin/npm": '#!/bin/sh\necho "$1 $2"\n',
	});
	const npm = join(cwd, "bin/npm");
	chmodSync(npm, 0o755);
	const env = { PATH: `${dirname(npm)}:${process.env.PATH}` };
	const { status, stderr } = spawnSync(process.execPath, [resolve("scripts/setup.js"), ...args], {
		cwd,
		env,
		encoding: "utf8",
	});
	expect({ status, said: stderr.split("\n")[1] ?? "" }).toEqual({ status: 0, said });
});

test("LICENSES.md names the packages whose code is in published files", async () => {
	const { folder } = await publishRecords([]);
	const site = filesIn(folder).map(({ path }) => textOf(folder, path));
	const hosts = HOSTS.flatMap((host) => Object.values(host.files({ baseUrl: BASE, tree: "" })));
	const text = [...site, ...hosts.flat().map((file) => file.text)].join("");
	const published = [...text.matchAll(/^\/\*!\n(\S+) \d/gm)].map(([, name]) => `- ${name}\n`);
	const listed = readFileSync("LICENSES.md", "utf8").match(/^- .*\n/gm);
	expect([...new Set(published)].sort()).toEqual(listed);
});
