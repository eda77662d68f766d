/** Nothing in the folder beside a mirror can make a run write or delete something elsewhere. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openWorkspace } from "../../scripts/mirror/workspace.ts";
import { workspaceOf } from "../../scripts/mirror/workspace-paths.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { beside, expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const server = await faultyServer();
let place: string;
let dir: string;
let victim: string;

const red = await release(["boom"]);

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	place = newPlace();
	dir = join(place, "mirror");
	victim = join(place, "victim");
	writeFiles(victim, { "pages.txt": "mine", "held.json": "mine" });
});

describe("a link in the place of a file or folder of the workspace is refused:", () => {
	test.for([
		"",
		"content",
		"staging",
		"parts",
		"previous",
		"discarded",
		"held.json",
		"held.json.new",
		"next.json",
		"pages.ndjson",
		"lock-host-1",
	])('"%s"', async (name) => {
		const link = join(beside(dir), name);
		mkdirSync(join(link, ".."), { recursive: true });
		symlinkSync(name.includes(".") ? join(victim, "pages.txt") : victim, link);
		const before = filesIn(place);
		expect(await failureOf(mirrorTo(dir, server.origin))).toMatch(
			/is not a (file|folder), so no run put it there; move it away or delete it$/,
		);
		expect(filesIn(place)).toEqual(before);
		expect(server.requests).toEqual([]);
	});
});

test("a link in the content folder is not written through", async () => {
	const { content, staging } = workspaceOf(dir);
	mkdirSync(content, { recursive: true });
	mkdirSync(staging);
	for (const name of new Set(red.files.map(({ sha256 }) => sha256.slice(0, 24)))) {
		symlinkSync(join(victim, "pages.txt"), join(content, name));
	}
	symlinkSync(victim, join(staging, "media"));
	const before = filesIn(victim);
	await mirrorTo(dir, server.origin);
	expect(filesIn(victim)).toEqual(before);
	expectRelease(dir, red);
});

test("unfinished files are removed at the end of a run", async () => {
	mkdirSync(beside(dir));
	writeFileSync(join(beside(dir), "held.json.new"), "{");
	(await openWorkspace(workspaceOf(dir))).close();
	expect(readdirSync(place)).toEqual(["victim"]);
});
