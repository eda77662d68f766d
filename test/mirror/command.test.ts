import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { clip, dataFolder, ndjson } from "../fixtures/data-folder.ts";
import { run, type Started, start } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { fetchedPaths, newPlace, parent, release, releaseOf, sound } from "./releases.ts";

const server = await faultyServer();
let dir: string;

const red = await release(["boom", "bang"]);

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

const mirrorRun = (...args: string[]) =>
	run("mirror", [server.origin, dir, ...args], { cwd: parent });

test("the command prints a summary, and no progress into a pipe", async () => {
	const { code, stdout, stderr } = await mirrorRun();
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const fetched = fetchedPaths(red).length;
	expect(stdout.replace(/\d+\.\d KB/, "N KB").replace(/(made +)\d+/, "$1N")).toBe(
		[
			`Mirrored build ${red.build.slice(0, 16)}`,
			"  instants   2",
			`  fetched    ${fetched - 1} files, N KB`,
			"  made       N files, from the clips",
			"  kept       0 files already here",
			`  requests   ${fetched}`,
			"",
		].join("\n"),
	);
	expect((await mirrorRun()).stdout.split("\n")[0]).toBe("Unchanged: nothing to fetch");
});

test("with --json it prints one object per line, and the result in the last one", async () => {
	const { code, stdout, stderr } = await mirrorRun("--json");
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const events = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const files = events.filter(({ event }) => event === "file");
	const fromSource = files.filter(({ from }) => from === "source").map(({ path }) => path);
	expect([...fromSource, "latest.json"].toSorted()).toEqual(fetchedPaths(red).toSorted());
	const made = files.filter(({ from }) => from === "store").map(({ path }) => path);
	expect(made).toContain("v1/instants/page/1.json");
	expect(events.at(-1)).toMatchObject({ event: "done", status: "mirrored", build: red.build });
});

test("a failed run prints the reason in both forms and exits with 1", async () => {
	server.always("index.html", { status: 403 });
	const { code, stdout, stderr } = await run(
		"mirror",
		[server.origin, dir, "--json", "--timeout", "5"],
		{ cwd: parent },
	);
	expect(code).toBe(1);
	expect(stderr).toMatch(/^instants: 1 file could not be fetched; .*\n {2}"index\.html" .* 403\n$/);
	const lines = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(lines).toContainEqual({
		event: "failed file",
		path: "index.html",
		reason: "was answered with status 403",
	});
	expect(lines.at(-1)).toEqual({ event: "failed", message: expect.stringContaining("index.html") });
	expect(existsSync(dir)).toBe(false);
});

describe("wrong usage exits with 2 and changes nothing:", () => {
	test.concurrent.for<readonly [string, ...string[]]>([
		["missing required argument 'dir'", "http://h.test"],
		['base URL "h.test" must be a complete http(s) URL.', "h.test", "dir"],
		['"http://h.test/?a=1" must not have a query', "http://h.test/?a=1", "dir"],
		["unknown option '--deleet'", "http://h.test", "dir", "--deleet"],
		["must be a complete http(s) URL", "verify", "dir", "--fix", "x"],
	])("%s", async ([expected, ...args]) => {
		const cwd = mkdtempSync(join(parent, "usage-"));
		const { code, stdout, stderr } = await run("mirror", args, { cwd });
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toContain(expected);
		expect(readdirSync(cwd)).toEqual([]);
	});
});

/** Starts a run that waits for the pointer. */
async function waiting(): Promise<Started> {
	server.fault("latest.json", "hangs");
	const asked = new Promise<void>((resolve) => {
		server.before = () => resolve();
	});
	const started = start("mirror", [server.origin, dir], { cwd: parent });
	await asked;
	return started;
}

describe("two runs never use the same folder:", () => {
	test("the second run fails, and its message names the first", async () => {
		const first = await waiting();
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(
			new RegExp(
				`: is being mirrored by process ${first.process.pid} on .*; wait for it, or stop it$`,
			),
		);
		first.process.kill("SIGKILL");
		await first.ended;
	});
});

test.for([
	["SIGINT", 130],
	["SIGTERM", 143],
] as const)(
	"%s ends a run with exit code %i, and the next run continues",
	async ([signal, code]) => {
		const first = await waiting();
		first.process.kill(signal);
		expect(await first.ended).toEqual({
			code,
			stdout: "",
			stderr:
				"instants: stopped; what was fetched is kept, and the next run continues from there\n",
		});
		await mirrorTo(dir, server.origin);
		expectRelease(dir, red);
	},
);

test("a full disk is reported in one line, and the old release stays", async () => {
	await mirrorTo(dir, server.origin);
	const data = dataFolder(parent, {
		"clips.ndjson": ndjson(clip()),
		"media/sounds/boom.mp3": Buffer.concat([sound("loud"), Buffer.alloc(600_000)]),
	});
	server.serves = (await releaseOf(data)).folder;
	const tsx = createRequire(import.meta.url).resolve("tsx");
	const script = fileURLToPath(new URL("../../scripts/mirror.ts", import.meta.url));
	const command = `ulimit -f 500; exec "$0" --import "$1" "$2" "$3" "$4"`;
	const args = ["-c", command, process.execPath, tsx, script, server.origin, dir];
	const child = spawn("bash", args, { cwd: parent, stdio: ["ignore", "ignore", "pipe"] });
	let stderr = "";
	child.stderr.on("data", (text) => {
		stderr += text;
	});
	const code = await new Promise((resolve) => child.once("close", resolve));
	expect(code).toBe(1);
	expect(stderr).toMatch(
		/: a file is larger than this system allows \(EFBIG: .*\); the files published there are unchanged, and the next run continues from here\n$/,
	);
	expectRelease(dir, red);
	expect(readdirSync(join(beside(dir)))).not.toContain("parts");
});
