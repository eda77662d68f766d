/** Wrong usage has its own exit code, and a message that says what would be right. */
import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";

const cwd = mkdtempSync(join(temporaryFolder(), "usage-"));

const MAX_FILES = "It must be a whole number from 1 to 10000000.";
const PORT = "It must be a whole number from 0 to 65535.";

describe("wrong usage ends with exit code 2, says what is wrong and does nothing:", () => {
	test.for<readonly [string, string, ...string[]]>([
		["error: unknown option '--outt'", "build", "--outt", "dist"],
		["error: too many arguments", "build", "data"],
		["error: option '--out <folder>' argument missing", "build", "--out"],
		[MAX_FILES, "build", "--max-files", "0"],
		[MAX_FILES, "build", "--max-files", "1e3"],
		[MAX_FILES, "build", "--max-files", "20000000"],
		['base URL "h.test" must be a complete http(s) URL.', "build", "--base-url", "h.test"],
		[
			'base URL "https://h.test/?a" must not have a query, fragment or user name.',
			"build",
			"--base-url",
			"https://h.test/?a",
		],
		['base URL "/media" must be a complete http(s) URL.', "build", "--media-url", "/media"],
		["Allowed choices are local, remote.", "build", "--media", "none"],
		["It must be a date or a time in UTC", "build", "--published", "2026-02-30"],
		["error: unknown option '--out'", "check", "--out", "dist"],
		[PORT, "preview", "--port", "65536"],
		[PORT, "preview", "--port", "http"],
		[PORT, "start", "--port", ""],
	])("%s", async ([said, script, ...args]) => {
		const { code, stdout, stderr } = await run(script, args, { cwd });
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toContain(said);
		expect(stderr).toMatch(/\n\(--help lists the options\)\n$/);
		expect(stderr).not.toContain("    at ");
		expect(readdirSync(cwd)).toEqual([]);
	});

	test("a signature without a number or a date for the release", async () => {
		const ended = await run("build", ["--sign", "own.key", "--serial", "1"], { cwd });
		expect(ended).toMatchObject({ code: 2, stdout: "" });
		expect(ended.stderr).toMatch(/^instants: --sign: needs --serial .* and --published/);
	});

	test("an invalid base URL in the environment", async () => {
		const ended = await run("build", [], { cwd, env: { BASE_URL: "h.test" } });
		expect(ended).toEqual({
			code: 2,
			stdout: "",
			stderr: 'instants: base URL "h.test" must be a complete http(s) URL\n',
		});
	});
});

describe("--help ends with exit code 0 and lists the options with their defaults:", () => {
	test.for<readonly [string, ...string[]]>([
		["build", "--data", '"dist"', "--base-url", "BASE_URL, the address", "20000", "--media-url"],
		["check", "--data", '"data"', "--media"],
		["keygen", "[file]", "instants.key"],
		["preview", "--dir", '"dist"', "--port", "3000"],
		["start", "--port", "3000"],
		["mirror", "<url> <dir>", "--concurrency", "--no-media", "--dry-run", "verify"],
	])("%s", async ([script, ...named]) => {
		const { code, stdout, stderr } = await run(script, ["--help"], { cwd });
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const text = stdout.replace(/\s+/g, " ");
		expect(named.filter((part) => !text.includes(part))).toEqual([]);
	});
});
