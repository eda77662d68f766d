/** Imports run one way: a room knows only the rooms that are listed for it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";

/** The other rooms, or files of them, that each room in `scripts/` may import. Commands may import all. */
const ROOMS: Readonly<Record<string, string>> = {
	contract: "",
	console: "",
	bundling: "",
	search: "contract",
	tree: "contract",
	"tree/write": "contract console tree",
	signing: "console",
	sound: "",
	catalogue: "contract console",
	edge: "contract search tree",
	authoring: "contract console catalogue sound bundling/template.ts",
	openapi: "contract search tree catalogue",
	hosts: "contract console search tree edge bundling",
	mirror: "contract console search tree tree/write signing catalogue",
	site: "contract console search tree edge openapi bundling site/board/page site/board/data site/board/sound site/board/state site/board/parts site/board/offline",
	"site/board/page": "contract edge",
	"site/board/data": "contract search tree edge site/board/page",
	"site/board/sound": "contract site/board/page",
	"site/board/state": "contract edge site/board/page site/board/data",
	"site/board/parts":
		"contract site/docs/markup.ts site/service-worker/messages.ts site/board/page site/board/data site/board/sound site/board/state",
	"site/board/offline": "contract site/service-worker/messages.ts site/board/page site/board/parts",
	publish:
		"contract console search tree tree/write signing catalogue edge hosts site openapi bundling site/board/page/build-facts.ts site/board/parts/tile/first-tiles.ts",
	package: "bundling hosts publish",
};

const roomOf = (path: string): string | undefined =>
	Object.keys(ROOMS)
		.filter((room) => path.startsWith(`scripts/${room}/`))
		.at(-1);

/** The files that a file imports, of those in `scripts/`. */
function importsOf(path: string): string[] {
	const found = readFileSync(path, "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g);
	return [...found].map(([, target = ""]) => join(dirname(path), target));
}

const FILES = glob.globSync("scripts/*/**/*.ts");

test("every folder is a room of the list", () => {
	expect(FILES.filter((path) => roomOf(path) === undefined)).toEqual([]);
});

test.each(Object.entries(ROOMS))("%s imports of ours nothing but: %s", (room, allowed) => {
	const rooms = [room, ...allowed.split(" ")];
	const own = FILES.filter((path) => roomOf(path) === room);
	expect(own).not.toEqual([]);
	const faults = own.flatMap((path) =>
		importsOf(path)
			.filter((target) => target.startsWith("scripts/"))
			.filter((target) => !rooms.includes(roomOf(target) ?? "a command"))
			.filter((target) => !rooms.includes(target.replace("scripts/", "")))
			.map((target) => `${path} imports ${target}`),
	);
	expect(faults).toEqual([]);
});
