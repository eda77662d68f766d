/** What a command says when it fails: why, about which mirror, what to do, and what the exit code means. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { run } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { newPlace, parent } from "./releases.ts";

const server = await faultyServer();
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = parent;
	dir = join(newPlace(), "mirror");
});

test("a failed system call is said with the mirror and the fix", async () => {
	writeFileSync(`${dir}.releases`, "");
	for (const args of [
		[server.origin, dir],
		["log", dir],
		["checkout", dir, "0001"],
	]) {
		const { code, stderr } = await run("mirror", args, { cwd: parent });
		expect({ code, stderr }).toEqual({
			code: 1,
			stderr: expect.stringMatching(
				/^instants: failed: \/.*mirror: E\w+: .*; see that there is room/,
			),
		});
	}
});

test.for([
	["answers with 404", "source", "was answered with status 404"],
	["does not exist", "http://127.0.0.1:1", "no whole answer: connect ECONNREFUSED"],
] as const)("an address that %s is said with the fix", async ([, address, reason]) => {
	const url = address === "source" ? server.origin : address;
	const { code, stderr } = await run("mirror", [url, dir, "--crawl"], { cwd: parent });
	expect({ code, stderr }).toEqual({
		code: 1,
		stderr: expect.stringMatching(
			new RegExp(`^instants: failed: http.*${reason}.*; see that the address is right`),
		),
	});
});

test("--json names wrong usage as such", async () => {
	const { code, stdout } = await run("mirror", ["nowhere", dir, "--json"], { cwd: parent });
	expect({ code, ...JSON.parse(stdout) }).toEqual({
		...{ code: 2, status: "usage", message: expect.stringContaining('base URL "nowhere"') },
	});
});
