/** The protocol's sample client copies a release, and refuses a faulty one. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { ForeignRelease } from "./foreign-release.ts";
import { copied, mirrorTo } from "./mirror-run.ts";
import paths from "./paths.json" with { type: "json" };
import { newPlace, release } from "./releases.ts";

const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
const [, source = ""] = /^```python\n(.*?)^```$/ms.exec(protocol) ?? [];
const CLIENT = join(newPlace(), "client.py");
writeFileSync(CLIENT, source);
const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
const foreign = new ForeignRelease(server, red);
let dir: string;

beforeEach(() => {
	server.reset(red.folder);
	dir = join(newPlace(), "copy");
});

/** Runs the client. Returns its error message; undefined if it succeeds. */
async function refusal(): Promise<string | undefined> {
	const client = spawn("python3", [CLIENT, server.origin, dir], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const said = text(client.stderr);
	const code = await new Promise((done) => client.once("close", done));
	return code === 0 ? undefined : await said;
}

test("the client has at most sixty lines of code", () => {
	const lines = source.split("\n").filter((line) => line.trim() !== "");
	expect(lines.length).toBeGreaterThan(10);
	expect(lines.length).toBeLessThanOrEqual(60);
});

test("the client copies a release byte for byte, compressed on the way or not, and a mirror of it", async () => {
	for (const { path } of red.files)
		if (path.length % 2 === 0) server.always(path, "gzip on the way");
	expect(await refusal()).toBeUndefined();
	expect(filesIn(dir)).toEqual(copied(red));
	const mirror = join(newPlace(), "mirror");
	await mirrorTo(mirror, server.origin);
	server.reset(mirror);
	dir = join(newPlace(), "copy");
	expect(await refusal()).toBeUndefined();
	expect(filesIn(dir)).toEqual(copied(red));
});

test("the client, and a mirror, copy the shard of the newest clips", async () => {
	const shard = '{\n"boom":[1,1,0]\n}\n';
	const name = foreign.store("v1/instants/recent", shard);
	await foreign.repoint({ recent: name });
	expect(await refusal()).toBeUndefined();
	expect(textOf(dir, `v1/instants/recent/${name}.json`)).toBe(shard);
	const mirror = join(newPlace(), "mirror");
	await mirrorTo(mirror, server.origin);
	expect(textOf(mirror, `v1/instants/recent/${name}.json`)).toBe(shard);
});

const OTHER = "latest.json: is not a pointer of version 1";
const pointer = textOf(red.folder, "latest.json");

test.for<readonly [string, string, string, string]>([
	["another page", "index.html", "x", "index.html: is not what it must be"],
	["another count", "latest.json", pointer.replace('"count":2', '"count":3'), OTHER],
	["another version", "latest.json", pointer.replace('"version":1', '"version":2'), OTHER],
	["no pointer", "latest.json", "[]", "an object is expected in each JSON file"],
])("the client refuses %s", async ([, path, body, said]) => {
	server.always(path, { body });
	expect(await refusal()).toBe(`${said}\n`);
	expect(existsSync(dir)).toBe(false);
});

test("the client writes into no existing folder", async () => {
	mkdirSync(`${dir}.new`);
	writeFileSync(`${dir}.new/thesis.txt`, "");
	expect(await refusal()).toContain("FileExistsError");
	expect(filesIn(`${dir}.new`).map(({ path }) => path)).toEqual(["thesis.txt"]);
});

test("the client leaves out what the mirror leaves out", async () => {
	await foreign.listPaths([...paths.copied, ...paths.leftOut]);
	expect(await refusal()).toBeUndefined();
	const written = filesIn(dir).map(({ path }) => path);
	expect(written).toEqual(expect.arrayContaining(paths.copied));
	expect(written.filter((path) => paths.leftOut.includes(path))).toEqual([]);
});

test("the client refuses paths that the mirror refuses", async () => {
	const refused = Object.values(paths.refused).flat();
	for (const path of refused.filter((_, i) => i % 4 === 0)) {
		rmSync(`${dir}.new`, { recursive: true, force: true });
		await foreign.listPaths([...paths.copied, path]);
		expect(await refusal(), path).toBe("the manifest lists paths that it must not\n");
	}
});
