/** The protocol says enough: a client of sixty lines, written from it alone, copies a release and refuses a false one. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { newPlace, release } from "./releases.ts";

const CLIENT = fileURLToPath(new URL("client.py", import.meta.url));
const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "copy");
});

async function copied(): Promise<number | null> {
	const client = spawn("python3", [CLIENT, server.origin, dir], { stdio: "ignore" });
	return await new Promise((done) => client.once("close", done));
}

test("the client has at most sixty lines of code", () => {
	const lines = readFileSync(CLIENT, "utf8").split("\n");
	expect(lines.filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(60);
});

test("the client copies a release byte for byte, compressed on the way or not", async () => {
	for (const { path } of red.files)
		if (path.length % 2 === 0) server.always(path, "gzip on the way");
	expect(await copied()).toBe(0);
	expect(filesIn(dir)).toEqual(red.files);
});

test.for(["latest.json", "index.html", "media/sounds/boom.mp3"])(
	"the client refuses a changed %s",
	async (path) => {
		server.always(path, "wrong bytes");
		expect(await copied()).toBe(1);
	},
);
