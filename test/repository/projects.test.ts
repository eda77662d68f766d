/** The tests that run in seconds start no other programs, and every test is in one of the two projects. */
import { readFileSync } from "node:fs";
import fastGlob from "fast-glob";
import { expect, test } from "vitest";
import { INTEGRATION } from "../vitest.config.ts";

/** How tests start our own commands, browsers, and engines of hosts. */
const PROGRAMS = /fixtures\/script-run\.ts"|hosts\/(?:server|tools)\.ts"|browser\/browser\.ts"/;

test("unit tests start neither our commands nor what may be missing", () => {
	const units = fastGlob.globSync("test/**/*.test.ts", { ignore: [...INTEGRATION] });
	expect(units.length).toBeGreaterThan(70);
	const starting = units.filter((path) => PROGRAMS.test(readFileSync(path, "utf8")));
	// This one asks minisign for signatures, which takes no time.
	expect(starting).toEqual(["test/signing/minisign.test.ts"]);
});
