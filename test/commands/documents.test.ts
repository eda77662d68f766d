/** Commands in documents work as written, one after the other. */
import { execFile } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import fastGlob from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TARBALL } from "../../scripts/console/invocation.ts";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { publishData, temporaryFolder } from "../fixtures/published.ts";

/** Prefixes of the lines that are not run here, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
	"npm pack": "test/package runs it",
	"npm install --global": "changes the machine; test/package installs the package in a folder",
	rclone: "test/hosts/deploying.test.ts runs it",
	"PORT=8000 node dist-hosts/server/server.cjs https:": "needs a bucket; test/hosts/server has one",
	"deno deploy": "needs an account",
	pactl: "needs a server of sounds, and changes its devices",
};

/** Placeholders that readers replace, and the values used here. */
const REPLACED: readonly [RegExp, string][] = [
	[/https:\/\/(?:clips|old)\.example|\{\{base\}\}/g, "$SITE"],
	[/\bFOLDER\b/g, "~/sounds"],
	[/\bSLUG\b/g, "bonk"],
	[/\{\{tarball\}\}/g, TARBALL],
];

/** Stands in for the commands, in a clone and as a package. Commands that serve are stopped once they are ready. */
const INSTANTS = `#!/bin/sh
case "$1" in
dev | preview) ;;
*) exec "$NODE" "$COMMANDS" "$@" ;;
esac
served="$(mktemp)"
"$NODE" "$COMMANDS" "$@" --port 0 >"$served" &
until grep -q Serving "$served"; do
	kill -0 $! || exit 1
	sleep 0.1
done
kill -TERM $!
wait $!
`;
const NPM = `#!/bin/sh
[ "$1" = start ] && set -- run dev
name="$2"
shift 2
[ "$1" = -- ] && shift
exec instants "$name" "$@"
`;

const bin = folderWith({ instants: INSTANTS, npm: NPM });
for (const name of ["instants", "npm"]) chmodSync(join(bin, name), 0o755);
const HOME = folderWith({ "sounds/Drum Roll.mp3": MP3, "more-sounds/Boom.mp3": MP3 });

/** The lines of the shell blocks, without comments. */
function linesOf(path: string): string[] {
	const blocks = readFileSync(path, "utf8").matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm);
	return Array.from(blocks, ([, block = ""]) => block.split("\n"))
		.flat()
		.map((line) => line.replace(/(?:^|\s+)#.*/, ""))
		.filter((line) => line !== "");
}

const isRun = (line: string): boolean =>
	!Object.keys(NOT_RUN).some((beginning) => line.startsWith(beginning));

const DOCUMENTS = fastGlob
	.sync(["*.md", "{scripts,test,.github}/**/*.md"], { dot: true })
	.map((path) => ({ path, lines: linesOf(path) }));

test("every line that is not run is in a document", () => {
	const left = DOCUMENTS.flatMap(({ lines }) => lines).filter((line) => !isRun(line));
	const unused = Object.keys(NOT_RUN).filter(
		(start) => !left.some((line) => line.startsWith(start)),
	);
	expect(unused).toEqual([]);
});

describe("the commands of", () => {
	let site: Awaited<ReturnType<typeof startPreview>>;
	beforeAll(async () => {
		const tree = join(temporaryFolder(), "dist");
		await publishData("data", tree);
		site = await startPreview(tree, 0);
	});
	afterAll(() => site.stop());

	test.for(DOCUMENTS.filter(({ lines }) => lines.some(isRun)))("$path", async ({ lines }) => {
		const env = {
			PATH: `${bin}:${process.env.PATH}`,
			HOME,
			NODE: process.execPath,
			COMMANDS: resolve("lib/instants.js"),
			SITE: site.origin,
		};
		const text = ["instants init .", ...lines.filter(isRun)].join("\n");
		const replaced = REPLACED.reduce((said, [mark, value]) => said.replace(mark, value), text);
		await promisify(execFile)("sh", ["-exc", replaced], { cwd: temporaryFolder(), env });
	});
});
