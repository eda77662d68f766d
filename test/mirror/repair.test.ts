/** Files of a mirror that are missing or corrupt can be fetched again from a source with the same build. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { repair, verify } from "../../scripts/mirror/verify.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import {
	baseOptions,
	corrupt,
	expectRelease,
	failureOf,
	findings,
	INTACT,
	mirrorTo,
} from "./mirror-run.ts";
import { manifestOf, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "bang"]);
let dir: string;

beforeEach(async () => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
	await mirrorTo(dir, server.origin);
	server.reset();
});

/** Repairs, and verifies again. */
async function repaired(deletes = false): Promise<object> {
	const { signal, report, ...options } = baseOptions();
	const before = await verify(dir, { signal, report });
	await repair(dir, server.origin, before, { ...options, signal, report, delete: deletes });
	return await findings(dir);
}

test("repairing fetches only missing and corrupt files, and leaves extra ones", async () => {
	corrupt(dir, "media/sounds/boom.mp3");
	rmSync(join(dir, "index.html"));
	writeFiles(dir, { CNAME: "mine.example" });
	expect(await repaired()).toEqual({ ...INTACT, code: 3, extra: ["CNAME"] });
	expect(server.paths.toSorted()).toEqual(["index.html", "latest.json", "media/sounds/boom.mp3"]);
});

test.for([
	"latest.json",
	manifestOf(red),
	...red.files.map(({ path }) => path).filter((path) => path.includes("/packs/")),
])("repairing restores %s", async (path) => {
	corrupt(dir, path);
	expect(await repaired()).toEqual(INTACT);
	expectRelease(dir, red);
});

test("repairing recognizes its build despite a corrupt pointer", async () => {
	corrupt(dir, "latest.json");
	server.serves = (await release(["gong"])).folder;
	expect(await failureOf(repaired())).toContain(`contains build ${red.build.slice(0, 16)}, but`);
});

test("repairing deletes extra files with --delete", async () => {
	writeFiles(dir, { CNAME: "mine.example" });
	expect(await repaired(true)).toEqual(INTACT);
	expectRelease(dir, red);
});

test("repairing from a source with another release fails, changes nothing, and says what to do", async () => {
	const blue = await release(["gong"]);
	server.serves = blue.folder;
	corrupt(dir, "index.html");
	const before = filesIn(dir);
	expect(await failureOf(repaired())).toBe(
		`${dir}: contains build ${red.build.slice(0, 16)}, but ${server.origin} now has ${blue.build.slice(0, 16)}; update it with: npm run mirror -- ${server.origin} ${dir}`,
	);
	expect(filesIn(dir)).toEqual(before);
});

test("verify --fix repairs", async () => {
	corrupt(dir, "index.html");
	const args = ["verify", dir, "--fix", server.origin];
	const { code, stdout, stderr } = await run("mirror", args, { cwd: parent });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toMatch(/ is intact: build \w{16}, \d+ files, [\d.]+ KB\n$/);
	expectRelease(dir, red);
});
