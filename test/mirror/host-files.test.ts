/** A host may refuse to serve the files that configure it, and a mirror without them is complete. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { VERCEL } from "../../scripts/hosts/vercel/host.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, FAST_RETRY, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
const vercel = await release(["boom"], { hosts: [VERCEL] });
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = vercel.folder;
	dir = join(newPlace(), "mirror");
});

test("a mirror without a host file that the host does not serve is complete", async () => {
	server.always("vercel.json", { status: 403 });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: ["vercel.json"] });
	expect(filesIn(dir)).toEqual(vercel.files.filter(({ path }) => path !== "vercel.json"));
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "unchanged", requests: 2 });
});

describe("a host file that is answered with a page", () => {
	beforeEach(() => server.always("vercel.json", { body: "<!doctype html>The soundboard" }));

	test("may be missing too", async () => {
		expect(await mirrorTo(dir, server.origin)).toMatchObject({ withheld: ["vercel.json"] });
		expect(filesIn(dir)).toEqual(vercel.files.filter(({ path }) => path !== "vercel.json"));
	});

	test("may belong to a new release", async () => {
		server.reset();
		await mirrorTo(dir, server.origin);
		const blue = await release(["boom", "bang"]);
		// No other request could reveal the new release.
		rmSync(join(dir, "vercel.json"));
		server.always("vercel.json", { body: "<!doctype html>The soundboard" });
		let asked = 0;
		server.before = ({ path }) => {
			// After the pointer has been checked for the first and second failure.
			if (path === "vercel.json" && ++asked === 3) server.serves = blue.folder;
		};
		await mirrorTo(dir, server.origin, { retry: { ...FAST_RETRY, attempts: 3 } });
		expectRelease(dir, blue);
	});
});
