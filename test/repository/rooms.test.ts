/** Imports run one way: a room imports only the rooms that are listed for it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { INTEGRATION } from "../vitest.config.ts";

/** The other rooms that each room in `scripts/` may import, as a whole or only some files. Commands may import all rooms. */
const ROOMS: Readonly<Record<string, string>> = {
	contract: "",
	console: "",
	bundling: "",
	pages: "contract",
	search: "contract",
	tree: "contract",
	signing: "console",
	sound: "",
	download: "contract console tree",
	catalogue: "contract console",
	edge: "contract pages search tree",
	authoring: "contract console catalogue sound tree tree/write download bundling/template.ts",
	openapi: "contract bundling",
	hosts: "contract pages console search tree edge bundling",
	mirror: "contract console search tree tree/write signing catalogue download",
	site: "contract pages console search tree edge openapi bundling site/board/page site/board/data site/board/sound site/board/state site/board/parts site/board/offline",
	dev: "console catalogue publish hosts site/service-worker/messages.ts",
	"site/board/page": "contract pages edge",
	"site/board/data": "contract search tree edge site/board/page",
	"site/board/sound": "contract site/board/page",
	"site/board/state": "contract pages edge site/board/page site/board/data",
	"site/board/parts":
		"contract pages site/service-worker/messages.ts site/board/page site/board/data site/board/sound site/board/state",
	"site/board/offline": "contract site/service-worker/messages.ts site/board/page site/board/parts",
	publish:
		"contract pages console search tree tree/write signing catalogue edge hosts site openapi bundling site/board/page/build-facts.ts site/board/parts/tile/markup.ts",
};

/**
 * The other rooms of `test/` that a room there may import, as a whole or only some files. All rooms may import
 * `fixtures`, and all of `scripts/`, which imports nothing from `test/`.
 */
const TEST_ROOMS: Readonly<Record<string, string>> = {
	authoring: "mirror",
	bench: "browser/chromium.ts hosts",
	browser: "contract hosts",
	commands: "authoring mirror",
	edge: "contract",
	hosts: "contract browser/chromium.ts browser/firefox.ts browser/webkit.ts",
	openapi: "contract",
	publish: "contract hosts/tools.ts",
	repository: "vitest.config.ts",
	signing: "hosts/tools.ts",
	site: "contract hosts/tools.ts",
	sound: "hosts/tools.ts",
	tree: "edge",
};

const FILES = glob.globSync("scripts/**/*.{ts,js,mjs}");
const TEST_FILES = glob.globSync("test/*/**/*.{ts,mjs}");

const roomOf = (path: string): string | undefined =>
	Object.keys(ROOMS)
		.filter((room) => path.startsWith(`scripts/${room}/`))
		.at(-1);

/** The files in a folder that these files import, but must not. */
function faultsOf(
	files: readonly string[],
	folder: string,
	isAllowed: (target: string) => boolean,
): string[] {
	return files.flatMap((path) =>
		[...readFileSync(path, "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)]
			.map(([, target = ""]) => join(dirname(path), target))
			.filter((target) => target.startsWith(folder) && !isAllowed(target.replace(folder, "")))
			.map((target) => `${path} imports ${target}`),
	);
}

test("every folder is a room in the list", () => {
	expect(FILES.filter((path) => path.split("/").length > 2 && roomOf(path) === undefined)).toEqual(
		[],
	);
});

/** These modules answer no requests: they run in a build, or as a module in the published tree. */
const WITH_PACKAGES = ["scripts/search/minisearch.ts", "scripts/tree/pointer-schema.ts"];

test("code that answers requests on every host imports no package", () => {
	const found = FILES.filter((path) => /^scripts\/(contract|search|tree|edge)\/[^/]+$/.test(path))
		.filter((path) =>
			/^(?:import(?! type)|export) [^;]*?\bfrom "[^.]/m.test(readFileSync(path, "utf8")),
		)
		.sort();
	expect(found).toEqual(WITH_PACKAGES);
});

test("nothing in scripts/ imports from test/", () => {
	expect(faultsOf(FILES, "test/", () => false)).toEqual([]);
});

test.each(Object.entries(ROOMS))("%s imports none of our modules but: %s", (room, allowed) => {
	const rooms = [room, ...allowed.split(" ")];
	const files = FILES.filter((path) => roomOf(path) === room);
	expect(files).not.toEqual([]);
	const isAllowed = (target: string): boolean =>
		rooms.includes(roomOf(`scripts/${target}`) ?? "a command") || rooms.includes(target);
	expect(faultsOf(files, "scripts/", isAllowed)).toEqual([]);
});

const testRooms = [...new Set(TEST_FILES.map((path) => path.split("/")[1] ?? ""))];

test.each(testRooms)("the tests of %s import only what their room may", (room) => {
	const rooms = [room, "fixtures", ...(TEST_ROOMS[room] ?? "").split(" ")];
	const files = TEST_FILES.filter((path) => path.startsWith(`test/${room}/`));
	const isAllowed = (target: string): boolean =>
		rooms.includes(target.split("/")[0] ?? "") || rooms.includes(target);
	expect(faultsOf(files, "test/", isAllowed)).toEqual([]);
});

test("tests that run in seconds start neither our commands nor programs that may be missing", () => {
	const units = glob.globSync("test/**/*.test.ts", { ignore: [...INTEGRATION] });
	expect(units.length).toBeGreaterThan(30);
	const programs = /\/(?:fixtures\/script-run|hosts\/(?:server|tools)|browser\/browser)\.ts"/;
	const starting = units.filter((path) => programs.test(readFileSync(path, "utf8")));
	// This test starts minisign, which takes no time.
	expect(starting).toEqual(["test/signing/minisign.test.ts"]);
});
