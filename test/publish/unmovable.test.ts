/** What cannot be replaced stays where it is, whatever the file system makes of a renaming. */
import fs, { readdirSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkOutput, OutputError } from "../../scripts/publish/staging.ts";
import { filesIn, leftBeside } from "../fixtures/tree-files.ts";
import { place, publishInto, tree } from "./places.ts";

const { renameSync } = fs;

/** Sets what renaming a folder does. */
function renameAs(rename: typeof renameSync): void {
	fs.renameSync = rename;
	syncBuiltinESMExports();
}
afterEach(() => renameAs(renameSync));

test("a file system that renames onto folders with files loses no tree", async () => {
	renameAs((from, to) => {
		rmSync(to, { recursive: true, force: true });
		renameSync(from, to);
	});
	const folder = place({ ...tree("dist"), "dist/sound.mp3": "heard for years" });
	const before = filesIn(folder);
	await checkOutput(join(folder, "dist"), join(folder, "data"));
	expect(filesIn(folder)).toEqual(before);
	expect(readdirSync(folder).sort()).toEqual(["data", "dist"]);
});

test.for(["EXDEV", "EBUSY"])("a folder that cannot be renamed keeps its tree: %s", async (code) => {
	const folder = place();
	await publishInto(folder, ["Boom"]);
	const before = filesIn(folder);
	renameAs(() => {
		throw Object.assign(new Error(code), { code });
	});
	await expect(publishInto(folder, ["Bang"])).rejects.toThrow(
		new OutputError(
			`--out ${join(folder, "dist")}: cannot be replaced as a whole, because it is a mount point or part of a container's image (${code}); choose a folder inside it`,
		),
	);
	expect(filesIn(folder)).toEqual(before);
	expect(leftBeside(folder)).toEqual([]);
});
