/** A host may refuse to serve the files that configure it, and a mirror without them is complete. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { APACHE } from "../../scripts/hosts/apache/config.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, FAST_RETRY, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const apache = await release(["boom"], { hosts: [APACHE] });
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = apache.folder;
	dir = join(newPlace(), "mirror");
});

test("a mirror without a host file that the host does not serve is complete", async () => {
	server.always(".htaccess", { status: 403 });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: [".htaccess"] });
	expect(filesIn(dir)).toEqual(apache.files.filter(({ path }) => path !== ".htaccess"));
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", requests: 2 });
});

describe("a host file that is answered with a page", () => {
	beforeEach(() => server.always(".htaccess", { body: "<!doctype html>The soundboard" }));

	test("may be missing too", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: [".htaccess"] });
		expect(filesIn(dir)).toEqual(apache.files.filter(({ path }) => path !== ".htaccess"));
	});

	test("may belong to a new release", async () => {
		server.reset();
		await mirrorTo(dir, server.origin);
		const blue = await release(["boom", "bang"]);
		// No other request could reveal the new release.
		rmSync(join(dir, ".htaccess"));
		server.always(".htaccess", { body: "<!doctype html>The soundboard" });
		let asked = 0;
		server.before = ({ path }) => {
			// After the pointer has been checked for the first and second failure.
			if (path === ".htaccess" && ++asked === 3) server.serves = blue.folder;
		};
		await mirrorTo(dir, server.origin, { retry: { ...FAST_RETRY, attempts: 3 } });
		expectRelease(dir, blue);
	});
});
