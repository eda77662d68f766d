/** Nothing in the folder beside a mirror can make a run write or delete something elsewhere. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openWorkspace } from "../../scripts/mirror/workspace.ts";
import { workspaceOf } from "../../scripts/mirror/workspace-paths.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { beside, failureOf, mirrorTo } from "./mirror-run.ts";
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
		"staging",
		"earlier",
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

test("a link in the staging folder of a catalogue is not written through", async () => {
	liveApi(server, 2);
	const staging = join(beside(dir), "staging");
	mkdirSync(staging, { recursive: true });
	symlinkSync(join(victim, "pages.txt"), join(staging, "instants.ndjson"));
	symlinkSync(victim, join(staging, "media"));
	const before = filesIn(victim);
	await mirrorTo(dir, server.origin);
	expect(filesIn(victim)).toEqual(before);
});

test("unfinished files are removed at the end of a run", async () => {
	mkdirSync(beside(dir));
	writeFileSync(join(beside(dir), "held.json.new"), "{");
	(await openWorkspace(workspaceOf(dir)))();
	expect(readdirSync(place)).toEqual(["victim"]);
});
