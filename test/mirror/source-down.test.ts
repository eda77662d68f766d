/** A source that is down or out of order is reported as such, and leaves the old release as it is. */
import { rmSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { beside, expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { outdatedMirror } from "./outdated-mirror.ts";
import { isMetadata } from "./releases.ts";

const mirror = await outdatedMirror();
const { server, red, blue } = mirror;
let dir: string;

beforeEach(() => {
	dir = mirror.dir;
});

test("if the source goes down, the remaining files are skipped", async () => {
	for (const { path } of blue.files) {
		if (path !== "latest.json" && !isMetadata(path)) server.always(path, "hangs up");
	}
	const message = await failureOf(mirrorTo(dir, server.origin, { concurrency: 1 }));
	expect(message).toMatch(/^\d files could not be fetched; the remaining files were skipped; /);
	expect(server.requests.length).toBeLessThan(40);
	expectRelease(dir, red);
});

describe("a source that is out of order is not mistaken for a live server:", () => {
	const anything = (fault: Fault): void => {
		for (const path of ["latest.json", "api/v1/instants/"]) server.always(path, fault);
	};
	test.for<readonly [string, Fault, RegExp]>([
		["a page for everything", { body: "<!doctype html>" }, /begins with "<!doctype html>", and/],
		["304 for everything", { status: 304 }, /it was answered with status 304, and/],
		["an endless pointer", { body: "x".repeat(70_000) }, /than the 64 KB a pointer may have, and/],
	])("%s", async ([, fault, expected]) => {
		anything(fault);
		// Without a record there are no conditional requests.
		rmSync(beside(dir), { recursive: true });
		const message = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/\/latest\.json is not the pointer of a published tree: it /);
		expect(message).toMatch(expected);
		expect(message).toMatch(/, and there is no API either: .*; .* is unchanged$/);
		expectRelease(dir, red);
	});
});

test("a source that is down is reported", async () => {
	server.stop();
	try {
		const gone = "http://localhost:9";
		expect(await failureOf(mirrorTo(dir, gone))).toMatch(
			/^http:\/\/localhost:9\/latest\.json no response: .*ECONNREFUSED.*; .* is unchanged$/,
		);
	} finally {
		await server.start();
	}
	expectRelease(dir, red);
});
