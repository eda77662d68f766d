/** The client that the protocol shows, of sixty lines, copies a release and refuses a false one. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { copied, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
const [, source = ""] = /^```python\n(.*?)^```$/ms.exec(protocol) ?? [];
const CLIENT = join(newPlace(), "client.py");
writeFileSync(CLIENT, source);
const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "copy");
});

async function runClient(): Promise<number | null> {
	const client = spawn("python3", [CLIENT, server.origin, dir], { stdio: "ignore" });
	return await new Promise((done) => client.once("close", done));
}

test("the client has at most sixty lines of code", () => {
	const lines = source.split("\n").filter((line) => line.trim() !== "");
	expect(lines.length).toBeGreaterThan(10);
	expect(lines.length).toBeLessThanOrEqual(60);
});

test("the client copies a release byte for byte, compressed on the way or not", async () => {
	for (const { path } of red.files)
		if (path.length % 2 === 0) server.always(path, "gzip on the way");
	expect(await runClient()).toBe(0);
	expect(filesIn(dir)).toEqual(copied(red));
});

test.for(["latest.json", "index.html", "media/sounds/boom.mp3"])(
	"the client refuses a changed %s",
	async (path) => {
		server.always(path, "wrong bytes");
		expect(await runClient()).toBe(1);
	},
);

test("the client copies a mirror", async () => {
	const mirror = join(newPlace(), "mirror");
	await mirrorTo(mirror, server.origin);
	server.serves = mirror;
	expect(await runClient()).toBe(0);
	expect(filesIn(dir)).toEqual(copied(red));
});
