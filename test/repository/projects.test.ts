/** The tests that run in seconds start no other programs, and every test is in one of the two projects. */
import { readFileSync } from "node:fs";
import fastGlob from "fast-glob";
import { expect, test } from "vitest";
import { INTEGRATION } from "../vitest.config.ts";

/** Our own commands, browsers, and engines of hosts. Programs of the system, such as minisign, take no time. */
const PROGRAMS = /fixtures\/script-run\.ts"|hosts\/(?:server|tools)\.ts"|browser\/browser\.ts"/;

test("unit tests start neither our commands nor what may be missing", () => {
	const units = fastGlob.globSync("test/**/*.test.ts", { ignore: [...INTEGRATION] });
	expect(units.length).toBeGreaterThan(70);
	const starting = units.filter((path) => PROGRAMS.test(readFileSync(path, "utf8")));
	expect(starting.filter((path) => !SHORT.includes(path))).toEqual([]);
});

/** These ask one small program of the system. */
const SHORT: readonly string[] = [
	"test/mirror/client.test.ts",
	"test/openapi/client.test.ts",
	"test/setup/lock.test.ts",
	"test/signing/minisign.test.ts",
];
